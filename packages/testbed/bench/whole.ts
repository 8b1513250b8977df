// Whole commands: one replayed test of `e2e run` against the same by hand in `playwright test`, and a suite with one worker against two.
import { browserPath } from './browser.ts';
import { purchase } from './flow/flow.ts';
import { type Shop, serveShop } from './flow/shop.ts';
import { measureTurns, median } from './pairs.ts';
import { CAN_SAMPLE, type Command, runCommand } from './processes.ts';
import { type BenchProject, benchProject, succeed } from './project.ts';
import { type Row, ratiosOf } from './rows.ts';
import { purchaseFiles, suiteFiles } from './suite-files.ts';

/** Largest ratios. Source: issue "As fast as the page", targets. */
const MOST_TIME = 0.65;
const MOST_MEMORY = 1;
const MOST_WITH_TWO = 0.6;

/** Runs of a suite until all of it replays. */
const MOST_RECORDINGS = 3;

/** One test, start of the command to its end. */
export async function benchProcess(rounds: number): Promise<readonly Row[]> {
  const shop = await serveShop({ elements: 0 });
  const project = await benchProject(purchaseFiles(shop.url, await browserPath()));
  try {
    await record(project, purchase.acts.length, 1);
    const sides = [project.playwright('test'), project.e2e('run', '--workers', '1')];
    const checked = async (command: Command, sample: boolean): ReturnType<typeof runCommand> => {
      const before = shop.sales.length;
      const ran = await runCommand(command, { sample });
      if (ran.exitCode !== 0 || !isDeepEqual(shop.sales.slice(before), purchase.sales))
        throw new Error(`${command.args.join(' ')} did not do the flow:\n${ran.output}`);
      if (command === sides[1]) await checkReplayed(project, purchase.acts.length);
      return ran;
    };
    const wall = await measureTurns(
      rounds,
      sides.map((side) => async () => (await checked(side, false)).wallMs),
    );
    const what = 'one replayed test, e2e run ÷ playwright test';
    const rows: Row[] = [{ what: `${what}, wall`, ...ratiosOf(wall), target: MOST_TIME }];
    if (!CAN_SAMPLE) {
      const note = 'not on this system: there is no /proc';
      return [
        ...rows,
        { what: `${what}, processor`, ratios: [], target: MOST_TIME, note },
        { what: `${what}, peak memory`, ratios: [], target: MOST_MEMORY, note },
      ];
    }
    const memory: (readonly number[])[] = [];
    const cpu = await measureTurns(
      rounds,
      sides.map((side, at) => async () => {
        const { usage } = await checked(side, true);
        memory.push([at, usage?.peakBytes ?? Number.NaN]);
        return usage?.cpuMs ?? Number.NaN;
      }),
    );
    const peaks = (at: number): readonly number[] =>
      memory.filter(([side]) => side === at).map(([, peak = 0]) => peak);
    const pairs = peaks(0).map((peak, round) => [peak, peaks(1)[round] ?? Number.NaN]);
    return [
      ...rows,
      { what: `${what}, processor`, ...ratiosOf(cpu), target: MOST_TIME },
      {
        what: `${what}, peak memory`,
        ratios: ratiosOf(pairs).ratios,
        target: MOST_MEMORY,
        note: megabytes(pairs),
      },
    ];
  } finally {
    await project.remove();
    await shop.close();
  }
}

function megabytes(pairs: readonly (readonly number[])[]): string {
  const of = (at: number): string => (median(pairs.map((pair) => pair[at] ?? 0)) / 2 ** 20).toFixed(0);
  return `${of(1)} of ${of(0)} MB`;
}

/** Rounds of a whole suite at most: each is 400 tests, on a busy machine minutes. Source: chosen. */
const MOST_SUITES = 3;

/** 200 tests with two workers against one. */
export async function benchSuite(rounds: number): Promise<readonly Row[]> {
  const [files, testsPerFile] = [20, 10];
  const tests = files * testsPerFile;
  const shop = await serveShop({ elements: 0 });
  const project = await benchProject(suiteFiles(shop.url, await browserPath(), files, testsPerFile));
  try {
    // Once is enough: a round in which not all of it replays is an error.
    await succeed(project.e2e('run', '--workers', '2'));
    const run = async (workers: number): Promise<number> => {
      const before = shop.sales.length;
      console.error(`bench  suite of ${tests} tests, ${workers === 1 ? '1 worker' : `${workers} workers`}`);
      const { wallMs } = await succeed(project.e2e('run', '--workers', String(workers)));
      await checkReplayed(project, tests);
      checkSold(shop, before, tests);
      return wallMs;
    };
    const measured = await measureTurns(Math.min(rounds, MOST_SUITES), [() => run(1), () => run(2)]);
    return [
      {
        what: `${tests} replayed tests, 2 workers ÷ 1 worker`,
        ...ratiosOf(measured),
        target: MOST_WITH_TWO,
      },
    ];
  } finally {
    await project.remove();
    await shop.close();
  }
}

function checkSold({ sales }: Shop, before: number, wanted: number): void {
  const sold = sales.length - before;
  if (sold !== wanted) throw new Error(`the shop saw ${sold} of ${wanted} kettles`);
}

/** Runs until every step replays. */
async function record(project: BenchProject, steps: number, workers: number): Promise<void> {
  for (let tries = 0; tries < MOST_RECORDINGS; tries += 1) {
    await succeed(project.e2e('run', '--workers', String(workers)));
    if ((await project.report()).run.cache.replayed === steps) return;
  }
  throw new Error('not all of it comes to replay');
}

/** @throws Error unless the last run replayed every step and asked nobody. */
async function checkReplayed(project: BenchProject, steps: number): Promise<void> {
  const { cache } = (await project.report()).run;
  if (cache.replayed !== steps || cache.handedOff + cache.missed > 0)
    throw new Error(`no whole replay: ${JSON.stringify(cache)}`);
}

function isDeepEqual(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((each, index) => each === b[index]);
}
