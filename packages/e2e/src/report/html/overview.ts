// The first page: how the run ended, its sums, its errors, and every test with a link to its own page. Failed tests come first.
import { titleText, variantText } from '../failure.ts';
import type { ErrorRecord, RunReport, TestRecord } from '../record.ts';
import { finalAttempt, modesPhrase, summaryLines } from '../summary.ts';
import { block, duration } from '../text.ts';
import { facts, type Html, html, page, word } from './page.ts';

const ORDER: readonly TestRecord['status'][] = ['failed', 'flaky', 'passed', 'skipped'];

/** The page. `pageOf`: the file of a test's page. */
export function overviewPage(report: RunReport, pageOf: (test: TestRecord) => string): string {
  const { run, tests } = report;
  const sorted = [...tests].sort((a, b) => ORDER.indexOf(a.status) - ORDER.indexOf(b.status));
  const isMany = new Set(tests.map(({ target }) => target)).size > 1;
  const sums = summaryLines(report).map(({ label, text }) => [label, text] as const);
  return page(
    `e2e: ${run.status}`,
    undefined,
    html`${facts([
      ['Run', html`${word(run.status)}, exit code ${run.exitCode}`],
      ['Started', html`<time datetime="${run.startedAt}">${run.startedAt}</time>, e2e ${run.version}`],
      ...sums,
    ])}
${run.errors.length > 0 && html`<h2>Errors of the run</h2>\n${run.errors.map(errorHtml)}`}
<h2>Tests</h2>
${
  tests.length === 0
    ? html`<p>No test ran.</p>`
    : html`<table>
<thead><tr><th scope="col">Status</th><th scope="col">Test</th><th scope="col">Place</th><th scope="col">Time</th><th scope="col">Recordings</th></tr></thead>
<tbody>
${sorted.map((test) => testRow(test, pageOf(test), isMany))}</tbody>
</table>`
}`,
  );
}

function testRow(test: TestRecord, file: string, showTarget: boolean): Html {
  const last = finalAttempt(test);
  const tries = test.attempts.length > 1 ? ` (${test.attempts.length} attempts)` : '';
  return html`<tr><td>${word(test.status)}${tries}</td><td><a href="${file}">${titleText(test.titlePath)}${variantText(test, showTarget)}</a></td><td>${test.file}:${test.line}</td><td>${
    last === undefined ? '' : duration(last.durationMs)
  }</td><td>${modesPhrase(last?.steps ?? [])}</td></tr>
`;
}

/** An error with its place and its source lines. */
export function errorHtml({ code, message, location, frame }: ErrorRecord): Html {
  const place = [code, location].filter((part) => part !== undefined).join(' at ');
  return html`<pre>${block(message)}</pre>
${place !== '' && html`<p class="quiet">${place}</p>`}${frame !== undefined && html`<pre>${block(frame)}</pre>`}
`;
}
