// Everything the engine asks of a page, under one hidden name on its window. Bundled to one script by build.mjs, where it gets the built-ins of
// own.ts; runs in every frame, before the page's own scripts.
import type { ElementState } from '../../../engine/contract.ts';
import { type Packed, type PageNode, pack } from '../packed.ts';
import { withOwnBuiltIns } from './aside.ts';
import { collapse, startLook } from './dom.ts';
import { type Entered, enterSecret } from './enter.ts';
import { readyForText, usableField } from './field.ts';
import { type Find, find } from './find.ts';
import { expectAny, expectPress, guardInput } from './guard.ts';
import { type Hit, hitAt } from './hit.ts';
import { claimPrefix, elementOf, hasPrefix, idOf } from './ids.ts';
import {
  choose,
  factsOf,
  type Options,
  optionsOf,
  revealText,
  scrollStep,
  type TargetFacts,
} from './press.ts';
import { type Probe, probe } from './probe.ts';
import { type Point, provePoint } from './proof.ts';
import { roleOf } from './role.ts';
import { tellInput } from './sent.ts';
import { type Cover, coversOf, type ShownTexts, shownTexts } from './shown.ts';
import { activeElement } from './state.ts';
import { fieldValue } from './value.ts';
import { parsed, waitForCalm, waitForChange, waitForQuiet } from './wait.ts';
import { type WalkOptions, walkDocument } from './walk.ts';
import { currentVersion, setPictured, startWatching } from './watch.ts';

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
  readonly nodes: Packed;
}

/** What is about to be done to a control. */
export interface Plan {
  /** A press; of one that is to be checked or unchecked only where it is not so already. */
  readonly press?: boolean;
  readonly checked?: boolean;
  /** Nothing, where the document changed since it had this change count. */
  readonly since?: number;
}

/** A control that is about to be acted on. */
export interface Aimed {
  readonly facts: TargetFacts;
  /** Where a press reaches it, if that was wanted and is proven; the next press is then for it alone. */
  readonly point?: Point;
  /** Whether the next text goes in place of what it holds, and to nothing else. */
  readonly isReady?: boolean;
}

/** The page's side of the engine. */
export interface PageApi {
  /** Calls one of the methods below; what it gives, as JSON, and empty for nothing. */
  answer(method: string, args: readonly unknown[]): Promise<string>;
  /** A look; `answer` gives it once the document is parsed: what is half there says nothing of what is not. */
  read(candidate: string, options: WalkOptions): PageReading;
  /** The elements that a test's query finds, as they are; `undefined` where that is not told here. */
  find(wanted: Find, testIdAttribute: string): readonly ElementState[] | undefined;
  /** The id of an element, for frames and chosen files; `undefined` before the document was read. */
  idOf(element: Element): string | undefined;
  element(id: string): Element | undefined;
  isHere(id: string): boolean;
  probe(id: string): Probe;
  /** What a field holds now, passwords unmasked: for reading back what was typed. */
  fieldText(id: string): string | undefined;
  hasFocus(id: string): boolean;
  /** Types a secret so that no other document can catch it. */
  enterSecret(id: string, text: string, passwordOnly: boolean, byKeys: boolean): Promise<Entered>;
  facts(id: string): TargetFacts | undefined;
  /** Makes ready for what is planned, all in one task; `undefined` when the control is gone. */
  aim(id: string, plan: Plan): Aimed | 'stale' | undefined;
  /** The same for a text; what the field does when it gets the focus runs on the way. */
  aimText(id: string, text: string, since?: number): Aimed | 'stale' | undefined;
  /** Chooses an option of a native select; false where that is not possible right now. */
  choose(id: string, wanted: string): boolean;
  /** A field that a user could type into now. */
  usableField(id: string): Element | undefined;
  /** The options of a select, and the document's change count; `undefined` for anything else. */
  options(id: string, wanted: string): (Options & { readonly version: number }) | undefined;
  scrollStep(id: string | undefined, direction: 'up' | 'down' | 'left' | 'right'): Promise<boolean>;
  /** Brings a text into view; false when it is not on the screen. */
  revealText(text: string): boolean;
  /** A picture is about to be taken, or was: what that does to the page is no change of it. */
  setPictured(isTaken: boolean): void;
  /** What a point hits: elements, the innermost first; `inner`: the same point in the frame that the first of them shows. */
  hitAt(x: number, y: number): Hit;
  /** Every text that the document draws. */
  shownTexts(candidate: string): ShownTexts;
  /** What to paint over for some of them, by their place in that list; `false` where nothing would do. */
  coversOf(look: number, indices: readonly number[]): readonly (Cover | false)[];
  waitForQuiet(timeoutMs: number, sinceActionMs: number): Promise<boolean>;
  waitForCalm(timeoutMs: number): Promise<number | undefined>;
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
  'find',
  'probe',
  'fieldText',
  'hasFocus',
  'facts',
  'aim',
  'options',
  'isHere',
  'hitAt',
  'setPictured',
  'shownTexts',
  'coversOf',
]);

