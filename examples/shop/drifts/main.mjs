// `npm run drifts -w examples/shop`: records the flow once, replays it on each of the eleven drifts, prints a table and the totals. The exit
// code is 1 when a drift came otherwise than it must. `--json` prints the rows as data. Works in a temporary folder and leaves nothing behind.
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { heading, say, table } from '../print.mjs';
import { actsOf, freePort, readReport, runE2e } from '../run.mjs';
import { BY_PLACE, DRIFTS } from './expected.mjs';

/** Runs at once. Chosen: each waits more than it computes; three keep two cores busy. */
const AT_ONCE = 3;

const config = fileURLToPath(new URL('e2e.config.ts', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'e2e-drifts-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(130));

const recording = await run('buy', 'recording', { variant: 'none' });
const actions = recordedActions(join(folder, 'recording', 'cache'));
if (recording.verdict !== 'passed' || actions !== 13 || recording.order !== '1 × Walnut Desk') {
  say(`The flow was not recorded as it must be: ${actions} actions, sold: ${recording.order}.`);
  console.log(recording.output);
  process.exit(1);
}

const queue = [
  ...DRIFTS.map((drift) => ({ flow: 'buy', drift })),
  ...BY_PLACE.map((drift) => ({ flow: 'by-place', drift })),
];
// The longest first, those that wait for a button that is gone, so that no such wait stands alone at the end.
const waiting = [...queue].sort((a, b) => waits(b.drift) - waits(a.drift));
const rows = new Map();
await Promise.all(
  Array.from({ length: AT_ONCE }, async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const { flow, drift } = next;
      rows.set(next, await run(flow, `${flow}-${drift.variant}`, drift));
    }
  }),
);
const [replays, byPlace] = ['buy', 'by-place'].map((flow) =>
  queue.filter((one) => one.flow === flow).map((one) => ({ expected: one.drift, ...rows.get(one) })),
);
if (process.argv.includes('--json')) console.log(JSON.stringify({ actions, replays, byPlace }));
else print();
process.exitCode = [...replays, ...byPlace].every((row) => faultOf(row) === undefined) ? 0 : 1;

/** @param {{ reason: string }} drift */
function waits({ reason }) {
  return reason === 'replayed' ? 0 : 1;
}

/**
 * Runs one flow under one drift, on a shop and with a copy of the recording that are its own.
 * @param {'buy' | 'by-place'} flow
 * @param {string} name of its folder
 * @param {{ variant: string, reason?: string }} drift
 */
async function run(flow, name, { variant, reason }) {
  const at = (file) => join(folder, name, file);
  if (name !== 'recording') cpSync(join(folder, 'recording', 'cache'), at('cache'), { recursive: true });
  const env = {
    SHOP_PORT: String(await freePort()),
    SHOP_DATA: at('shop.json'),
    SHOP_VARIANT: variant === 'none' ? '' : variant,
    SHOP_AGENT: reason === 'replayed' ? 'none' : '',
  };
  const args = ['run', `drifts/${flow}.flow.ts`, '--config', config];
  const { exitCode, output } = await runE2e(
    [...args, '--cache-dir', at('cache'), '--output', at('out')],
    env,
  );
  const report = readReport(at('out'));
  return { variant, exitCode, output, ...seen(report), ...bought(at('shop.json')) };
}

/** How many actions the recordings in a folder hold. @param {string} cache */
function recordedActions(cache) {
  return readdirSync(cache)
    .map((file) => JSON.parse(readFileSync(join(cache, file), 'utf8')).actions.length)
    .reduce((sum, count) => sum + count, 0);
}

/** What the report says. @param {any} report */
function seen(report) {
  if (report === undefined) return { verdict: 'no report', steps: 0, replayed: 0, modelCalls: 0 };
  const acts = actsOf(report).map(({ step }) => step);
  const doubt = acts.find(({ cache }) => cache.mode !== 'self-finalized')?.cache;
  return {
    verdict: report.run.status,
    steps: acts.length,
    replayed: report.run.cache.replayed,
    handedOff: report.run.cache.handedOff,
    modelCalls: report.run.ai.modelCalls,
    reason: acts.length === 0 ? '' : (doubt?.reason ?? 'replayed'),
    detail: doubt?.detail,
    seconds: report.run.durationMs / 1000,
  };
}

/** What really happened: the orders in the shop's file besides the two it starts with. @param {string} path */
function bought(path) {
  const { orders, accepted } = JSON.parse(readFileSync(path, 'utf8'));
  const items = orders
    .slice(2)
    .map((order) => order.items.map((item) => `${item.quantity} × ${item.name}`).join(' + '));
  return { order: items.join('; ') || 'none', accepted };
}

/** What is wrong with a row, worst first. */
function faultOf({ expected, verdict, order, reason, steps, modelCalls }) {
  if (order !== expected.order) return 'wrong product';
  if (verdict === 'passed' && expected.verdict !== 'passed') return 'wrong pass';
  if (modelCalls > 0) return 'model called';
  if (expected.reason === 'replayed' && reason !== 'replayed') return 'needless hand-off';
  return verdict === expected.verdict && reason === expected.reason && (steps > 0 || reason === '')
    ? undefined
    : 'other';
}

function print() {
  heading('Eleven drifts: 13 actions, recorded once, replayed on each');
  table([
    ['drift', 'run', 'replayed', 'the step that met it', 'the shop sold', 'seconds', ''],
    ...replays.map((row) => [
      row.variant,
      row.verdict,
      `${row.replayed} of ${row.steps}`,
      row.reason,
      row.order,
      row.seconds?.toFixed(1),
      faultOf(row) ?? 'as it must',
    ]),
  ]);
  for (const fault of ['wrong pass', 'wrong product', 'needless hand-off', 'model called', 'other']) {
    console.log(`${fault}: ${replays.filter((row) => faultOf(row) === fault).length}`);
  }
  heading('The same check after the same actions by place');
  table([['drift', 'run', 'the shop sold'], ...byPlace.map((row) => [row.variant, row.verdict, row.order])]);
  say(
    'The check, "Thank you for your order", is green each time: it sees that there is an order, not of what.',
  );
  for (const row of [...replays, ...byPlace]) {
    if (faultOf(row) !== undefined) console.log(`\n${row.variant}: ${faultOf(row)}\n${row.output}`);
  }
}
