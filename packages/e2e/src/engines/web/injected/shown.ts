// Every text that a document draws, wherever it stands: beside what a reading has also what is hidden from assistive technology, placeholders
// and generated content. And what to paint over so that none of a text is left. It knows no secret: texts go out, places come back.
import { composedParent, forEachChild, isRendered, startLook, UNSEEN_TAGS } from './dom.ts';
import { claimPrefix, idOf } from './ids.ts';

/** What to paint over for one text, and where that is in the viewport of its frame, in CSS pixels. */
export interface Cover {
  readonly id: string;
  readonly box: readonly [x: number, y: number, width: number, height: number];
}

/** Of each text of the last look, what draws it: a run of text, a field, or an element for what is generated before and after it. */
let sources: (Node | { readonly generatedBy: Element })[] = [];

/** Which look that was: a picture that is taken at the same time has one of its own. */
let looks = 0;

/** Every text of one look, in the order of the document. */
export interface ShownTexts {
  readonly look: number;
  readonly texts: readonly string[];
}

/** Inputs that draw no text, or dots in its place. */
const WORDLESS_INPUTS: ReadonlySet<string> = new Set([
  'checkbox',
  'radio',
  'hidden',
  'range',
  'color',
  'image',
  'password',
]);

/** A rounding of the browser's. */
const SLACK_PX = 1;

/** Looks at every text. `candidate`: as for a reading. */
export function shownTexts(candidate: string): ShownTexts {
  claimPrefix(candidate);
  looks += 1;
  startLook();
  sources = [];
  const texts: string[] = [];
  const add = (text: string, source: (typeof sources)[number]): void => {
    const plain = text.replace(/[\u200b\u00ad\ufeff]/g, '').replace(/\s+/g, ' ');
    if (plain === '') return;
    texts.push(plain);
    sources.push(source);
  };
  const visit = (node: Node): void => {
    if (node.nodeType === Node.TEXT_NODE) add((node as Text).data, node);
    if (node.nodeType !== Node.ELEMENT_NODE) return;
    const element = node as Element;
    const isUnseen = UNSEEN_TAGS.has(element.localName) && !(element instanceof SVGElement);
    if (isUnseen || !isRendered(element)) return;
    addGenerated(element, '::before', add);
    const field = textOfField(element);
    if (field === undefined) forEachChild(element, visit);
    else add(field, element);
    addGenerated(element, '::after', add);
  };
  if (document.body) visit(document.body);
  return { look: looks, texts };
}

/** What a field draws; `undefined` for what draws its children. */
function textOfField(element: Element): string | undefined {
  if (element instanceof HTMLInputElement) {
    if (WORDLESS_INPUTS.has(element.type)) return '';
    if (element.type === 'file') return [...(element.files ?? [])].map(({ name }) => name).join(', ');
    return element.value === '' ? element.placeholder : element.value;
  }
  if (element instanceof HTMLTextAreaElement)
    return element.value === '' ? element.placeholder : element.value;
  if (element instanceof HTMLSelectElement) {
    const options = element.size > 1 || element.multiple ? element.options : element.selectedOptions;
    return [...options].map((option) => option.label || option.text).join(' ');
  }
  // Drawn where the picture itself can't be had.
  if (element instanceof HTMLImageElement) return element.alt;
  return undefined;
}

function addGenerated(
  element: Element,
  place: '::before' | '::after',
  add: (text: string, source: { readonly generatedBy: Element }) => void,
): void {
  const { content } = getComputedStyle(element, place);
  if (content === 'none' || content === 'normal' || content === '') return;
  const text = content
    .replace(/attr\(\s*([\w-]+)[^)]*\)/g, (_all, name: string) => element.getAttribute(name) ?? '')
    .replace(/"((?:[^"\\]|\\.)*)"\s*/g, (_all, quoted: string) => quoted.replace(/\\(.)/g, '$1'));
  add(text, { generatedBy: element });
}

/**
 * What to paint over for some texts of a look; `false` for one that nothing would cover for sure, and where it was not the last look. What is
 * not drawn is left out.
 */
export function coversOf(look: number, indices: readonly number[]): readonly (Cover | false)[] {
  if (look !== looks) return [false];
  return indices.flatMap((index) => {
    const source = sources[index];
    if (source === undefined) return [];
    // Where generated content is drawn can't be asked.
    if ('generatedBy' in source) return [false as const];
    const cover = coverOf(source);
    return cover === undefined ? [] : [cover];
  });
}

function coverOf(node: Node): Cover | false | undefined {
  const whole = drawnBox(node);
  const drawn = whole && inViewport(whole);
  if (drawn === undefined) return undefined;
  // A text may stick out of its element; what is clipped away is no matter.
  const start = node instanceof Element ? node : composedParent(node);
  for (let element = start; element; element = composedParent(element)) {
    const box = element.getBoundingClientRect();
    if (isInside(drawn, box)) return { id: idOf(element), box: [box.x, box.y, box.width, box.height] };
  }
  return false;
}

function drawnBox(node: Node): DOMRect | undefined {
  if (node instanceof Element) {
    const box = node.getBoundingClientRect();
    return box.width > 0 && box.height > 0 ? box : undefined;
  }
  const range = document.createRange();
  range.selectNodeContents(node);
  const box = range.getBoundingClientRect();
  return box.width > 0 && box.height > 0 ? box : undefined;
}

/** The part of a box that a picture has. */
function inViewport({ left, top, right, bottom }: DOMRect): DOMRect | undefined {
  const [x, y] = [Math.max(0, left), Math.max(0, top)];
  const [width, height] = [Math.min(innerWidth, right) - x, Math.min(innerHeight, bottom) - y];
  return width > 0 && height > 0 ? new DOMRect(x, y, width, height) : undefined;
}

function isInside(inner: DOMRect, outer: DOMRect): boolean {
  return (
    outer.width > 0 &&
    outer.height > 0 &&
    inner.left >= outer.left - SLACK_PX &&
    inner.top >= outer.top - SLACK_PX &&
    inner.right <= outer.right + SLACK_PX &&
    inner.bottom <= outer.bottom + SLACK_PX
  );
}
