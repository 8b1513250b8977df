// How a test author writes an app down: routes that turn state into nodes, and handlers that change the state. It only
// describes; nothing here runs.
import type { OpenDialog } from '../../screen/node.ts';
import type { AppClock } from './timers.ts';

/** What happens when something is done to a node: change `state` in place, or ask more of `app`. */
export type Handler<State> = (state: State, app: AppHandle<State>) => void;

/** The same with what was typed, chosen, ticked, pressed, answered or dropped. */
export type ValueHandler<State, Value> = (state: State, app: AppHandle<State>, value: Value) => void;

/** Everything of a node besides role and name. `undefined` always means "does not apply". */
export interface NodeOptions<State> {
  /** Keeps the node's identity when its name changes. Default: role, name and place among twins under the same parent. */
  readonly key?: string | undefined;
  readonly text?: string | undefined;
  /** A field without `value` and one without a handler for it keep what is typed by themselves, until the page goes. */
  readonly value?: string | undefined;
  readonly testId?: string | undefined;
  readonly placeholder?: string | undefined;
  readonly purpose?: string | undefined;
  readonly checked?: boolean | 'mixed' | undefined;
  readonly selected?: boolean | undefined;
  readonly expanded?: boolean | undefined;
  readonly pressed?: boolean | 'mixed' | undefined;
  readonly disabled?: boolean | undefined;
  /** What lies over the node, in words; actions wait for it to go. */
  readonly covered?: string | undefined;
  /** On the screen but out of reach; holds for everything inside. */
  readonly behindModal?: boolean | undefined;
  /** Not in any reading; locators by text or test id still see it as not visible. Holds for everything inside. */
  readonly hidden?: boolean | undefined;
  /** A field that cannot be typed into. */
  readonly readOnly?: boolean | undefined;
  /** Readings show bullets, never the value. */
  readonly password?: boolean | undefined;
  /** Labels to select from. */
  readonly options?: readonly string[] | undefined;
  /** Takes files. */
  readonly files?: boolean | undefined;
  /** Where a tap leads, besides `onTap`. */
  readonly href?: string | undefined;
  /** CSS pixels, for actions at bare points. */
  readonly box?:
    | { readonly x: number; readonly y: number; readonly width: number; readonly height: number }
    | undefined;
  readonly attributes?: Readonly<Record<string, string>> | undefined;
  /** Every action on the node ends so. `delivered`: its handlers run all the same, as when an answer got lost. */
  readonly fails?:
    | {
        readonly code: 'refused' | 'not-taken' | 'uncertain';
        readonly message: string;
        readonly delivered?: boolean;
      }
    | undefined;
  readonly children?: readonly FakeNode<State>[] | undefined;

  readonly onTap?: Handler<State> | undefined;
  readonly onDoubleTap?: Handler<State> | undefined;
  readonly onLongPress?: Handler<State> | undefined;
  readonly onSecondaryTap?: Handler<State> | undefined;
  readonly onHover?: Handler<State> | undefined;
  readonly onType?: ValueHandler<State, string> | undefined;
  readonly onSelect?: ValueHandler<State, string> | undefined;
  readonly onCheck?: ValueHandler<State, boolean> | undefined;
  readonly onUpload?: ValueHandler<State, readonly string[]> | undefined;
  /** Something was dropped here; the value is its accessible name. */
  readonly onDrop?: ValueHandler<State, string> | undefined;
  /** Key → what it does here, or anywhere inside. */
  readonly onKey?: Readonly<Record<string, Handler<State>>> | undefined;
  readonly onScroll?: ValueHandler<State, 'up' | 'down' | 'left' | 'right'> | undefined;
}

/** One node of a described screen. */
export interface FakeNode<State> extends NodeOptions<State> {
  readonly role: string;
  readonly name?: string | undefined;
}

/** Writes one node down. */
export function node<State>(role: string, name?: string, options: NodeOptions<State> = {}): FakeNode<State> {
  return { ...options, role, ...(name === undefined ? {} : { name }) };
}

/** What a handler, a timer or a test can ask of the app besides its state. It stands for the page whose handler it is. */
export interface AppHandle<State> {
  /** Change it in place, in a handler or inside `update`. */
  readonly state: State;
  /** Path with query of this page. */
  readonly path: string;
  /** Values of the `:name` segments of the route. */
  readonly params: Readonly<Record<string, string>>;
  /** Number of readings of this page so far: content made of it differs at every look. */
  readonly readings: number;
  /** Current value of a field, by its name or test id; `''` when it is empty or not there. */
  value(field: string): string;
  /** Whether a checkable is ticked, by its name or test id. */
  checked(field: string): boolean;
  /** Changes the state from outside a handler, and lets waiting readers know. */
  update(change: Handler<State>): void;
  go(path: string): void;
  reload(): void;
  /** Changes the state after a while on the app's clock, unless the page goes first. */
  later(delayMs: number, change: Handler<State>): void;
  /** Opens a native dialog; `answered` gets `false` when dismissed, else `true` or a prompt's text. */
  dialog(dialog: OpenDialog, answered?: ValueHandler<State, boolean | string>): void;
  openPage(path: string): void;
  closePage(): void;
  /** Sends a state-changing request; the screen is not steady until it is answered. */
  request(request: FakeRequest<State>): void;
}

/** A request of the app's own site. */
export interface FakeRequest<State> {
  readonly method: string;
  /** A path, or a whole URL. */
  readonly url: string;
  /** `undefined`: it fails without an answer. */
  readonly status?: number;
  /** Milliseconds on the app's clock. Default: 0, answered at once. */
  readonly afterMs?: number;
  readonly answered?: Handler<State>;
}

/** Turns state into the nodes of one screen; called at every look, so it must only read. */
export type ScreenOf<State> = (state: State, app: AppHandle<State>) => readonly FakeNode<State>[];

/** A screen, alone or with its title. Without one the title is the first heading's name, else the path. */
export type FakeRoute<State> =
  | ScreenOf<State>
  | { readonly title: string | ((state: State) => string); readonly screen: ScreenOf<State> };

/** An app in memory. */
export interface FakeApp<State> {
  /** Where `open()` without a path goes. */
  readonly start: string;
  /** What each attempt begins with; copied for each with `structuredClone`. */
  readonly state: State;
  /** Path → screen. Segments may be `:name`; a key with a query wants that query; a whole URL is another site. */
  readonly routes: Readonly<Record<string, FakeRoute<State>>>;
  /** Runs each time a page has gone somewhere, loads and reloads alike. */
  readonly opened?: Handler<State>;
  /** Default: the attempt's `appUrl`, else `http://app.test`. */
  readonly origin?: string;
  /** Default: real timers. */
  readonly clock?: AppClock;
}

/** Writes an app down; the same value back, with its state type inferred for the handlers. */
export function fakeApp<State>(app: FakeApp<State>): FakeApp<State> {
  return app;
}