const { stringify } = JSON;

/** The nodes of the last look, which Node has as well, and its number. They hold no elements. */
let known: readonly PageNode[] = [];
let looks = 0;

const api: PageApi = {
  async answer(method, args) {
    const call = (api as unknown as Record<string, (...args: readonly unknown[]) => unknown>)[method];
    const run = (): unknown => call?.(...args);
    if (method === 'read') await parsed();
    // In one go: none of the page's own in between.
    if (LOOKS.has(method)) return withOwnBuiltIns(() => stringify(run())) ?? '';
    const given = await run();
    return withOwnBuiltIns(() => stringify(given)) ?? '';
  },
  read(candidate, options) {
    const prefix = claimPrefix(candidate);
    const version = currentVersion();
    const nodes = walkDocument(options);
    // What was learnt holds for one look, and must not keep removed elements alive.
    startLook();
    const { since, plain } = options;
    const packed = pack(nodes, since?.prefix === prefix && since.look === looks ? known : [], looks + 1);
    if (plain !== true) {
      known = nodes;
      looks += 1;
    }
    return {
      prefix,
      version,
      title: document.title,
      width: innerWidth,
      height: innerHeight,
      pixelRatio: devicePixelRatio,
      language: document.documentElement?.lang ?? '',
      nodes: packed,
    };
  },
  find,
  idOf: (element) => (hasPrefix() ? idOf(element) : undefined),
  element: elementOf,
  isHere: (id) => elementOf(id) !== undefined,
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
  aim(id, { press = false, checked, since }) {
    const facts = begin(id, since);
    // An option is chosen, not pressed; a run of text is a part of its element.
    if (facts === undefined || facts === 'stale') return facts;
    if (!press || facts.kind === 'option' || facts.point) return { facts };
    if (checked !== undefined && (facts.checked === undefined || facts.checked === checked)) return { facts };
    const pressId = facts.pressId ?? id;
    const point = provePoint(pressId);
    if (point === undefined) return { facts };
    expectPress(pressId);
    return { facts, point };
  },
  aimText(id, text, since) {
    const facts = withOwnBuiltIns(() => begin(id, since));
    if (facts === undefined || facts === 'stale') return facts;
    // Writing it at once would get past a limit that typing does not.
    const fits = facts.maxLength === undefined || text.length <= facts.maxLength;
    return { facts, isReady: fits && readyForText(id, text) };
  },
  choose,
  usableField,
  options(id, wanted) {
    const options = optionsOf(id, wanted);
    return options && { ...options, version: currentVersion() };
  },
  scrollStep,
  revealText,
  hitAt,
  setPictured,
  shownTexts,
  coversOf,
  waitForQuiet,
  waitForCalm,
  waitForChange,
  version: currentVersion,
};

function begin(id: string, since: number | undefined): TargetFacts | 'stale' | undefined {
  // Input that never came must not keep the next from its control.
  expectAny();
  return since !== undefined && currentVersion() > since ? 'stale' : factsOf(id);
}

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
  guardInput();
  tellInput();
}
