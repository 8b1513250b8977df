// A tool of the project as the cache sees it: something that can be called again, or not. What a tool is and how it runs is the agent's to say.
import type { ErrorCode } from '../base/error.ts';
import type { ToolAction } from '../screen/action.ts';

/** What kind of thing a call gave back; `error`: it threw, or was not done in time. */
export const RESULT_KINDS = ['nothing', 'text', 'number', 'boolean', 'list', 'object', 'error'] as const;
export type ResultKind = (typeof RESULT_KINDS)[number];

/** A kind of result in words: "it gave …". */
export const RESULT_WORDS: Readonly<Record<ResultKind, string>> = {
  nothing: 'nothing',
  text: 'a text',
  number: 'a number',
  boolean: 'true or false',
  list: 'a list',
  object: 'an object',
  error: 'an error',
};

/**
 * What a replay may make of a tool's calls: `read-only` ones change nothing and are left out, `same-input` ones are done again. All others
 * stop it. Source: issue "The agent", project tools; spec R25.
 */
export const TOOL_REPLAYS = ['read-only', 'same-input'] as const;
export type ToolReplay = (typeof TOOL_REPLAYS)[number];

/** What came of a call. No text of it holds a secret. */
export type ToolEnd =
  /** `text`: what it gave back, as an agent is shown it. */
  | { readonly kind: 'returned'; readonly result: ResultKind; readonly text: string }
  /** It was begun and did not end well: what it has done is not known. */
  | { readonly kind: 'failed'; readonly isLate: boolean; readonly message: string }
  /** It was not begun. */
  | { readonly kind: 'refused'; readonly code: ErrorCode; readonly message: string };

/** One call, ready to be made. */
export interface ToolRun {
  /** Absent: it stops a replay. */
  readonly replay?: ToolReplay;
  /** Never throws but for the end of the step, or for a secret that can't be had. */
  run(): Promise<ToolEnd>;
}

/** The call as today's tools of the agent make it; `undefined` for a tool that it does not have. */
export type FindTool = (action: ToolAction) => ToolRun | undefined;
