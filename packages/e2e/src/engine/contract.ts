// The contract between the product and whatever drives an app: how it is launched, read, acted on and waited for. An engine
// knows nothing of tests, caches, agents or reports.
import type { Action, ActionKind } from '../screen/action.ts';
import type { NodeId, OpenDialog, Reading } from '../screen/node.ts';

/** What an engine can do beyond reading and acting. */
export interface Capabilities {
  /** Screenshots, and actions at bare points. */
  readonly pixels: boolean;
  /** Sees the app's requests. */
  readonly requests: boolean;
  /** Native dialogs. */
  readonly dialogs: boolean;
  /** Several pages (tabs) per session. */
  readonly pages: boolean;
}

/** A way to drive one kind of app; made once per target in the config. */
export interface Engine {
  /** `web`, `device`, …: part of every recording's key. */
  readonly name: string;
  readonly capabilities: Capabilities;
  readonly actions: ReadonlySet<ActionKind>;
  /** @throws E2EError ENGINE_FAILED when the browser or device cannot be had; the message lists what was tried and how to mend it. */
  launch(options: LaunchOptions): Promise<RunningEngine>;
  /** What a worker may begin before it has loaded the config; without it, everything waits for the first test that needs the engine. */
  readonly ahead?: Ahead;
}

/** A part of a launch that can begin in a worker ahead of it: plain data, since it crosses a process border. */
export interface Ahead {
  /** URL of an {@link AheadModule}. */
  readonly module: string;
  /** Anything that JSON can hold. */
  readonly data: unknown;
}

/** A module that an {@link Ahead} names. What it begins is for a `launch` that asks for the same; any other launch does without, and ends it. */
export interface AheadModule {
  /** Begins. @returns once the process may be left in order, also when it could not begin: the launch says why. */
  prepare(data: unknown, launch: Pick<LaunchOptions, 'headed'>): Promise<void>;
}

/** What a launch needs to know. */
export interface LaunchOptions {
  /** Absolute path of the project: uploads are resolved in it and may not leave it. */
  readonly rootDir: string;
  /** Shows the window; `undefined` leaves it to the engine's own options. */
  readonly headed?: boolean;
}

/** A launched browser or device, kept across the attempts of one worker. */
export interface RunningEngine {
  /** Product and version, such as `Chromium 156.0.8078.73`; for the report only. */
  readonly version: string;
  /** A session with no state of any other: cookies, storage and pages are its own. */
  startAttempt(options: AttemptOptions): Promise<Session>;
  close(): Promise<void>;
}

/** The app that an attempt is about. */
export interface AttemptOptions {
  /** Base URL; relative paths are resolved against it. `undefined` when the target names none. */
  readonly appUrl?: string;
}

/** How long a call may take and what ends it early. */
export interface CallOptions {
  /** Milliseconds on the monotonic clock; 0 means a single try. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/** Options of a wait for a steady screen. */
export interface SteadyOptions extends CallOptions {
  /** Called when the wait is over and the reading begins, so that a report can tell one from the other. */
  readonly onSteady?: () => void;
  /**
   * Whether all that is to come to a screen has come, as far as the caller knows: it was the same before, and stayed so. An engine that can
   * tell that nothing is under way or about to happen in the app gives such a screen at once; another does as without it.
   */
  readonly isKnown?: (reading: Reading) => boolean;
}

/**
 * Why an action did not happen. `refused`: it is not allowed, whatever the app would make of it (a file outside the project, an address
 * that is not of the web, a secret in a place that is not its own). `not-taken`: the control or the browser did not take it (it keeps moving, cannot be scrolled to, lost its
 * text). `uncertain`: it was sent, and whether the app acted on it is unknown. `stale`: the screen is not the one given as `seen` any more;
 * nothing was sent.
 */
export type ActionFailureCode =
  | 'not-found'
  | 'covered'
  | 'disabled'
  | 'not-editable'
  | 'no-such-option'
  | 'file-missing'
  | 'refused'
  | 'not-taken'
  | 'dialog-open'
  | 'no-dialog'
  | 'unsupported'
  | 'stale'
  | 'uncertain';

/** What came of one action. The message names the control, what stood in the way and, for a cover, what covers it. */
export type ActionResult =
  | { readonly ok: true }
  | { readonly ok: false; readonly code: ActionFailureCode; readonly message: string };

/** Options of one action. */
export interface PerformOptions extends CallOptions {
  /** The value for `typeSecret`; resolved by the runner, never kept by the engine. */
  readonly secret?: string;
  /** Where that value may go. An engine answers `refused` for any other place, before anything is sent. */
  readonly secretRule?: SecretRule;
  /**
   * The reading in which the target was chosen. An engine that can tell answers `stale` where anything changed since, before it sends
   * anything; another does as without it.
   */
  readonly seen?: Reading;
}

/** Where a secret may be typed, beside editable fields of the app's own site. */
export interface SecretRule {
  /** Further hosts, with what is below them, or origins. */
  readonly sites: readonly string[];
  /** Into password fields only. */
  readonly passwordOnly: boolean;
}

/** One state-changing request (POST, PUT, PATCH, DELETE) of the app's own site. */
export interface SeenRequest {
  readonly method: string;
  readonly url: string;
  /** HTTP status; `undefined` while it is in flight or when it failed without an answer. */
  readonly status?: number;
}

/** A place in the viewport, in CSS pixels from its top left. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** What a picture may show, and how large it is. */
export interface PictureOptions {
  /**
   * Whether a text may not be seen. Asked about every text that the page draws, in frames of any site too, and about texts that stand one
   * after the other; where in doubt, an engine gives no picture. Default: all may.
   */
  readonly hides?: (text: string) => boolean;
  /** `css`: a pixel of the picture is a CSS pixel. Default: `device`, as the screen has it. */
  readonly scale?: 'css' | 'device';
}

/** One attempt's view of the app. */
export interface Session {
  /** Goes to a path or URL (default: the app's own). @throws E2EError APP_UNREACHABLE when nothing answers. */
  open(path?: string): Promise<void>;
  /** Closes every page and opens the app anew; cookies and storage stay. */
  restart(): Promise<void>;
  /** Empties cookies and storage; pages stay where they are. */
  clearState(): Promise<void>;
  /**
   * PNG bytes of the current page's viewport. Painted over in one colour: password fields, fields that a secret was typed into, and all that
   * `options.hides` says of.
   * @throws E2EError ACTION_FAILED when that cannot be done, or while a native dialog is open.
   */
  screenshot(options?: PictureOptions): Promise<Uint8Array>;
  /** Where a node of the latest readings is in such a picture; `undefined` when it is not on it. Absent on engines without pictures. */
  boxOf?(id: NodeId): Promise<Box | undefined>;

