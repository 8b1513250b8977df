// What a point of this document hits, for actions that name a place on a picture.
import { composedParent } from './dom.ts';
import { idOf } from './ids.ts';
import { deepElementFromPoint } from './modal.ts';

/** Elements that may show another document, beside `iframe`. */
const HOSTS: ReadonlySet<string> = new Set(['iframe', 'frame', 'embed', 'fencedframe']);

/** What is at a point. */
export interface Hit {
  /** The innermost first; a label's control comes after the label. */
  readonly ids: readonly string[];
  /** Where the point is in the document of the frame that it is on. */
  readonly inner?: { readonly x: number; readonly y: number };
}

/** Looks at a point, in CSS pixels of this document's viewport. */
export function hitAt(x: number, y: number): Hit {
  const first = deepElementFromPoint(x, y);
  const ids: string[] = [];
  for (let element = first; element; element = composedParent(element)) {
    ids.push(idOf(element));
    if (element instanceof HTMLLabelElement && element.control) ids.push(idOf(element.control));
  }
  if (first === undefined || !showsDocument(first)) return { ids };
  const box = first.getBoundingClientRect();
  const { paddingLeft, paddingTop } = getComputedStyle(first);
  const [left, top] = [
    first.clientLeft + Number.parseFloat(paddingLeft),
    first.clientTop + Number.parseFloat(paddingTop),
  ];
  return { ids, inner: { x: x - box.left - left, y: y - box.top - top } };
}

function showsDocument(element: Element): boolean {
  if (HOSTS.has(element.localName)) return true;
  return element.localName === 'object' && (element as HTMLObjectElement).contentWindow !== null;
}
