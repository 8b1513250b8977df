// `npm run demo`: the shop's suite four times, each showing one thing that the replay cache does. Every claim is checked against the
// run's own report; when one does not hold, the demo says so and exits 1. Works in a temporary folder and leaves nothing behind.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { heading, say, table } from './print.mjs';
import { actsOf, freePort, readReport, runE2e } from './run.mjs';

const folder = mkdtempSync(join(tmpdir(), 'e2e-demo-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
// Ctrl-C reaches the run as well; its end is awaited, so that it can stop the shop and its browser.
process.on('SIGINT', () => {});

const RUNS = [
  {
    title: 'recorded',
    variant: '',
    before:
      'Nothing is recorded yet. For each agent.act() the offline planner reads the page and works out what to do; every step that a check then confirms is saved.',
    check: ({ exitCode, cache, acts }) => [
      [exitCode === 0, `exit code 0 was expected, not ${exitCode}`],
      [cache.replayed === 0, `${cache.replayed} steps were replayed on an empty cache`],
      [acts.every(({ step }) => step.cache?.write === 'saved'), 'not every step was saved'],
    ],
    after: ({ acts }) => `${steps(acts.length)} planned, done, checked and saved.`,
  },
  {
    title: 'replayed',
    variant: '',
    before:
      'The same suite again. Each recorded step is replayed on the page as it is now: the planner is not asked, and no model is.',
    check: ({ exitCode, cache, ai, acts }) => [
      [exitCode === 0, `exit code 0 was expected, not ${exitCode}`],
      [cache.replayed === acts.length, `${cache.replayed} of ${acts.length} steps were replayed`],
      [ai.modelCalls === 0, `${ai.modelCalls} model calls were made`],
      [acts.every(({ step }) => step.cache?.write === 'kept'), 'a replayed step changed its recording'],
    ],
    after: ({ acts, ai }) =>
      `${acts.length} of ${acts.length} steps were replayed: 0 planner calls, ${ai.modelCalls} model calls.`,
  },
  {
    title: 'UI changed',
    variant: 'renamed',
    before:
      'The shop was changed: its button "Place order" now reads "Submit order". A replay never guesses: it stops at the missing button and hands the rest of the step to the agent.',
    check: ({ exitCode, handedOff }) => [
      [exitCode === 0, `exit code 0 was expected, not ${exitCode}`],
      [handedOff.length > 0, 'no step was handed off'],
      [
        handedOff.every(
          ({ step }) =>
            step.cache.reason === 'target-not-found' && /Place order/.test(step.cache.detail ?? ''),
        ),
        'a step was handed off for another reason than the missing button',
      ],
      [handedOff.every(({ step }) => step.cache.write === 'saved'), 'a repaired step was not saved again'],
    ],
    after: ({ cache, handedOff }) =>
      `${steps(cache.handedOff)} handed off and recorded anew, ${cache.replayed} replayed. Why:\n${reasons(handedOff)}`,
  },
  {
    title: 'order dropped',
    // The new name stays, so that the recordings of run 3 fit: only what the server does is different.
    variant: 'renamed,order-dropped',
    before:
      'Now the shop is broken: it throws orders away without a word. Every recorded click still works, but the order never comes. This run has to FAIL.',
    check: ({ exitCode, mismatched, failed }) => [
      [exitCode === 1, `exit code 1 was expected, not ${exitCode}`],
      [failed.length === 1, `1 failed test was expected, not ${failed.length}`],
      [mismatched.length === 1, `1 step with the reason end-mismatch was expected, not ${mismatched.length}`],
      [
        mismatched.every(({ test }) => test.status === 'failed'),
        'the test whose order was dropped did not fail',
      ],
    ],
    after: ({ failed, mismatched }) =>
      `The replay was not believed, and "${failed[0].titlePath.join(' > ')}" failed. Why:\n${reasons(mismatched)}`,
  },
];

const port = await freePort();
const rows = [];
for (const [index, run] of RUNS.entries()) {
  const number = index + 1;
  heading(`Run ${number} of ${RUNS.length}: ${run.title}`);
  say(run.before);
  const seen = await runSuite(number, run.variant);
  const broken = run.check(seen).filter(([holds]) => !holds);
  if (broken.length > 0) {
    say(
      `Run ${number} did not show what it should:\n${broken.map(([, problem]) => `- ${problem}`).join('\n')}`,
    );
    process.exit(1);
  }
  console.log('');
  say(`Shown: ${run.after(seen)}`);
  rows.push([`${number} ${run.title}`, ...cells(seen)]);
}
heading('Summary');
table([['run', 'tests', 'replayed', 'handed off', 'missed', 'model calls', 'seconds'], ...rows]);
say(
  'A step is replayed only when every control is found for certain and its effect is seen to come; in doubt, the agent does it.',
);

/**
 * Runs the suite and reads its report.
 * @param {number} number
 * @param {string} variant
 */
async function runSuite(number, variant) {
  const output = join(folder, `run-${number}`);
  const env = { SHOP_PORT: String(port), SHOP_DATA: join(folder, 'shop.json'), SHOP_VARIANT: variant };
  // Two at a time: while one test waits for a button that is gone, the others go on.
  const args = ['run', '--workers', '2', '--cache-dir', join(folder, 'cache'), '--output', output];
  console.log(`\n$ ${variant && `SHOP_VARIANT=${variant} `}e2e run --workers 2\n`);
  const { exitCode } = await runE2e(args, env, true);
  if (exitCode === 130) process.exit(130);
  return read(output, exitCode);
}

/**
 * The parts of a report that the demo speaks of.
 * @param {string} output
 * @param {number} exitCode
 */
function read(output, exitCode) {
  const report = readReport(output);
  if (report === undefined) {
    say(`The run ended with exit code ${exitCode} and left no report. What it printed above says why.`);
    process.exit(1);
  }
  const acts = actsOf(report);
  return {
    exitCode,
    acts,
    tests: report.tests,
    ai: report.run.ai,
    cache: report.run.cache,
    seconds: report.run.durationMs / 1000,
    failed: report.tests.filter((test) => test.status === 'failed'),
    handedOff: acts.filter(({ step }) => step.cache?.mode === 'agent-concluded'),
    mismatched: acts.filter(({ step }) => step.cache?.reason === 'end-mismatch'),
  };
}

/** @param {number} count */
function steps(count) {
  return count === 1 ? '1 step was' : `${count} steps were`;
}

function cells({ tests, failed, cache, ai, seconds }) {
  const passed = tests.length - failed.length;
  return [
    failed.length > 0 ? `${passed} passed, ${failed.length} failed` : `${passed} passed`,
    cache.replayed,
    cache.handedOff,
    cache.missed,
    ai.modelCalls,
    seconds.toFixed(1),
  ];
}

/** Why steps were handed off; of a long detail its first point. */
function reasons(found) {
  return found
    .map(
      ({ test, step }) =>
        `  "${test.titlePath.at(-1)}": ${step.cache.reason}, ${step.cache.detail.split('; ')[0]}`,
    )
    .join('\n');
}
