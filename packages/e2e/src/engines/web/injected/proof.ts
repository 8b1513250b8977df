// Proves in one look that a press at a point reaches a control: shown, enabled, uncovered, and at rest because nothing that could move
// it is running. It never waits and never scrolls; where it cannot prove, Playwright's own waiting press takes over.
import { composedContains, composedParent, isHidden, startLook } from './dom.ts';
import { elementOf } from './ids.ts';
import { deepElementFromPoint } from './modal.ts';
import { animations, OWN_BOX_ONLY, PAINT_ONLY, propertiesOf } from './motion.ts';
import { isDisabled } from './state.ts';
import { isScriptMoving } from './watch.ts';

/** A point of the viewport, in CSS pixels. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** The point at which a press reaches the control now; `undefined` where that is not proven. */
export function provePoint(id: string): Point | undefined {
  startLook();
  const element = elementOf(id);
  if (!element?.isConnected || isHidden(element) || isDisabled(element)) return undefined;
  if (isScriptMoving() || isAnimated(element)) return undefined;
  const point = centreOf(element);
  if (point === undefined) return undefined;
  const hit = deepElementFromPoint(point.x, point.y);
  return hit !== undefined && composedContains(element, hit) ? point : undefined;
}

/** The centre of the element's first box, when it is inside the viewport. */
function centreOf(element: Element): Point | undefined {
  const box = [...element.getClientRects()].find(({ width, height }) => width >= 1 && height >= 1);
  if (!box) return undefined;
  const x = box.left + box.width / 2;
  const y = box.top + box.height / 2;
  return x > 0 && y > 0 && x < innerWidth && y < innerHeight ? { x, y } : undefined;
}

/** Whether an animation or transition is running that could move the element: on it, on what encloses it, or on the layout around it. */
function isAnimated(element: Element): boolean {
  const around = new Set<Element>();
  for (let node: Element | undefined = element; node; node = composedParent(node)) around.add(node);
  return animations().some((animation) => animation.playState === 'running' && moves(animation, around));
}

function moves({ effect }: Animation, around: ReadonlySet<Element>): boolean {
  if (!(effect instanceof KeyframeEffect)) return true;
  const isAround = effect.target === null || around.has(effect.target);
  return propertiesOf(effect).some((name) => !PAINT_ONLY.has(name) && (isAround || !OWN_BOX_ONLY.has(name)));
}
