// `npm run drift`: runs the cases (all, or those whose name holds one of the arguments) and prints the table and the totals. The exit
// code is 1 when a case that is not listed as open came wrong.
import { launchDriver } from './driver.ts';
import { FAULTS, type Fault, sayExpected, sayOutcome } from './judge.ts';
import { OPEN } from './open.ts';
import { allCases, type Case, runCase } from './suite.ts';

/** Sessions at once. Chosen: most cases wait; six keep two cores busy. */
const AT_ONCE = 6;

interface Row {
  readonly line: string;
  readonly fault: Fault | undefined;
  readonly open: boolean;
}

const wanted = process.argv.slice(2);
const cases = allCases().filter(
  ({ name }) => wanted.length === 0 || wanted.some((part) => name.includes(part)),
);
const driver = await launchDriver();
const startedAt = performance.now();
const rows = new Map<Case, Row>();
const queue = cases.filter(({ situation }) => !situation.alone);
await Promise.all(
  Array.from({ length: AT_ONCE }, async () => {
    for (let one = queue.shift(); one !== undefined; one = queue.shift()) {
      rows.set(one, await rowOf(one));
    }
  }),
);
for (const one of cases) if (one.situation.alone) rows.set(one, await rowOf(one));
await driver.close();
printTable();

async function rowOf(one: Case): Promise<Row> {
  const open = OPEN[one.name] !== undefined;
  const say = (verdict: string, got: string, ms: number, fault: Fault | undefined): Row => ({
    line: `${verdict.padEnd(18)}${one.name}  |  ${sayExpected(one.expected)}  |  ${got}  |  0 model calls  |  ${ms} ms`,
    fault,
    open,
  });
  try {
    const { outcome, finding } = await runCase(driver, one);
    const verdict = finding === undefined ? 'ok' : finding.fault;
    const got = `${sayOutcome(outcome)}${finding === undefined ? '' : `  ← ${finding.detail}`}`;
    return say(open ? `open: ${verdict}` : verdict, got, outcome.durationMs, finding?.fault);
  } catch (thrown) {
    return say('other', thrown instanceof Error ? thrown.message : String(thrown), 0, 'other');
  }
}

function printTable(): void {
  for (const one of cases) console.log(rows.get(one)?.line ?? `${one.name}: did not run`);
  const of = (fault: Fault, open: boolean): number =>
    [...rows.values()].filter((row) => row.fault === fault && row.open === open).length;
  console.log(`\n${cases.length} cases in ${Math.round((performance.now() - startedAt) / 1000)} s`);
  for (const fault of FAULTS) console.log(`${fault}: ${of(fault, false)} (open: ${of(fault, true)})`);
  process.exitCode = FAULTS.some((fault) => of(fault, false) > 0) ? 1 : 0;
}
