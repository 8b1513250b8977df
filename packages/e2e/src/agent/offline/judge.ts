// Judges the few statements that need no understanding: is something visible, what it reads, whether it is checked or usable. Anything
// else is inconclusive; it never takes "not found" for an answer where a name fits several things.

import type { JudgeStep, Judgment } from '../executor.ts';
import { mask, type Phrase, type Piece, phrase } from './goal.ts';
import { CHECKABLE, type Find, find, isControlNoun } from './match.ts';
import { describe, insideOf, type View, viewOf } from './view.ts';
import { wordsOf } from './words.ts';

const FORMS =
  'X is visible · X is not visible · X reads "Y" · X is checked · X is not checked · X is enabled · X is disabled, joined by "and"';

interface Form {
  readonly pattern: RegExp;
  readonly judge: (view: View, what: Phrase, reads: string) => Judgment;
}

const VISIBLE_FORMS: readonly Form[] = [
  {
    pattern:
      /^(?<what>.+?)\s+(?:is|are)\s+(?:not|no longer)\s+(?:visible|shown|displayed|there|on the screen)$/iu,
    judge: (view, what) => flip(visible(view, what)),
  },
  {
    pattern: /^(?<what>.+?)\s+(?:isn['’]t|aren['’]t)\s+(?:visible|shown|displayed)$/iu,
    judge: (view, what) => flip(visible(view, what)),
  },
  { pattern: /^(?<what>.+?)\s+(?:is|are)\s+(?:hidden)$/iu, judge: (view, what) => flip(visible(view, what)) },
  {
    pattern: /^(?<what>.+?)\s+(?:is|are)\s+(?:visible|shown|displayed|there|on the screen)$/iu,
    judge: visible,
  },
];

const STATE_FORMS: readonly Form[] = [
  { pattern: /^(?<what>.+?)\s+(?:reads|says|has the (?:text|value)|shows)\s+(?<reads>.+)$/iu, judge: reads },
  {
    pattern: /^(?<what>.+?)\s+is\s+(?:not checked|unchecked|not on|off)$/iu,
    judge: (view, what) => flip(checked(view, what)),
  },
  { pattern: /^(?<what>.+?)\s+is\s+(?:checked|on)$/iu, judge: checked },
  { pattern: /^(?<what>.+?)\s+is\s+(?:disabled|not enabled)$/iu, judge: disabled },
  {
    pattern: /^(?<what>.+?)\s+is\s+(?:enabled|not disabled)$/iu,
    judge: (view, what) => flip(disabled(view, what)),
  },
];

/** Judges a statement. */
export function judgeOffline(step: JudgeStep): Judgment {
  if (step.kind === 'extract') {
    return inconclusive(
      `the offline planner extracts nothing. It judges only: ${FORMS}. Set a model in e2e.config.ts for more`,
    );
  }
  const { text, pieces } = mask(step.statement);
  const view = viewOf(step.screen);
  const judgments = parts(text.trim().replace(/[.!]+$/u, '')).map((part) => judgePart(view, part, pieces));
  const failed = judgments.find((judgment) => judgment.status === 'fails');
  const open = judgments.find((judgment) => judgment.status === 'inconclusive');
  // What fails, fails whatever the rest says.
  return (
    failed ?? open ?? { status: 'holds', reason: judgments.map((judgment) => judgment.reason).join('; ') }
  );
}

/** Statements joined by "and": broken only where both sides have a form of their own. */
function parts(text: string): readonly string[] {
  for (const match of text.matchAll(/,?\s+and\s+|,\s+/giu)) {
    const left = text.slice(0, match.index);
    const right = parts(text.slice(match.index + match[0].length));
    if (isForm(left) && right.every(isForm)) return [left, ...right];
  }
  return [text];
}

function isForm(text: string): boolean {
  return [...VISIBLE_FORMS, ...STATE_FORMS].some((form) => form.pattern.test(text));
}

function judgePart(view: View, part: string, pieces: readonly Piece[]): Judgment {
  for (const form of [...VISIBLE_FORMS, ...STATE_FORMS]) {
    const groups = form.pattern.exec(part)?.groups;
    if (groups === undefined) continue;
    const reading = phrase(groups.reads ?? '', pieces).text;
    return form.judge(view, phrase(groups.what ?? '', pieces), reading);
  }
  return inconclusive(
    `the offline planner judges only: ${FORMS}. Set a model in e2e.config.ts for "${phrase(part, pieces).text}"`,
  );
}

function visible(view: View, what: Phrase): Judgment {
  const found = findAny(view, what);
  if (found.kind === 'one') return holds(`${describe(found.node)} is on the screen`);
  if (found.kind === 'many') {
    return holds(
      `${found.nodes.length} such are on the screen: ${found.nodes.slice(0, 3).map(describe).join(', ')}`,
    );
  }
  const saying = view.nodes.find(
    (node, index) =>
      isInside(view, index, what.noun) &&
      [node.text, node.name, node.value].some((text) => text !== undefined && includes(text, what.text)),
  );
  return saying === undefined
    ? fails(`nothing on the screen is called or says "${what.text}"`)
    : holds(`${describe(saying)} says "${what.text}"`);
}

