// Computes the accessible name. Source: W3C accname-1.2, with HTML-AAM for native labels; step letters below are the spec's.
// Where browsers agree against the letter, the browsers win, and the place says so.
import {
  collapse,
  forEachChild,
  isBare,
  isHidden,
  mayShortCut,
  oncePerLook,
  referenced,
  styleOf,
} from './dom.ts';
import { mayGenerate } from './generated.ts';
import { isLabelled, nativeLabel } from './label.ts';
import { isPresentational, roleOf } from './role.ts';
import { controlText } from './value.ts';

const NAME_PROHIBITED: ReadonlySet<string> = new Set(
  'caption code definition deletion emphasis generic insertion mark paragraph presentation none strong subscript suggestion superscript term time'.split(
    ' ',
  ),
);

/** Roles whose content is their name. Source: WAI-ARIA 1.2 §5.2.8.4. */
export const NAME_FROM_CONTENT: ReadonlySet<string> = new Set(
  'button cell checkbox columnheader gridcell heading link menuitem menuitemcheckbox menuitemradio option radio row rowheader switch tab tooltip treeitem'.split(
    ' ',
  ),
);

const RANGE_ROLES: ReadonlySet<string> = new Set([
  'meter',
  'progressbar',
  'scrollbar',
  'slider',
  'spinbutton',
]);

/** Where in the computation a node is met. */
export interface NameContext {
  readonly visited: Set<Node>;
  /** `self`: the element being named; `reference`, `label`: a node that names it; `content`: below any of those. */
  readonly place: 'self' | 'reference' | 'label' | 'content';
  /** Inside an `aria-labelledby` traversal: further references are not followed. */
  readonly inReference: boolean;
  /** Inside the native label of this element, which adds nothing to its own name. */
  readonly labelOf?: Element;
  /** The traversal started at a hidden node, so hidden nodes count. */
  readonly hiddenRoot: boolean;
}

/** The name, white space collapsed; empty when there is none or the role may not be named. */
export function nameOf(element: Element, role: string | undefined): string {
  if (role === undefined || NAME_PROHIBITED.has(role)) return '';
  const plain = mayShortCut() ? plainName(element, role) : undefined;
  return collapse(plain ?? alternative(element, fresh('self')));
}

const fresh = (place: NameContext['place']): NameContext => ({
  visited: new Set(),
  place,
  inReference: false,
  hiddenRoot: false,
});

// Most names depend on nothing but what is in the element: no reference, no label, no `aria-owns`. What those elements add to a name is the same
// for whoever asks, so it is asked once: a table's row has the texts of its cells, and those of their links. `undefined`: it is not so, or not
// for sure; `alternative` below tells.

function plainName(element: Element, role: string): string | undefined {
  const said = plainLabel(element);
  if (said === undefined || said !== '') return said;
  if (NAME_FROM_CONTENT.has(role)) {
    const content = plainContent(element);
    if (content === undefined || content.trim()) return content;
  }
  return isBare(element) ? '' : (element.getAttribute('title') ?? '');
}

/** Steps 2B, 2D and 2E; empty when they give nothing. */
function plainLabel(element: Element): string | undefined {
  if (isLabelled(element)) return undefined;
  if (!isBare(element)) {
    if (element.hasAttribute('aria-labelledby')) return undefined;
    const label = element.getAttribute('aria-label');
    if (label?.trim()) return label;
  }
  const native = isPresentational(element) ? undefined : nativeLabel(element, fresh('self'));
  return native?.trim() ? native : '';
}

/** What an element adds to a name that it is in the midst of. */
function plainText(element: Element): string | undefined {
  if (isHidden(element)) return '';
  if (!isBare(element) && element.hasAttribute('aria-labelledby')) return undefined;
  const embedded = embeddedText(element, roleOf(element), 'content');
  if (embedded !== undefined) return embedded;
  const said = plainLabel(element);
  if (said === undefined || said !== '') return said;
  const content = plainContent(element);
  if (content === undefined || content.trim()) return content;
  return element.getAttribute('title') ?? '';
}

const plainContent = oncePerLook((element: Element): string | undefined => {
  if (!isBare(element) && element.hasAttribute('aria-owns')) return undefined;
  let text: string | undefined = textBefore(element);
  forEachChild(element, (child) => {
    if (text === undefined) return;
    if (child.nodeType === Node.TEXT_NODE) text += (child as Text).data;
    else if (child.nodeType === Node.ELEMENT_NODE) {
      const added =
        (child as Element).localName === 'br' ? ' ' : withGaps(child as Element, plainText(child as Element));
      text = added === undefined ? undefined : text + added;
    }
  });
  return text === undefined ? undefined : text + textAfter(element);
});

