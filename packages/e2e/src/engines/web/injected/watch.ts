// Notices that the screen may have changed: one MutationObserver over the document and each shadow root, and the events that
// change a screen without a mutation. It counts; `wait.ts` waits on the count.
import { keepClosedRoot, shadowOf } from './shadow.ts';

/** Told of each change; `restless` when its spot keeps changing by itself. */
type Listener = (restless: boolean) => void;

/** A spot that has been changing for this long without a rest (a clock, a spinner) is restless, in ms. Source: chosen. */
const RESTLESS_MS = 1_500;

/** A pause that ends such a series, in ms. Source: chosen. */
const REST_MS = 500;

/** Attributes by which a script moves an element step by step. */
const MOVING_ATTRIBUTES: ReadonlySet<string> = new Set(
  'style transform x y cx cy d points width height viewBox'.split(' '),
);

/** Two such steps within this time, or one scroll, mean that something may still be moving, in ms. Source: chosen, six frames. */
const MOVING_MS = 100;

/** Shorter than any frame, in ms. */
const FRAME_MS = 4;

let version = 0;
let changedAt = 0;
let inputAt = Number.NEGATIVE_INFINITY;
let scripted = false;
let stepAt = Number.NEGATIVE_INFINITY;
let stepBefore = Number.NEGATIVE_INFINITY;
let scrolledAt = Number.NEGATIVE_INFINITY;
let loadedAt = Number.POSITIVE_INFINITY;
let observer: MutationObserver | undefined;
const observed = new WeakSet<Node>();
const roots = new Set<WeakRef<ShadowRoot>>();
const listeners = new Set<Listener>();
const series = new WeakMap<Node, { since: number; last: number }>();

const EVENTS = [
  'input',
  'change',
  'reset',
  'toggle',
  'fullscreenchange',
  'transitionend',
  'animationend',
  'focusin',
  'focusout',
  'slotchange',
  'load',
];

/** What begins something that changes the screen, if only after a while or in another page. */
const INPUT = [
  'pointerdown',
  'mousedown',
  'pointerup',
  'mouseup',
  'click',
  'keydown',
  'keyup',
  'beforeinput',
  'input',
  'change',
  'drop',
];

/** Whether a script of the page ran here, or may have: one that took itself out again left no other trace. */
export function hadScript(): boolean {
  currentVersion();
  return scripted;
}

/** Starts noticing, once per document. */
export function startWatching(): void {
  if (observer) return;
  // What was there before anyone looked is not known.
  scripted = document.body !== null;
  observer = new MutationObserver(onRecords);
  observe(document);
  for (const event of EVENTS) {
    addEventListener(event, (fired) => bumpBy(fired.target instanceof Node ? fired.target : undefined), {
      capture: true,
      passive: true,
    });
  }
  for (const event of INPUT) {
    addEventListener(event, () => (inputAt = performance.now()), { capture: true, passive: true });
  }
  if (document.readyState === 'complete') loadedAt = performance.now();
  else addEventListener('load', () => (loadedAt = performance.now()), { capture: true, once: true });
  addEventListener('scroll', () => (scrolledAt = performance.now()), { capture: true, passive: true });
  watchNewShadowRoots();
}

/** What Playwright lays over a page while it takes a picture: no change of the page. */
const GLASS = 'x-pw-glass';

/** Set while a picture is taken: Playwright hides the caret of each field by its `style`. */
let isPictured = false;

/** Says that a picture is about to be taken, or that it was. */
export function setPictured(isTaken: boolean): void {
  currentVersion();
  isPictured = isTaken;
}

function isOfPicture({ type, target, addedNodes, removedNodes, attributeName }: MutationRecord): boolean {
  if (type === 'childList') return [...addedNodes, ...removedNodes].every(isGlass);
  if (isGlass(target)) return true;
  return (
    isPictured &&
    attributeName === 'style' &&
    target instanceof Element &&
    target.matches('input, textarea, [contenteditable]')
  );
}

