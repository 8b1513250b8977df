// What HTML itself offers as an element's name: labels, legends, captions, alternatives, titles, placeholders.
// Source: HTML-AAM 1.0 §4; accname step 2E. It never reads ARIA.
import { collapse, isHidden, oncePerLook } from './dom.ts';
import { alternative, contentText, type NameContext } from './name.ts';

const PLACEHOLDER_TYPES: ReadonlySet<string> = new Set([
  'text',
  'password',
  'search',
  'tel',
  'email',
  'url',
  'number',
]);

/** The native text alternative; `undefined` or blank when HTML has none to offer. */
export function nativeLabel(element: Element, context: NameContext): string | undefined {
  const labels = labelText(element, context);
  if (labels) return labels;
  switch (element.localName) {
    case 'input':
      return inputLabel(element as HTMLInputElement);
    case 'textarea':
      return titleOr(element, element.getAttribute('placeholder'));
    case 'fieldset':
      return childLabel(element, 'legend', context);
    case 'figure':
      return childLabel(element, 'figcaption', context);
    case 'table':
      return childLabel(element, 'caption', context) || element.getAttribute('summary') || undefined;
    case 'img':
    case 'area':
      return element.getAttribute('alt') ?? undefined;
    case 'optgroup':
    case 'option':
      return element.getAttribute('label') ?? undefined;
    case 'details':
      return undefined;
    default:
      return element instanceof SVGElement ? svgTitle(element) : undefined;
  }
}

/** What a `label` can be for. Source: HTML, labelable elements; those that a page defined have no list of labels. */
const LABELABLE: ReadonlySet<string> = new Set(
  'button input meter output progress select textarea'.split(' '),
);

const NONE: readonly Element[] = [];

/**
 * The labels of an element, in the order of the tree, as its `labels` lists them. It is asked the other way round, each label for its control:
 * the browser walks the whole tree for every such list.
 */
export function labelsOf(element: Element): readonly Element[] {
  if (!LABELABLE.has(element.localName)) return NONE;
  return labelsIn(element.getRootNode() as ParentNode & Node).get(element) ?? NONE;
}

const labelsIn = oncePerLook((root: ParentNode & Node): ReadonlyMap<Element, Element[]> => {
  const found = new Map<Element, Element[]>();
  for (const label of root.querySelectorAll('label')) {
    const control = label instanceof HTMLLabelElement ? label.control : null;
    if (control === null) continue;
    const known = found.get(control);
    if (known === undefined) found.set(control, [label]);
    else known.push(label);
  }
  return found;
});

/** The child that labels an element of that kind. */
const LABEL_CHILDREN: Readonly<Record<string, string>> = {
  fieldset: 'legend',
  figure: 'figcaption',
  table: 'caption',
};

/** Whether other elements label it, each of which has a text alternative of its own. */
export function isLabelled(element: Element): boolean {
  const tag = element.localName;
  if (LABELABLE.has(tag)) return labelsOf(element).length > 0;
  if (tag !== 'fieldset' && tag !== 'figure' && tag !== 'table') return false;
  for (const child of element.children) if (child.localName === LABEL_CHILDREN[tag]) return true;
  return false;
}

function labelText(element: Element, context: NameContext): string | undefined {
  const labels = labelsOf(element);
  if (labels.length === 0) return undefined;
  const parts: string[] = [];
  for (const label of labels) {
    if (context.visited.has(label)) continue;
    parts.push(
      alternative(label, {
        visited: new Set(context.visited),
        place: 'label',
        inReference: context.inReference,
        labelOf: element,
        hiddenRoot: isHidden(label),
      }),
    );
  }
  return collapse(parts.filter((part) => part.trim() !== '').join(' '));
}

function inputLabel(input: HTMLInputElement): string | undefined {
  switch (input.type) {
    case 'button':
      return input.value;
    case 'submit':
      return input.value.trim() || titleOr(input, 'Submit');
    case 'reset':
      return input.value.trim() || titleOr(input, 'Reset');
    case 'image':
      return input.getAttribute('alt')?.trim() || titleOr(input, 'Submit');
    case 'file':
      return titleOr(input, 'Choose File');
    default:
      return PLACEHOLDER_TYPES.has(input.type)
        ? titleOr(input, input.getAttribute('placeholder'))
        : undefined;
  }
}

function titleOr(element: Element, otherwise: string | null): string | undefined {
  return element.getAttribute('title')?.trim() || otherwise || undefined;
}

function childLabel(element: Element, tag: string, context: NameContext): string | undefined {
  for (const child of element.children) {
    if (child.localName !== tag) continue;
    if (!context.hiddenRoot && isHidden(child)) return undefined;
    const aria = alternative(child, {
      visited: new Set(context.visited),
      place: 'label',
      inReference: context.inReference,
      hiddenRoot: context.hiddenRoot,
    });
    return aria || contentText(child, context);
  }
  return undefined;
}

function svgTitle(element: SVGElement): string | undefined {
  for (const child of element.children)
    if (child.localName === 'title') return child.textContent ?? undefined;
  return element.localName === 'a' ? (element.getAttribute('xlink:title') ?? undefined) : undefined;
}
