// Everything the engine asks of a page, under one hidden name on its window. Bundled to one script by build.mjs, where it gets the built-ins of
// own.ts; runs in every frame, before the page's own scripts.
import { withOwnBuiltIns } from './aside.ts';
import { collapse, startLook } from './dom.ts';
import { type Entered, enterSecret } from './enter.ts';
import { expectAnyPress, expectPress, guardPresses } from './guard.ts';
import { claimPrefix, elementOf, idOf } from './ids.ts';
import { factsOf, optionsOf, revealText, scrollStep, type TargetFacts } from './press.ts';
import { type Probe, probe } from './probe.ts';
import { type Point, provePoint } from './proof.ts';
import { roleOf } from './role.ts';
import { tellInput } from './sent.ts';
import { activeElement } from './state.ts';
import { fieldValue } from './value.ts';
import { waitForChange, waitForQuiet } from './wait.ts';
import { type PageNode, type WalkOptions, walkDocument } from './walk.ts';
import { currentVersion, startWatching } from './watch.ts';

/** One look at one document. */
export interface PageReading {
  readonly prefix: string;
  readonly version: number;
  readonly title: string;
  readonly width: number;
  readonly height: number;
  readonly pixelRatio: number;
  /** Of the document; empty when it says none. */
  readonly language: string;
  readonly nodes: readonly PageNode[];
}

/** A control that is about to be pressed. */
export interface Aimed {
  readonly facts: TargetFacts;
  readonly point?: Point;
}

/** The page's side of the engine. */
export interface PageApi {
  /** Calls one of the methods below; what it gives, as JSON, and empty for nothing. */
  answer(method: string, args: readonly unknown[]): Promise<string>;
  read(candidate: string, options: WalkOptions): PageReading;
  /** The id of an element, for frames and chosen files. */
  idOf(element: Element): string;
  element(id: string): Element | undefined;
  probe(id: string): Probe;
  /** What a field holds now, passwords unmasked: for reading back what was typed. */
  fieldText(id: string): string | undefined;
  hasFocus(id: string): boolean;
  /** Types a secret so that no other document can catch it. */
  enterSecret(id: string, text: string, passwordOnly: boolean, byKeys: boolean): Promise<Entered>;
  facts(id: string): TargetFacts | undefined;
  /** The facts and, where wanted and proven, the point at which a press reaches the control; the next press is then for it alone. */
  aim(id: string, wantsPoint: boolean): Aimed | undefined;
  options(id: string, wanted: string): ReturnType<typeof optionsOf>;
  scrollStep(id: string | undefined, direction: 'up' | 'down' | 'left' | 'right'): Promise<boolean>;
  /** Brings a text into view; false when it is not on the screen. */
  revealText(text: string): boolean;
  waitForQuiet(timeoutMs: number): Promise<boolean>;
  waitForChange(since: number, timeoutMs: number): Promise<boolean>;
  version(): number;
}

/** The hidden name on `window`; what is put in its place when it is used, no page can know (page-api.ts). */
const KEY = '__e2e_page';

/** Gives the page's side of a document; keeps the first one that it is given for it. */
export type Keeper = (of: Document, first?: PageApi) => PageApi | undefined;

/** Those that only look, and run nothing of the page. */
const LOOKS: ReadonlySet<string> = new Set<keyof PageApi>([
  'read',
  'probe',
  'fieldText',
  'hasFocus',
  'facts',
  'aim',
  'options',
]);

const { stringify } = JSON;

const api: PageApi = {
  async answer(method, args) {
    const call = (api as unknown as Record<string, (...args: readonly unknown[]) => unknown>)[method];
    const run = (): unknown => call?.(...args);
    const given = await (LOOKS.has(method) ? withOwnBuiltIns(run) : run());
    return withOwnBuiltIns(() => stringify(given)) ?? '';
  },
  read(candidate, options) {
    const prefix = claimPrefix(candidate);
    const version = currentVersion();
    const nodes = walkDocument(options);
    // What was learnt holds for one look, and must not keep removed elements alive.
    startLook();
    return {
      prefix,
      version,
      title: document.title,
      width: innerWidth,
      height: innerHeight,
      pixelRatio: devicePixelRatio,
      language: document.documentElement?.lang ?? '',
      nodes,
    };
  },
  idOf,
  element: elementOf,
  probe,
  fieldText(id) {
    startLook();
    const element = elementOf(id);
    if (!element) return undefined;
    if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) return element.value;
    return fieldValue(element, roleOf(element)) ?? collapse(element.textContent ?? '');
  },
  hasFocus: (id) => elementOf(id) === activeElement(),
  enterSecret,
  facts: factsOf,
  aim(id, wantsPoint) {
    // A press that never came must not keep the next one from its control.
    expectAnyPress();
    const facts = factsOf(id);
    // An option is chosen, not pressed; a run of text is a part of its element.
    const hasPoint = wantsPoint && facts !== undefined && facts.kind !== 'option' && !facts.point;
    const pressId = facts?.pressId ?? id;
    const point = hasPoint ? provePoint(pressId) : undefined;
    if (facts === undefined || point === undefined) return facts && { facts };
    expectPress(pressId);
    return { facts, point };
  },
  options: optionsOf,
  scrollStep,
  revealText,
  waitForQuiet,
  waitForChange,
  version: currentVersion,
};

/**
 * The keeper of this window. A window of the same site is kept from the empty document that it begins with, properties and all; this script runs
 * before any of the page's in each document, so nobody comes before it.
 */
function keeper(): Keeper {
  const known = (globalThis as unknown as Partial<Record<typeof KEY, Keeper>>)[KEY];
  if (known !== undefined) return known;
  const kept = new WeakMap<Document, PageApi>();
  const [get, set] = [kept.get.bind(kept), kept.set.bind(kept)];
  const made: Keeper = (of, first) => {
    if (first !== undefined && get(of) === undefined) set(of, first);
    return get(of);
  };
  // Neither to be written nor to be defined anew.
  Object.defineProperty(globalThis, KEY, { value: made });
  return made;
}

const keep = keeper();
if (keep(document) === undefined) {
  keep(document, Object.freeze(api));
  startWatching();
  guardPresses();
  tellInput();
}
