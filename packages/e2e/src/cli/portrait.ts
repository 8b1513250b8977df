// A recording in words, for `e2e cache show`: what it is for, what it does, what must come of it, and where it may not replay. It repeats what
// the entry says and judges nothing by itself.
import type { Json } from '../base/digest.ts';
import { DERIVED_WORDS, sayGap } from '../cache/derived.ts';
import type { Change, Entry, RecordedAction } from '../cache/entry.ts';
import { sayAnchor } from '../cache/postcondition.ts';
import { sayRecorded, sayViewport } from '../cache/replay.ts';
import { RESULT_WORDS } from '../cache/tool.ts';
import { neverReplays } from '../cache/whole.ts';
import { oneLine } from '../report/text.ts';
import type { Anchor } from '../screen/anchor.ts';
import { sayDescriptor } from '../screen/descriptor.ts';
import { sizeText } from './table.ts';

type Line = readonly [label: string, text: string];

/** Columns of the labels. */
const LABEL = 12;
const INDENT = ' '.repeat(6);

/** The recording as a person reads it; `bytes` of its stored text. No line holds a control character. */
export function sayEntry(entry: Entry, bytes: number): string {
  const { end, start } = entry;
  const lines = [
    oneLine(entry.step.instruction),
    '',
    ...purposeOf(entry, bytes).map(field),
    '',
    `Starts on ${oneLine(start.route)}`,
    ...entry.actions.flatMap((recorded, index) => sayStep(recorded, index, entry)),
    '',
    `Ends on ${oneLine(end.route)}; its effect came ${end.waitMs} ms after the last action`,
    ...endOf(entry).map(field),
    '',
    ...limitsOf(entry),
  ];
  return `${lines.join('\n')}\n`;
}

function field([label, text]: Line): string {
  return `${label.padStart(LABEL)}  ${oneLine(text)}`;
}

function purposeOf({ key, step, recordedBy, recordedAt, summary }: Entry, bytes: number): readonly Line[] {
  const { executor, model, version } = recordedBy;
  const params = isRecord(step.params) ? Object.entries(step.params) : [];
  const app = step.app === '' ? '' : `, ${step.app}`;
  return [
    ['Test', [step.file, ...step.titlePath].join(' › ')],
    ['Target', `${step.target} (engine ${step.engine}${app})`],
    ['Agent', step.agent],
    ...params.map(([name, value]): Line => ['Param', `${name}: ${sayParam(name, value)}`]),
    ...(step.occurrence > 1
      ? [['Call', `${step.occurrence}, of the same instruction and params`] as const]
      : []),
    ['Project', step.project],
    ['Recorded', `${recordedAt} by ${executor}${model === undefined ? '' : ` (${model})`}, e2e ${version}`],
    ...(summary === '' ? [] : [['Summary', summary] as const]),
    ['Entry', `${key} (${sizeText(bytes)})`],
  ];
}

function isRecord(value: Json | undefined): value is Readonly<Record<string, Json>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function sayParam(name: string, value: Json): string {
  if (isRecord(value)) {
    if (value.$unique === true) return `differs on every run, {{${name}}} below`;
    if (typeof value.$secret === 'string') return `the secret ${JSON.stringify(value.$secret)}`;
  }
  return JSON.stringify(value);
}

function sayStep(recorded: RecordedAction, index: number, entry: Entry): readonly string[] {
  const { page, result, shows, viewport, message, asked = [], focus, change, derived } = recorded;
  const before = entry.actions[index - 1]?.page ?? 0;
  const isTab = recorded.action.kind === 'page' || page === before;
  const notes = [
    ...(isTab ? [] : [`in tab ${page + 1}`]),
    ...(derived === undefined ? [] : [`a replay stops before it: ${sayGap(derived)}`]),
    ...(result === undefined ? [] : [`the tool gave ${RESULT_WORDS[result]}`]),
    ...(viewport === undefined ? [] : [`only in a viewport of ${sayViewport(viewport)}`]),
    ...(focus === undefined ? [] : [`only while ${sayDescriptor(focus)} has the focus`]),
    ...asked.map((question) => `only where the app says ${JSON.stringify(question)}`),
    ...(message === undefined ? [] : [`the dialog says ${JSON.stringify(message)}`]),
    ...(shows === undefined ? [] : [`the field then shows ${JSON.stringify(shows)}`]),
    ...(change === undefined ? [] : sayChange(change)),
  ];
  return [
    `${String(index + 1).padStart(3)}. ${oneLine(sayRecorded(recorded))}`,
    ...notes.map((note) => `${INDENT}${oneLine(note)}`),
  ];
}

function sayChange({ route, appeared, gone }: Change): readonly string[] {
  return [
    ...(route === undefined ? [] : [`the app moved to ${route}`]),
    ...appeared.map((anchor) => `came: ${sayAnchor(anchor)}`),
    ...gone.map((anchor) => `went: ${sayAnchor(anchor)}`),
  ];
}

function endOf({ end }: Entry): readonly Line[] {
  return [
    ...end.appeared.map((anchor): Line => ['Must show', `${sayAnchor(anchor)}${atLeast(anchor)}`]),
    ...end.gone.map((anchor): Line => ['Must go', `${sayAnchor(anchor)}${atMost(anchor)}`]),
    ...end.alerts.map((alert): Line => ['May alert', JSON.stringify(alert)]),
    ...end.requests.map(
      ({ method, route, statusClass }): Line => [
        'Must send',
        `${method} ${route}, answered ${statusClass}xx`,
      ],
    ),
  ];
}

function atLeast({ count, echo }: Anchor): string {
  return `${count > 1 ? `, at least ${count} of them` : ''}${echo ? ', which only repeats what was put in' : ''}`;
}

function atMost({ count }: Anchor): string {
  return count > 0 ? `, at most ${count} of them left` : '';
}

/** Where a replay ends before the end of the recording, and what slows it. */
function limitsOf(entry: Entry): readonly string[] {
  const { paced, actions } = entry;
  const never = neverReplays(entry);
  const gap = actions.findIndex(({ derived }) => derived !== undefined);
  const { derived } = actions[gap] ?? {};
  const lines = [
    ...(never === undefined ? [] : [`Never replays: ${never}.`]),
    ...(never !== undefined || derived === undefined
      ? []
      : [
          `Replays up to action ${gap} of ${actions.length}, then the agent goes on: ${DERIVED_WORDS[derived]}.`,
        ]),
    ...(paced === true
      ? ['Replays with the recorded pauses: without them it once did not have its effect.']
      : []),
  ];
  return lines.length === 0 ? ['Replays as a whole.'] : lines.map(oneLine);
}
