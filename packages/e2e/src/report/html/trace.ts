// The page of one test: each attempt, each step with what the cache made of it, and the pictures that were kept. Source: spec R48.
import type { StepCache } from '../../cache/outcome.ts';
import { titleText, variantText } from '../failure.ts';
import { notAwaitedNote } from '../notes.ts';
import type {
  AttemptRecord,
  CallRecord,
  PictureRecord,
  StepRecord,
  TestRecord,
  ToolCallRecord,
} from '../record.ts';
import { errorsOf, MODE_WORDS } from '../summary.ts';
import { duration } from '../text.ts';
import { timingsText } from '../timings.ts';
import { errorHtml } from './overview.ts';
import { facts, type Html, html, page, word } from './page.ts';

/** Digits of an entry's name that `e2e cache show` is given. */
const SHORT_ENTRY = 8;

/** The page. `nav`: links to the pages around it; `pictureOf`: where a picture is, from this page. */
export function tracePage(test: TestRecord, nav: Html, pictureOf: (file: string) => string): string {
  return page(
    titleText(test.titlePath),
    nav,
    html`${facts([
      ['Status', word(test.status)],
      ['Place', `${test.file}:${test.line}`],
      ['Target', `${test.target}${variantText(test, false)}`],
      ['Tags', (test.tags ?? []).join(', ')],
    ])}
${test.attempts.length === 0 && html`<p>It did not run.</p>`}
${test.attempts.map((attempt, index) => attemptHtml(attempt, index + 1, test.attempts.length, pictureOf))}`,
  );
}

function attemptHtml(
  attempt: AttemptRecord,
  number: number,
  count: number,
  pictureOf: (file: string) => string,
): Html {
  const errors = errorsOf(attempt);
  return html`<section aria-labelledby="attempt-${number}">
<h2 id="attempt-${number}">Attempt ${number} of ${count}: ${word(attempt.status)} in ${duration(attempt.durationMs)}</h2>
${errors.map(errorHtml)}
${
  attempt.steps.length === 0
    ? html`<p>It took no agent step.</p>`
    : html`<ol class="steps">
${attempt.steps.map((step) => stepHtml(step, pictureOf))}</ol>`
}
${(attempt.notAwaited ?? []).map(callHtml)}</section>
`;
}

function callHtml(call: CallRecord): Html {
  const { word: name, label, text, location } = notAwaitedNote(call);
  return html`<p>${word(name)} <code>${label}</code>${location !== undefined && html` at ${location}`}: ${text}.</p>
`;
}

function stepHtml(step: StepRecord, pictureOf: (file: string) => string): Html {
  const {
    api,
    label,
    status,
    durationMs,
    timings,
    modelCalls,
    summary,
    error,
    cache,
    pictures = [],
    retries = [],
    toolCalls = [],
  } = step;
  return html`<li>
<h3>${label}</h3>
<p class="quiet">${api}</p>
${facts([
  ['Step', html`${word(status)} in ${duration(durationMs)}`],
  ['Time', timingsText(timings)],
  ...(cache === undefined ? [] : cacheFacts(cache)),
  ['Model calls', String(modelCalls)],
  ['Model retries', retries.map(({ model, reason }) => `${model}: ${reason}`).join('; ')],
  ['Tools', toolCalls.map(toolText).join('; ')],
  ['Summary', summary],
])}
${error !== undefined && errorHtml(error)}
${pictures.length > 0 && html`<div class="pictures">\n${pictures.map((picture) => pictureHtml(picture, pictureOf))}</div>`}
</li>
`;
}

function toolText({ name, input, by, outcome }: ToolCallRecord): string {
  const how = [by === 'replay' ? 'repeated' : '', outcome === 'returned' ? '' : outcome].filter(Boolean);
  return `${name} ${JSON.stringify(input)}${how.length === 0 ? '' : ` (${how.join(', ')})`}`;
}

function cacheFacts(cache: StepCache): readonly (readonly [string, Html | string | undefined])[] {
  const { recordedBy, evidence, entry } = cache;
  const list = (items: readonly string[] | undefined): string | undefined => items?.join('; ');
  return [
    ['Recording', word(MODE_WORDS[cache.mode])],
    ['Reason', cache.reason],
    ['Detail', cache.detail],
    ['Value', cache.derived],
    [
      'Evidence',
      evidence && `${evidence.caused} of ${evidence.recorded} recorded changes came during this replay`,
    ],
    ['Relocated', list(cache.relocated)],
    ['Skipped', list(cache.skipped)],
    ['Not recorded', cache.notRecorded],
    ['Afterwards', cache.write],
    [
      'Recorded by',
      recordedBy &&
        `${recordedBy.executor}${recordedBy.model === undefined ? '' : ` (${recordedBy.model})`}, e2e ${recordedBy.version}`,
    ],
    ['Entry', entry && html`<code>e2e cache show ${entry.slice(0, SHORT_ENTRY)}</code>`],
  ];
}

function pictureHtml(picture: PictureRecord, pictureOf: (file: string) => string): Html {
  const { moment, action, file, withheld } = picture;
  const words = moment === 'before' ? `Before: ${action ?? ''}` : 'After the step';
  if (file === undefined) {
    return html`<figure><figcaption>${words}. No picture: ${withheld ?? 'it could not be taken'}.</figcaption></figure>
`;
  }
  return html`<figure><div class="shot"><img src="${pictureOf(file)}" alt="The screen. ${words}" loading="lazy">${markHtml(picture)}</div><figcaption>${words}</figcaption></figure>
`;
}

/** A frame around the acted-on control, as shares of the picture: it fits at any size. */
function markHtml({ box, viewport }: PictureRecord): Html | undefined {
  if (box === undefined) return undefined;
  const share = (part: number, whole: number): string => `${((part / whole) * 100).toFixed(2)}%`;
  const { x, y, width, height } = box;
  const style = `left:${share(x, viewport.width)};top:${share(y, viewport.height)};width:${share(width, viewport.width)};height:${share(height, viewport.height)}`;
  return html`<span class="mark" style="${style}"></span>`;
}