  /**
   * What a point of the viewport hits, in CSS pixels: ids of nodes, the innermost first, and `undefined` for what is no place of the app, such
   * as a frame of another site. Not each has to be in a reading. Absent on engines without pictures.
   */
  nodesAt?(x: number, y: number): Promise<readonly NodeId[] | undefined>;

  /** The screen as it is at this moment. */
  read(): Promise<Reading>;
  /**
   * The screen once it is steady: no navigation or request in flight, no change for a short while; or as it is when the time is up.
   * Waits on events of the page, not on a timer alone.
   */
  steady(options: SteadyOptions): Promise<Reading>;
  /** Resolves to true as soon as the screen may have changed since the last reading; false when the time is up first. */
  changed(options: CallOptions): Promise<boolean>;
  /**
   * Does one action on a node of the latest readings. Waits within the time for the node to be enabled, still and uncovered; never
   * forces. Resolves when the action was delivered, without waiting for what the app makes of it; at once when it opens a dialog.
   */
  perform(action: Action<NodeId>, options: PerformOptions): Promise<ActionResult>;

  /** The open native dialog, if any. */
  dialog(): OpenDialog | undefined;
  /** State-changing same-site requests since the session began, oldest first; empty without the capability. */
  requests(): readonly SeenRequest[];
  /** Elements by query, for tests written by hand. */
  locator(query: LocatorQuery): EngineLocator;
  /** What only a browser has; absent on engines without one. */
  readonly browser?: BrowserControl;
  /** Ends the session and frees what it holds. Never throws. */
  end(): Promise<void>;
}

/** Text to look for: a string (case-insensitive part unless `exact`) or a pattern. */
export type TextMatch = string | RegExp;

/** One step of a query; each narrows the elements that the step before found. */
export type LocatorStep =
  | { readonly by: 'role'; readonly role: string; readonly name?: TextMatch; readonly exact?: boolean }
  | {
      readonly by: 'text' | 'label' | 'placeholder' | 'testId';
      readonly text: TextMatch;
      readonly exact?: boolean;
    }
  | { readonly by: 'hasText'; readonly text: TextMatch }
  /** `index`: from 0; negative counts from the end. */
  | { readonly by: 'nth'; readonly index: number };

/** Steps, outermost first. */
export type LocatorQuery = readonly LocatorStep[];

/** One matched element at one moment. */
export interface ElementState {
  /** Text content, white space collapsed. */
  readonly text: string;
  /** Present on fields. */
  readonly value?: string;
  readonly visible: boolean;
  readonly enabled: boolean;
  /** Present on checkable elements. */
  readonly checked?: boolean | 'mixed';
  readonly focused: boolean;
  readonly attributes: Readonly<Record<string, string>>;
}

/** What a hand-written test does to an element. */
export type LocatorAction =
  | { readonly kind: 'tap' | 'check' | 'uncheck' | 'hover' }
  | { readonly kind: 'fill'; readonly text: string }
  | { readonly kind: 'press'; readonly key: string }
  | { readonly kind: 'select'; readonly option: string }
  | { readonly kind: 'upload'; readonly paths: readonly string[] };

/** Elements found by a query, looked up anew at each call. */
export interface EngineLocator {
  /** Every match, in document order. */
  snapshot(): Promise<readonly ElementState[]>;
  /**
   * Acts on the one match, waiting for it within the time.
   * @throws E2EError LOCATOR_NOT_FOUND, LOCATOR_AMBIGUOUS or ACTION_FAILED.
   */
  act(action: LocatorAction, options: CallOptions): Promise<void>;
}

/** How a test answers a native dialog: `true` accepts, `false` dismisses, a string accepts a prompt with that text. */
export type DialogHandler = (dialog: OpenDialog) => boolean | string | Promise<boolean | string>;

/** Navigation of a browser, for hand-written tests. */
export interface BrowserControl {
  goto(url: string): Promise<void>;
  url(): string;
  title(): Promise<string>;
  back(): Promise<void>;
  forward(): Promise<void>;
  reload(): Promise<void>;
  /** Answers the dialogs that open from now on; `undefined` stops answering. */
  onDialog(handler: DialogHandler | undefined): void;
  /** The driver's own page and context objects (Playwright's for `e2e/web`). */
  readonly page: unknown;
  readonly context: unknown;
}
