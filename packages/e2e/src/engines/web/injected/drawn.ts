// What takes the press in place of a control that its own drawing lies over: design systems shrink a native box and draw it in the
// label, and lay the chosen value over the input of a select. Never looks past the box of the one control.
import { collapse, composedContains, composedParent, isHidden, styleOf } from './dom.ts';
import { deepElementFromPoint } from './modal.ts';
import { roleOf } from './role.ts';

/** The label of a checkbox or radio that is styled away; `undefined` where the box itself can be pressed. */
export function labelOver(input: HTMLInputElement): Element | undefined {
  const label = [...(input.labels ?? [])].find((candidate) => !isHidden(candidate));
  return label && isStyledAway(input, label) ? label : undefined;
}

// Design systems shrink or clip the native box, or what it lies in within the label, and draw their own in the label.
function isStyledAway(input: Element, label: Element): boolean {
  const inLabel = composedContains(label, input);
  let part: Element | undefined = input;
  do {
    if (isShrunk(part)) return true;
    part = composedParent(part);
  } while (inLabel && part && part !== label);
  return false;
}

function isShrunk(element: Element): boolean {
  const box = element.getBoundingClientRect();
  const style = styleOf(element);
  if (style.display === 'contents') return false;
  return (
    box.width <= 2 ||
    box.height <= 2 ||
    style.clipPath !== 'none' ||
    style.clip !== 'auto' ||
    style.pointerEvents === 'none'
  );
}

/** How much higher than its input the box of one field may be, in CSS pixels. Chosen: padding, border and a floating label. */
const BOX_MARGIN_PX = 48;

/**
 * The box around an input and the value that is drawn over it (Ant Design, Element Plus): that is where a user presses to open the
 * list. `undefined` when nothing lies over the input, or what does is not a part of its box: a cover is waited for, not pressed.
 */
export function boxOver(input: HTMLInputElement): Element | undefined {
  if (input.getAttribute('role') !== 'combobox' && !input.readOnly) return undefined;
  input.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
  const own = input.getBoundingClientRect();
  const hit = deepElementFromPoint(own.left + own.width / 2, own.top + own.height / 2);
  if (!hit || composedContains(input, hit) || collapse(hit.textContent ?? '') === '') return undefined;
  const drawn = hit.getBoundingClientRect();
  let box = composedParent(input);
  while (box && !(composedContains(box, hit) && encloses(box, own) && encloses(box, drawn)))
    box = composedParent(box);
  if (!box || box.getBoundingClientRect().height > own.height + BOX_MARGIN_PX) return undefined;
  for (let part: Element | undefined = hit; part && part !== box; part = composedParent(part))
    if (roleOf(part) !== undefined || part.hasAttribute('tabindex')) return undefined;
  const fields = box.querySelectorAll('input:not([type=hidden]), textarea, select, [contenteditable]');
  return [...fields].every((field) => field === input) ? box : undefined;
}

/** Within a pixel, which is what rounding costs. */
function encloses(element: Element, inner: DOMRect): boolean {
  const outer = element.getBoundingClientRect();
  return (
    inner.top >= outer.top - 1 &&
    inner.bottom <= outer.bottom + 1 &&
    inner.left >= outer.left - 1 &&
    inner.right <= outer.right + 1
  );
}
