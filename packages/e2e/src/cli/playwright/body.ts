// The body of one written test: where it goes, what it does, what it expects. Where a recording cannot be repeated the body stops being whole,
// and says where and why.

import { sayGap } from '../../cache/derived.ts';
import type { Entry, RecordedAction } from '../../cache/entry.ts';
import { sayRecorded } from '../../cache/replay.ts';
import { neverReplays } from '../../cache/whole.ts';
import { actionLines } from './action.ts';
import { changeLines, endLines } from './expectations.ts';
import type { FlowStep } from './flow.ts';
import type { Start } from './locator.ts';
import { countingScope, namingScope, type Scope } from './scope.ts';
import { addressCode } from './url.ts';
import { comment } from './words.ts';

/** A written body, and why it is not whole, a sentence per place. */
export interface Body {
  /** Declarations of the places that have a name. */
  readonly names: readonly string[];
  readonly lines: readonly string[];
  readonly missing: readonly string[];
  /** It works on more than one tab. */
  readonly hasTabs: boolean;
}

/** What a body gathers on its way. */
interface Draft {
  readonly scope: Scope;
  readonly lines: string[];
  readonly missing: string[];
  /** Pages that have a variable. */
  readonly tabs: Set<number>;
  /** The route on which the step before ended. */
  route: string | undefined;
  page: number;
}

/** Writes the steps, one after the other. `taken`: variables that the test has already. */
export function bodyOf(steps: readonly FlowStep[], taken: readonly string[]): Body {
  const counted = countingScope();
  write(steps, counted);
  const named = namingScope(counted.counts, taken);
  const body = write(steps, named);
  return { ...body, names: named.lines };
}

function write(steps: readonly FlowStep[], scope: Scope): Omit<Body, 'names'> {
  const draft: Draft = {
    scope,
    lines: [],
    missing: [],
    tabs: new Set([0]),
    route: undefined,
    page: 0,
  };
  for (const [index, step] of steps.entries()) {
    if (index > 0) draft.lines.push('');
    if (step.kind === 'recorded') writeStep(step.entry, draft);
    else {
      draft.lines.push(comment(step.label));
      leaveOut(draft, `the step ${JSON.stringify(step.label)} has no recording`);
    }
  }
  return { lines: draft.lines, missing: draft.missing, hasTabs: draft.tabs.size > 1 };
}

function leaveOut(draft: Draft, why: string): void {
  draft.missing.push(why);
  draft.lines.push(comment(`Not exported: ${why}.`));
}

function writeStep(entry: Entry, draft: Draft): void {
  draft.lines.push(comment(entry.step.instruction));
  const fault = faultOf(entry);
  if (fault !== undefined) {
    leaveOut(draft, fault);
    return;
  }
  writeStart(entry, draft);
  for (const [index, recorded] of entry.actions.entries()) {
    const reason = gapOf(recorded, entry.actions[index - 1]);
    if (reason !== undefined) {
      const where = `action ${index + 1} of ${entry.actions.length}, ${sayRecorded(recorded)}`;
      leaveOut(draft, `${where}: ${reason}`);
      draft.route = undefined;
      return;
    }
    writeAction(recorded, entry.actions[index + 1], entry, draft);
  }
  draft.lines.push(...endLines(entry, startOf(draft)));
  draft.route = entry.end.route;
}

/** Why nothing of the recording can be written. Source: spec R26. */
function faultOf(entry: Entry): string | undefined {
  const { engine } = entry.step;
  if (engine !== 'web') return `it was recorded with engine ${JSON.stringify(engine)}, not in a browser`;
  const never = neverReplays(entry);
  return never === undefined ? undefined : `its recording never replays: ${never}`;
}

/** Goes to where the step begins, unless the one before left the app there. */
function writeStart({ start, actions }: Entry, draft: Draft): void {
  if (actions[0]?.action.kind === 'navigate' || draft.route === start.route) return;
  const address = addressCode(start.route);
  if (address === undefined)
    leaveOut(draft, `it begins on ${start.route}, an address that is not whole in the recording`);
  else draft.lines.push(`await ${pageName(draft.page)}.goto(${address});`);
}

/** Why an action cannot be repeated. Source: spec R25. */
function gapOf(recorded: RecordedAction, before: RecordedAction | undefined): string | undefined {
  // Whether it may be repeated or not: the tool is in the config, not in the recording.
  if (recorded.action.kind === 'tool')
    return 'it calls a tool of the project, which Playwright does not have';
  if (recorded.derived !== undefined) return sayGap(recorded.derived);
  return recorded.action.kind === 'dialog' && before === undefined
    ? 'the dialog was open before the step began'
    : undefined;
}

function writeAction(
  recorded: RecordedAction,
  next: RecordedAction | undefined,
  { paced }: Entry,
  draft: Draft,
): void {
  const { action } = recorded;
  goToTab(action.kind === 'page' ? action.index : recorded.page, draft);
  const start = startOf(draft);
  draft.lines.push(...actionLines(recorded, { start, next, paced: paced === true }));
  if (next !== undefined) draft.lines.push(...changeLines(recorded.change, start));
}

function startOf({ page, scope }: Draft): Start {
  return { page: pageName(page), scope };
}

/** The tab is the app's to open; the test waits for it. */
function goToTab(index: number, draft: Draft): void {
  draft.page = index;
  if (draft.tabs.has(index)) return;
  draft.tabs.add(index);
  draft.lines.push(
    `await expect.poll(() => context.pages().length).toBeGreaterThan(${index});`,
    `const ${pageName(index)} = context.pages()[${index}]!;`,
  );
}

function pageName(index: number): string {
  return index === 0 ? 'page' : `tab${index + 1}`;
}
