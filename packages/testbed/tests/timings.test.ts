// Where the time of a step went, by a real run: a page that is slow in known ways, and an executor that takes its time.
import { expect, test } from 'vitest';
import type { StepRecord } from '../../e2e/src/report/record.ts';
import { makeProject, stepsOf } from '../harness/project.ts';
import { servePages } from '../harness/server.ts';

/** How long who is asked thinks, in ms, and how much of that must be told at least: what falls between two accounts is little. */
const THINK_MS = 1_200;
const MOST_OF_IT = 900;

/** How long the page takes, in ms. It begins when the page is there, which is before anybody waits for it: much later on a busy machine. */
const LATE_MS = 5_000;

const LATE_PAGE = `<!doctype html><title>Late</title><main></main><p role="status"></p><script>
  setTimeout(() => {
    document.querySelector('main').innerHTML = '<button onclick="status()">Save</button>';
  }, ${LATE_MS});
  const status = () => { document.querySelector('[role=status]').textContent = 'Saved'; };
</script>`;

const DISABLED_PAGE = `<!doctype html><title>Disabled</title><button disabled onclick="status()">Send</button><p role="status"></p><script>
  setTimeout(() => { document.querySelector('button').disabled = false; }, ${LATE_MS});
  const status = () => { document.querySelector('[role=status]').textContent = 'Sent'; };
</script>`;

const REQUEST_PAGE = `<!doctype html><title>Request</title><button onclick="load()">Load</button><p role="status"></p><script>
  const load = async () => {
    const text = await (await fetch('/slow')).text();
    document.querySelector('[role=status]').textContent = text;
  };
</script>`;

const config = (url: string): string => `import { defineConfig } from 'e2e';
import { scripted } from 'e2e/testing';
import { web } from 'e2e/web';

const tap = (name, thinkMs = 0) => async (step) => {
  await new Promise((resolve) => setTimeout(resolve, thinkMs));
  for (let screen = step.screen; ; screen = await step.look()) {
    const target = screen.nodes.find((node) => node.role === 'button' && node.name === name)?.id;
    if (target === undefined) continue;
    await step.perform({ kind: 'tap', target });
    return;
  }
};
const executor = scripted(
  { 'save it': tap('Save', ${THINK_MS}), 'send it': tap('Send'), 'load it': tap('Load') },
  { judge: { 'it is loaded': async () => {
    await new Promise((resolve) => setTimeout(resolve, ${THINK_MS}));
    return true;
  } } },
);
export default defineConfig({
  targets: [{ name: 'web', engine: web(), app: { url: '${url}' } }],
  agents: { default: { executor } },
});
`;

const TESTS = `import { expect, test } from 'e2e';

test('late', async ({ app, agent, screen }) => {
  await app.open('/late');
  await agent.act('save it');
  await expect(screen.getByRole('status')).toHaveText('Saved');
});
test('disabled', async ({ app, agent, screen }) => {
  await app.open('/disabled');
  await agent.act('send it');
  await expect(screen.getByRole('status')).toHaveText('Sent');
});
test('request', async ({ app, agent, screen }) => {
  await app.open('/request');
  await agent.act('load it');
  await agent.assert('it is loaded');
  await expect(screen.getByRole('status')).toHaveText('Loaded');
});
`;

test('each step says what its time was spent on, and --timings prints the slowest', async () => {
  const served = await servePages({
    '/late': LATE_PAGE,
    '/disabled': DISABLED_PAGE,
    '/request': REQUEST_PAGE,
    '/slow': (_request, response) => void setTimeout(() => response.end('Loaded'), LATE_MS),
  });
  const project = await makeProject({ 'e2e.config.ts': config(served.url), 'tests/slow.e2e.ts': TESTS });

  const recorded = await project.run(['run']);
  expect(recorded).toMatchObject({ exitCode: 0, stderr: '' });
  expect(recorded.stdout).not.toContain('Slowest');
  const live = await project.report();
  const [late, [loads, judged]] = [stepsOf(live, 'late')[0], stepsOf(live, 'request')];
  expect(late?.timings.model).toBeGreaterThanOrEqual(MOST_OF_IT);
  // What the model asked of the app, its wait for the answer included, is not the model's.
  expect(loads?.timings.app).toBeGreaterThanOrEqual(MOST_OF_IT);
  expect(loads?.timings.model).toBeLessThan(MOST_OF_IT);
  expect(judged?.timings.model).toBeGreaterThanOrEqual(MOST_OF_IT);

  const { exitCode, stdout } = await project.run(['run', '--timings']);
  expect(exitCode).toBe(0);
  const replayed = await project.report();
  const acts = ['late', 'disabled', 'request'].map((title) => stepsOf(replayed, title)[0]);
  expect(acts.map((step) => [step?.cache?.mode, step?.timings.model])).toEqual(
    acts.map(() => ['self-finalized', 0]),
  );
  // The control that comes late, and the one that is there and cannot be used.
  expect(acts[0]?.timings.waiting).toBeGreaterThanOrEqual(MOST_OF_IT);
  expect(acts[1]?.timings.waiting).toBeGreaterThanOrEqual(MOST_OF_IT);
  const all = [...live.tests, ...replayed.tests].flatMap(({ attempts }) =>
    attempts.flatMap(({ steps }) => steps),
  );
  expect(all.map(sumOf)).toEqual(all.map(({ durationMs }) => durationMs));

  const [, printed = ''] = stdout.split(/^ +Cache .*$/mu);
  const steps = replayed.tests.flatMap(({ line, attempts }) =>
    attempts.flatMap((attempt) => attempt.steps.map((step) => ({ line, step }))),
  );
  const slowest = steps.sort((a, b) => b.step.durationMs - a.step.durationMs)[0];
  expect(printed.match(/^ +Slowest +\S+ {2}(.+)$/mu)?.[1]).toBe(
    `${slowest?.step.api} "${slowest?.step.label}"  tests/slow.e2e.ts:${slowest?.line}`,
  );
  expect(printed.match(/^ +app \S+ · waiting \S+ · product \S+ · model \S+$/gmu)).toHaveLength(steps.length);
});

function sumOf({ timings }: StepRecord): number {
  return timings.app + timings.waiting + timings.product + timings.model;
}
