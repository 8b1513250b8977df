// biome-ignore-all lint/suspicious/noShadowRestrictedNames: to stand in the place of those names is what it is for
// What every script builds on, as it was before the page's own scripts ran. build.mjs puts these in the place of each global of that name: a page
// may have a `Node` or a `Text` of its own, or a clock that stands still.

export const Array: typeof globalThis.Array = globalThis.Array;
export const Boolean: typeof globalThis.Boolean = globalThis.Boolean;
export const CSS: typeof globalThis.CSS = globalThis.CSS;
export const Document: typeof globalThis.Document = globalThis.Document;
export const DocumentFragment: typeof globalThis.DocumentFragment = globalThis.DocumentFragment;
export const DOMRect: typeof globalThis.DOMRect = globalThis.DOMRect;
export const Element: typeof globalThis.Element = globalThis.Element;
export const Event: typeof globalThis.Event = globalThis.Event;
export const HTMLDetailsElement: typeof globalThis.HTMLDetailsElement = globalThis.HTMLDetailsElement;
export const HTMLDialogElement: typeof globalThis.HTMLDialogElement = globalThis.HTMLDialogElement;
export const HTMLElement: typeof globalThis.HTMLElement = globalThis.HTMLElement;
export const HTMLFormElement: typeof globalThis.HTMLFormElement = globalThis.HTMLFormElement;
export const HTMLImageElement: typeof globalThis.HTMLImageElement = globalThis.HTMLImageElement;
export const HTMLInputElement: typeof globalThis.HTMLInputElement = globalThis.HTMLInputElement;
export const HTMLLabelElement: typeof globalThis.HTMLLabelElement = globalThis.HTMLLabelElement;
export const HTMLMeterElement: typeof globalThis.HTMLMeterElement = globalThis.HTMLMeterElement;
export const HTMLOptionElement: typeof globalThis.HTMLOptionElement = globalThis.HTMLOptionElement;
export const HTMLProgressElement: typeof globalThis.HTMLProgressElement = globalThis.HTMLProgressElement;
export const HTMLSelectElement: typeof globalThis.HTMLSelectElement = globalThis.HTMLSelectElement;
export const HTMLSlotElement: typeof globalThis.HTMLSlotElement = globalThis.HTMLSlotElement;
export const HTMLTableCellElement: typeof globalThis.HTMLTableCellElement = globalThis.HTMLTableCellElement;
export const HTMLTextAreaElement: typeof globalThis.HTMLTextAreaElement = globalThis.HTMLTextAreaElement;
export const JSON: typeof globalThis.JSON = globalThis.JSON;
export const KeyboardEvent: typeof globalThis.KeyboardEvent = globalThis.KeyboardEvent;
export const KeyframeEffect: typeof globalThis.KeyframeEffect = globalThis.KeyframeEffect;
export const Map: typeof globalThis.Map = globalThis.Map;
export const Math: typeof globalThis.Math = globalThis.Math;
export const MutationObserver: typeof globalThis.MutationObserver = globalThis.MutationObserver;
export const Node: typeof globalThis.Node = globalThis.Node;
export const Number: typeof globalThis.Number = globalThis.Number;
export const Object: typeof globalThis.Object = globalThis.Object;
export const parseFloat: typeof globalThis.parseFloat = globalThis.parseFloat;
export const Promise: typeof globalThis.Promise = globalThis.Promise;
export const Reflect: typeof globalThis.Reflect = globalThis.Reflect;
export const RegExp: typeof globalThis.RegExp = globalThis.RegExp;
export const Set: typeof globalThis.Set = globalThis.Set;
export const ShadowRoot: typeof globalThis.ShadowRoot = globalThis.ShadowRoot;
export const String: typeof globalThis.String = globalThis.String;
export const SVGElement: typeof globalThis.SVGElement = globalThis.SVGElement;
export const Text: typeof globalThis.Text = globalThis.Text;
export const WeakMap: typeof globalThis.WeakMap = globalThis.WeakMap;
export const WeakRef: typeof globalThis.WeakRef = globalThis.WeakRef;
export const WeakSet: typeof globalThis.WeakSet = globalThis.WeakSet;
export const XPathResult: typeof globalThis.XPathResult = globalThis.XPathResult;

export const clearTimeout: typeof globalThis.clearTimeout = globalThis.clearTimeout.bind(globalThis);
export const getComputedStyle: typeof globalThis.getComputedStyle =
  globalThis.getComputedStyle.bind(globalThis);
export const requestAnimationFrame: typeof globalThis.requestAnimationFrame =
  globalThis.requestAnimationFrame.bind(globalThis);
/** WebKit has none. */
export const requestIdleCallback: typeof globalThis.requestIdleCallback | undefined =
  globalThis.requestIdleCallback?.bind(globalThis);
export const setTimeout: typeof globalThis.setTimeout = globalThis.setTimeout.bind(globalThis);

const clock = globalThis.performance;
const tellTime = clock.now.bind(clock);

export const performance: Pick<Performance, 'now'> = { now: () => tellTime() };