/** Roles that a statement may name beside a text; without one on the screen the statement fails. Source: WAI-ARIA 1.2. */
const NAMED_ROLES: ReadonlySet<string> = new Set(
  'heading alert status dialog alertdialog row cell listitem article region img figure table list log note'.split(
    ' ',
  ),
);

/** Whether a node is a thing of that role, or inside one. A control's role is told by `find` alone. */
function isInside(view: View, index: number, noun: string | undefined): boolean {
  if (noun === undefined) return true;
  if (isControlNoun(noun)) return false;
  if (!NAMED_ROLES.has(noun)) return true;
  for (let at = index; at !== -1; at = view.parent(at)) if (view.nodes[at]?.role === noun) return true;
  return false;
}

/** Whether the words stand in the text in this order, with nothing between them: `1 item` is not in `11 items`. */
function includes(text: string, part: string): boolean {
  const words = wordsOf(part);
  return words.length > 0 && ` ${wordsOf(text).join(' ')} `.includes(` ${words.join(' ')} `);
}

function reads(view: View, what: Phrase, wanted: string): Judgment {
  const found = findAny(view, what);
  if (found.kind !== 'one') return unclear(found, what);
  const range = insideOf(view, found.index);
  const inner = view.nodes
    .slice(range.from, range.to)
    .map((node) => node.text ?? node.name ?? '')
    .join(' ')
    .trim();
  const { node } = found;
  const texts = [node.value, node.text, inner, node.value === undefined ? node.name : undefined].filter(
    (text) => text !== undefined && text !== '',
  );
  const squeeze = (text: string): string => text.replace(/\s+/gu, ' ').trim();
  return texts.some((text) => squeeze(text ?? '') === squeeze(wanted))
    ? holds(`${describe(node)} reads "${wanted}"`)
    : fails(`${describe(node)} reads ${texts.length === 0 ? 'nothing' : `"${texts[0]}"`}, not "${wanted}"`);
}

function checked(view: View, what: Phrase): Judgment {
  const found = find(view, what, {
    roles: new Set([...CHECKABLE, 'button', 'option', 'tab']),
    strict: true,
    only: (node) => node.checked !== undefined || node.pressed !== undefined || node.selected !== undefined,
  });
  if (found.kind !== 'one') return unclear(found, what);
  const { node } = found;
  const state = node.checked ?? node.pressed ?? node.selected;
  return state === true
    ? holds(`${describe(node)} is checked`)
    : fails(`${describe(node)} is ${state === 'mixed' ? 'partly checked' : 'not checked'}`);
}

function disabled(view: View, what: Phrase): Judgment {
  const found = findAny(view, what);
  if (found.kind !== 'one') return unclear(found, what);
  return found.node.disabled === true
    ? holds(`${describe(found.node)} is disabled`)
    : fails(`${describe(found.node)} is enabled`);
}

/** Any node of that name; `the status` and the like by role, where nothing is named so. */
function findAny(view: View, what: Phrase): Find {
  const { noun } = what;
  if (noun !== undefined && NAMED_ROLES.has(noun) && !view.nodes.some((node) => node.role === noun))
    return { kind: 'none' };
  const named = find(view, what, { roles: new Set(view.nodes.map((node) => node.role)), strict: true });
  if (named.kind !== 'none' || what.quoted) return named;
  const role = what.text.replace(/^the\s+/iu, '').toLowerCase();
  const of = view.nodes.flatMap((node, index) => (node.role === role ? [index] : []));
  const [index] = of;
  const node = index === undefined ? undefined : view.nodes[index];
  if (index === undefined || node === undefined) return { kind: 'none' };
  return of.length === 1
    ? { kind: 'one', index, node }
    : { kind: 'many', nodes: of.flatMap((at) => view.nodes[at] ?? []) };
}

function unclear(found: Exclude<Find, { kind: 'one' }>, what: Phrase): Judgment {
  // Neither a state nor its opposite is true of what is not there.
  if (found.kind === 'none') return inconclusive(`nothing on the screen is called "${what.text}"`);
  return inconclusive(
    `"${what.text}" fits ${found.nodes.length} things: ${found.nodes.slice(0, 4).map(describe).join(', ')}`,
  );
}

function flip(judgment: Judgment): Judgment {
  if (judgment.status === 'inconclusive') return judgment;
  return { ...judgment, status: judgment.status === 'holds' ? 'fails' : 'holds' };
}

const holds = (reason: string): Judgment => ({ status: 'holds', reason });
const fails = (reason: string): Judgment => ({ status: 'fails', reason });
const inconclusive = (reason: string): Judgment => ({ status: 'inconclusive', reason });