/** The text alternative of one element within a computation. */
export function alternative(element: Element, context: NameContext): string {
  if (context.visited.has(element) || element === context.labelOf) return '';
  // 2A
  if (context.place !== 'self' && !context.hiddenRoot && isHidden(element)) return '';
  // 2B
  if (!context.inReference) {
    const parts = labelledBy(element, context);
    if (parts !== undefined) return parts;
  }
  const role = roleOf(element);
  // 2C
  if (context.place !== 'self') {
    const embedded = embeddedText(element, role, context.place);
    if (embedded !== undefined) {
      context.visited.add(element);
      return embedded;
    }
  }
  // 2D
  const label = element.getAttribute('aria-label');
  if (label?.trim()) {
    context.visited.add(element);
    return label;
  }
  // 2E
  if (!isPresentational(element)) {
    const native = nativeLabel(element, context);
    if (native?.trim()) {
      context.visited.add(element);
      return native;
    }
  }
  // 2F, 2H
  if (context.place !== 'self' || (role !== undefined && NAME_FROM_CONTENT.has(role))) {
    context.visited.add(element);
    const content = contentText(element, { ...context, place: 'content' });
    if (content.trim()) return content;
  }
  // 2I
  context.visited.add(element);
  return element.getAttribute('title') ?? '';
}

function labelledBy(element: Element, context: NameContext): string | undefined {
  const targets = referenced(element, 'aria-labelledby');
  if (targets.length === 0) return undefined;
  const parts = targets.map((target) =>
    alternative(target, {
      // Each reference is its own traversal, so that one element can name many times over.
      visited: new Set(target === element ? [] : context.visited),
      place: 'reference',
      inReference: true,
      hiddenRoot: isHidden(target),
    }),
  );
  const joined = parts.join(' ');
  return joined.trim() ? joined : undefined;
}

function embeddedText(
  element: Element,
  role: string | undefined,
  place: NameContext['place'],
): string | undefined {
  if (role === undefined) return undefined;
  if (
    role === 'textbox' ||
    role === 'searchbox' ||
    role === 'combobox' ||
    role === 'listbox' ||
    RANGE_ROLES.has(role)
  ) {
    return controlText(element, role);
  }
  if (place !== 'content') return undefined;
  // What a tree item or menu item holds is named on its own.
  if (role === 'menu' || (role === 'group' && element.closest('[role=treeitem]'))) return '';
  return undefined;
}

/** The text of everything inside an element, generated content included; blocks are set apart by spaces. */
export function contentText(element: Element, context: NameContext): string {
  let text = textBefore(element);
  forEachChild(element, (child) => {
    text += childText(child, context);
  });
  for (const owned of referenced(element, 'aria-owns')) text += ` ${alternative(owned, context)} `;
  return text + textAfter(element);
}

function childText(child: Node, context: NameContext): string {
  if (child.nodeType === Node.TEXT_NODE) return (child as Text).data;
  if (child.nodeType !== Node.ELEMENT_NODE) return '';
  const element = child as Element;
  if (element.localName === 'br') return ' ';
  return withGaps(element, alternative(element, context));
}

/** Set apart where it is a block. */
function withGaps<Said extends string | undefined>(element: Element, text: Said): Said | string {
  return text === undefined || text === '' || isInline(element) ? text : ` ${text} `;
}

function isInline(element: Element): boolean {
  const display = styleOf(element).display;
  return display === 'inline' || display === 'contents';
}

const textBefore = (element: Element): string => (mayGenerate(element) ? askBefore(element) : '');
const textAfter = (element: Element): string => (mayGenerate(element) ? askAfter(element) : '');
const askBefore = oncePerLook((element: Element) => pseudoText(element, '::before'));
const askAfter = oncePerLook((element: Element) => pseudoText(element, '::after'));

function pseudoText(element: Element, which: '::before' | '::after'): string {
  const style = getComputedStyle(element, which);
  const content = style.content;
  if (!content || content === 'none' || content === 'normal') return '';
  if (style.display === 'none' || style.visibility === 'hidden') return '';
  const text = generatedText(content);
  return text === '' || style.display === 'inline' ? text : ` ${text} `;
}

// `content: "shown" / "alternative"`: the alternative is what is read. Source: css-content-3 §1.2.
function generatedText(content: string): string {
  const slash = /(?:^|\s)\/\s*((?:"(?:[^"\\]|\\.)*"\s*)+)$/.exec(content);
  const source = slash?.[1] ?? content;
  let text = '';
  for (const match of source.matchAll(/"((?:[^"\\]|\\.)*)"/g))
    text += (match[1] ?? '').replace(/\\(.)/g, '$1');
  // Icon fonts put private-use characters there; they say nothing.
  return text.replace(/[\ue000-\uf8ff]/g, '');
}
