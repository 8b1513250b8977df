// What a screen is: a flat list of nodes in document order. Two views of the same look: the Reading that engines give and
// the cache works on, and the Screen that an executor sees.

/** Names one element within one look at the screen; never written to a recording. */
export type NodeId = string & { readonly __brand: 'NodeId' };

/** One element as an executor sees it. Absent fields mean "does not apply". Source: framework spec §5. */
export interface ScreenNode {
  readonly id: NodeId;
  /** ARIA role, lower case; `text` for a run of text that belongs to no smaller node. */
  readonly role: string;
  /** Accessible name, white space collapsed. */
  readonly name?: string;
  /** The node's own text, where it says something that the name does not. White space collapsed. */
  readonly text?: string;
  /** Current value of a field; bullets, never the characters, for a password field. */
  readonly value?: string;
  readonly testId?: string;
  readonly placeholder?: string;
  /** Number of ancestors that are nodes themselves. */
  readonly depth: number;
  readonly checked?: boolean | 'mixed';
  readonly selected?: boolean;
  readonly expanded?: boolean;
  readonly pressed?: boolean | 'mixed';
  readonly disabled?: boolean;
  readonly focused?: boolean;
}

/** One element as an engine reads it. */
export interface ReadNode extends ScreenNode {
  /** Index in `Reading.nodes` of the nearest enclosing node, always smaller than its own; -1 at the top. */
  readonly parent: number;
  /** What the field is for: its `autocomplete` token, else its input type when that is not `text`. */
  readonly purpose?: string;
  /** A form. One without a name has no role (HTML-AAM), and is in a Reading as a wrapper: its controls belong together all the same. */
  readonly form?: boolean;
  /** On the screen, but out of reach behind an open modal. Never a candidate for an action. */
  readonly behindModal?: boolean;
}

/**
 * Role of a wrapper without meaning of its own that holds two or more nodes. It is in a Reading, so that "the same card" and
 * "the same row" can be told in pages without semantics, and in no Screen.
 */
export const GENERIC_ROLE = 'generic';

/** A native dialog (`alert`, `confirm`, `prompt`, `beforeunload`) that blocks the page. */
export interface OpenDialog {
  readonly type: string;
  readonly message: string;
}

/** What the app is drawn on. */
export interface Viewport {
  /** CSS pixels. */
  readonly width: number;
  readonly height: number;
  /** Device pixels per CSS pixel; absent where the engine can't tell. */
  readonly pixelRatio?: number;
}

/** One look at the app, as an engine gives it. */
export interface Reading {
  /** The page's URL; on a device the screen title. */
  readonly location: string;
  readonly title: string;
  /** Index of the page that was read, and how many are open. */
  readonly page: number;
  readonly pages: number;
  readonly viewport: Viewport;
  /** What the app says that its language is, such as `en`; absent where it says nothing. */
  readonly language?: string;
  readonly nodes: readonly ReadNode[];
  /** Set while a native dialog is open; `nodes` are then those of the last look before it. */
  readonly dialog?: OpenDialog;
}

/** One look at the app, as an executor sees it. Source: framework spec §5. */
export interface Screen {
  readonly location: string;
  readonly title: string;
  readonly nodes: readonly ScreenNode[];
  /** The screen as a model reads it: one line per node. */
  readonly text: string;
}