function isGlass(node: Node): boolean {
  return node instanceof Element && node.localName === GLASS;
}

function bumpBy(target: Node | undefined): void {
  if (target === undefined || !isGlass(target)) bump(target);
}

/** Whether a script may be moving something right now: it changed places in two frames in a row, or something scrolled. */
export function isScriptMoving(): boolean {
  currentVersion();
  const time = performance.now();
  return time - scrolledAt < MOVING_MS || (time - stepAt < MOVING_MS && stepAt - stepBefore < MOVING_MS);
}

/** Milliseconds since the last change that is not one of a restless spot. */
export function quietMs(): number {
  currentVersion();
  return performance.now() - changedAt;
}

/** Milliseconds since the last input in this document, of which the app has yet to make something; endless where there was none. */
export function sinceInputMs(): number {
  return performance.now() - inputAt;
}

/** Milliseconds since the document was loaded, as far as it was watched; below zero while it is not. */
export function sinceLoadMs(): number {
  return performance.now() - loadedAt;
}

/** The number of changes noticed so far, those that wait for delivery included. */
export function currentVersion(): number {
  const pending = observer?.takeRecords() ?? [];
  if (pending.length > 0) onRecords(pending);
  return version;
}

/** Calls back at each change until the returned function is called. */
export function onChange(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The shadow roots that are in the document, closed ones too. */
export function shadowRoots(): readonly ShadowRoot[] {
  const found: ShadowRoot[] = [];
  for (const known of roots) {
    const root = known.deref();
    if (root === undefined) roots.delete(known);
    else if (root.isConnected) found.push(root);
  }
  return found;
}

/** Observes a root that the walk met; harmless when it is observed already. */
function observe(root: Node): void {
  if (observed.has(root)) return;
  observed.add(root);
  if (root instanceof ShadowRoot) roots.add(new WeakRef(root));
  observer?.observe(root, { subtree: true, childList: true, characterData: true, attributes: true });
  observeInside(root);
}

function observeInside(node: Node): void {
  if (!(node instanceof Element || node instanceof Document || node instanceof DocumentFragment)) return;
  const own = node instanceof Element ? shadowOf(node) : null;
  if (own) observe(own);
  // Custom elements and the few built-ins that can host a root are the only ones worth a look.
  for (const element of node.querySelectorAll('*')) {
    const root = shadowOf(element);
    if (root) observe(root);
  }
}

function onRecords(records: readonly MutationRecord[]): void {
  for (const record of records) {
    if (isOfPicture(record)) continue;
    for (const added of record.addedNodes) {
      scripted ||= added.nodeName.toLowerCase() === 'script';
      observeInside(added);
    }
    if (record.attributeName !== null && MOVING_ATTRIBUTES.has(record.attributeName)) noteStep();
    bump(record.target);
  }
}

/** Changes of one frame are one step. */
function noteStep(): void {
  const time = performance.now();
  if (time - stepAt < FRAME_MS) return;
  stepBefore = stepAt;
  stepAt = time;
}

function bump(target: Node | undefined): void {
  version++;
  const restless = target !== undefined && isRestless(target);
  if (!restless) changedAt = performance.now();
  for (const listener of [...listeners]) listener(restless);
}

function isRestless(target: Node): boolean {
  const time = performance.now();
  const known = series.get(target);
  if (!known || time - known.last > REST_MS) {
    series.set(target, { since: time, last: time });
    return false;
  }
  known.last = time;
  return time - known.since > RESTLESS_MS;
}

// A root attached to an element that is already in place is no mutation, so the call itself is noticed.
function watchNewShadowRoots(): void {
  const attach = Element.prototype.attachShadow;
  Element.prototype.attachShadow = function attachShadow(this: Element, init: ShadowRootInit): ShadowRoot {
    const root = attach.call(this, init);
    if (isGlass(this)) return root;
    if (root.mode === 'closed') keepClosedRoot(this, root);
    observe(root);
    bump(this);
    return root;
  };
}
