// The stored form of a recording: its format, its limits and the one parser. A text that is not whole, unaltered and of this format
// gives no entry; nothing here decides what an entry is used for.
import { canonicalJson, type Json, sha256 } from '../base/digest.ts';
import { messageOf } from '../base/error.ts';
import { err, ok, type Result } from '../base/result.ts';
import type { StepAction } from '../screen/action.ts';
import type { Descriptor } from '../screen/descriptor.ts';
import type { Effect } from '../screen/effect.ts';
import type { Viewport } from '../screen/node.ts';
import type { Route } from '../screen/route.ts';
import { entryFault } from './format.ts';
import type { EntryKey, StepIdentity } from './key.ts';
import type { Derived, Provenance } from './outcome.ts';
import { MAX_ENTRY_BYTES } from './store.ts';
import type { ResultKind } from './tool.ts';

/** Version of the file format. An entry of another version is `invalid-entry`: the step runs live and is recorded anew. */
export const ENTRY_SCHEMA = 1;

/** Most actions of a recording that replays. Source: spec R26. */
export const MAX_ACTIONS = 50;

/** Most characters of a typed value or URL in a recording that replays. Source: spec R26. */
export const MAX_TEXT_CHARS = 4096;

/** One recorded action. */
export interface RecordedAction<Act extends StepAction<Descriptor> = StepAction<Descriptor>> {
  readonly action: Act;
  /** Index of the page it was done on. */
  readonly page: number;
  /** For typed text: what the field showed afterwards (spec R22). */
  readonly shows?: string;
  /** For a bare point: the viewport it was meant for (spec R23). */
  readonly viewport?: Viewport;
  /** For a call of a tool of the project: what kind of thing it gave back. */
  readonly result?: ResultKind;
  /** For a dialog: its text. */
  readonly message?: string;
  /** What the app asked when this action answered it: another question is not for it to answer. */
  readonly asked?: readonly string[];
  /** For a key press without a target: the control that had the focus (spec R22). */
  readonly focus?: Descriptor;
  /** What it changed on the screen when it was recorded; absent where nothing lasting changed (spec R49, R50). */
  readonly change?: Change;
  /** Why its value can't be repeated: replay stops before it (spec R25). */
  readonly derived?: Derived;
  /** Milliseconds between the action before (or the step's start) and this one. */
  readonly gapMs: number;
}

/** The change that one action made: a new route, what appeared, what went away. */
export interface Change extends Effect {
  readonly route?: Route;
}

/** A state-changing request that the step caused. Source: spec R33. */
export interface RecordedRequest {
  readonly method: string;
  readonly route: Route;
  /** First digit of the status; 0 when it never answered. */
  readonly statusClass: number;
  /** Index of the action that it was sent after; a dismissal that is left out sends nothing (spec R50). */
  readonly by?: number;
}

/** What a step did, as it is stored. */
export interface Entry {
  readonly schema: typeof ENTRY_SCHEMA;
  readonly key: EntryKey;
  /** What the recording belongs to, as a reviewer reads it (redacted). */
  readonly step: StepIdentity;
  readonly recordedBy: Provenance;
  /** ISO 8601, UTC. */
  readonly recordedAt: string;
  readonly summary: string;
  /** Why it may never replay. Source: spec R26. */
  readonly truncated?: string;
  /** Replays with the recorded gaps: faster, it did not reach its effect once (spec R49). */
  readonly paced?: true;
  /** `language`: what the app said that its language was. `likeness`: of the screen before the first action, when nothing more was to come. */
  readonly start: { readonly route: Route; readonly language?: string; readonly likeness?: string };
  readonly actions: readonly RecordedAction[];
  readonly end: EntryEnd;
}

/** The recorded effect. Source: spec R27, R31, R33. */
export interface EntryEnd extends Effect {
  readonly route: Route;
  /** Shapes of every alert seen from before the first action to the passing screen. */
  readonly alerts: readonly string[];
  /** Milliseconds from the last action to the passing screen. */
  readonly waitMs: number;
  readonly requests: readonly RecordedRequest[];
}

/** The text of an entry: stable, one fact per line, closed by a digest of all before it. Source: spec R45. */
export function printEntry(entry: Entry): string {
  return `${JSON.stringify({ ...entry, digest: digestOf(entry) }, null, 2)}\n`;
}

/**
 * The entry in a text, or why it is none. The digest makes any change by hand, merge or disk a miss: a recording is made by
 * recording (spec R16).
 */
export function parseEntry(text: string, key: string): Result<Entry, string> {
  if (Buffer.byteLength(text, 'utf8') > MAX_ENTRY_BYTES) return err('it is over 1 MiB');
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch (thrown) {
    return err(`it is not JSON: ${messageOf(thrown)}`);
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed))
    return err('it is not a JSON object');
  const { digest, ...body } = parsed as Readonly<Record<string, unknown>>;
  if (body.schema !== ENTRY_SCHEMA) {
    return err(
      `its schema is ${JSON.stringify(body.schema) ?? 'missing'}, and this version reads ${ENTRY_SCHEMA}`,
    );
  }
  const fault = entryFault(body);
  if (fault !== undefined) return err(fault);
  // The check above has proven the shape, field by field.
  const entry = body as unknown as Entry;
  if (entry.key !== key) return err('it belongs to another key');
  if (typeof digest !== 'string' || digest !== digestOfForeign(entry))
    return err('its content does not match its digest: it was changed after it was recorded');
  return ok(entry);
}

/** `undefined` for what has no digest: params may be any JSON, also nested too deep to be gone through, or with a number over all limits. */
function digestOfForeign(entry: Entry): string | undefined {
  try {
    return digestOf(entry);
  } catch {
    return undefined;
  }
}

function digestOf(entry: Entry): string {
  return sha256(canonicalJson(entry as unknown as Json));
}

/** The entry with every free text of it mapped; names of kinds, roles and keys stay. `undefined` when one text has no image. */
export function mapEntryTexts(entry: Entry, map: (text: string) => string | undefined): Entry | undefined {
  let whole = true;
  // The input of a tool has keys of the project's own: each of its texts is one, whatever its key.
  const visit = (value: unknown, field: string, isInput = false): unknown => {
    if (typeof value === 'string') {
      if (!isInput && FIXED_FIELDS.has(field)) return value;
      const mapped = map(value);
      if (mapped === undefined) whole = false;
      return mapped ?? value;
    }
    if (Array.isArray(value)) return value.map((item) => visit(item, field, isInput));
    if (typeof value !== 'object' || value === null) return value;
    const isCall = !isInput && 'kind' in value && value.kind === 'tool';
    return Object.fromEntries(
      Object.entries(value).map(([name, item]) => [
        name,
        isCall && name === 'name' ? item : visit(item, name, isInput || (isCall && name === 'input')),
      ]),
    );
  };
  const { start, actions, end, summary } = entry;
  const mapped = visit({ summary, start, actions, end }, '') as Pick<
    Entry,
    'start' | 'actions' | 'end' | 'summary'
  >;
  return whole ? { ...entry, ...mapped } : undefined;
}

/** Fields whose values are words of the format, not of the app. */
const FIXED_FIELDS: ReadonlySet<string> = new Set([
  'kind',
  'role',
  'by',
  'key',
  'direction',
  'purpose',
  'method',
  'derived',
  'result',
  // Of a control that is neither: `mixed`.
  'checked',
  'pressed',
  'language',
  'likeness',
]);
