// `npm run drift`: the cases (all, or those whose name holds one of the words), their table and the totals. With `--null` nothing
// differs: every fixture is replayed 20 times. The exit code is 1 when anything came wrong.
import { parseArgs } from 'node:util';
import { wordsThatFit } from '../harness/words.ts';
import { launchDriver } from './driver.ts';
import { FAULTS } from './judge.ts';
import { nullCases, onlyLive, runNull } from './null.ts';
import { AT_ONCE, allCases, createSuite } from './suite.ts';
import { caseTable, nullTable, sayTotals } from './table.ts';

const HELP = `npm run drift [-- options] [words…]

Records every drift situation, replays it under what differs, and says what came of it.
With words: only the cases whose name holds one of them, such as S020 or "S020 · only others".

  --null         nothing differs: replays every fixture 20 times; all must replay (takes some minutes)
  --at-once <n>  so many cases that keep the machine busy (default 5); waiting ones run beside them
  --help         this text
`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { null: { type: 'boolean' }, 'at-once': { type: 'string' }, help: { type: 'boolean' } },
});
const atOnce = Number(values['at-once'] ?? AT_ONCE);
if (!Number.isInteger(atOnce) || atOnce < 1) {
  console.error(`--at-once wants a count from 1, and got ${JSON.stringify(values['at-once'])}.`);
  process.exit(2);
}
if (values.help) console.log(HELP);
else process.exitCode = (await (values.null ? nothingDiffers() : drift())) ? 0 : 1;

async function drift(): Promise<boolean> {
  const all = allCases();
  const isWanted = wantedOf(all.map(({ name }) => name));
  const cases = all.filter(({ name }) => isWanted(name));
  const driver = await launchDriver();
  const suite = createSuite(driver, atOnce);
  const startedAt = performance.now();
  let done = 0;
  const results = await Promise.all(
    cases.map(async (one) => {
      const result = await suite.run(one);
      done += 1;
      if (result.finding !== undefined)
        tell(`${one.name}: ${result.finding.fault}: ${result.finding.detail}\n`);
      tell(`${done} of ${cases.length}`);
      return { name: one.name, result };
    }),
  );
  await driver.close();
  tell('');
  console.log(caseTable(results));
  const faults = results.flatMap(({ result }) =>
    result.finding === undefined ? [] : [result.finding.fault],
  );
  const totals = FAULTS.map((fault) => [fault, faults.filter((one) => one === fault).length] as const);
  console.log(`\n${cases.length} cases in ${seconds(startedAt)} s`);
  console.log(sayTotals(totals));
  return faults.length === 0;
}

async function nothingDiffers(): Promise<boolean> {
  const all = nullCases();
  const live = onlyLive();
  const isWanted = wantedOf([...all.map(({ situation }) => situation), ...live].map(({ id }) => id));
  const cases = all.filter(({ situation }) => isWanted(situation.id));
  const driver = await launchDriver();
  const startedAt = performance.now();
  const rows = await runNull(driver, cases, atOnce, (done) => tell(`${done} of ${cases.length} fixtures`));
  await driver.close();
  tell('');
  console.log(nullTable(rows));
  for (const { id, why } of live.filter(({ id }) => isWanted(id))) console.log(`${id}  not here: ${why}`);
  const sum = (key: 'replayed' | 'handedOff' | 'missed' | 'wrong'): number =>
    rows.reduce((total, row) => total + row[key], 0);
  console.log(`\n${rows.length} fixtures in ${seconds(startedAt)} s`);
  console.log(
    sayTotals([
      ['replayed', sum('replayed')],
      ['handed off', sum('handedOff')],
      ['missed', sum('missed')],
      ['otherwise wrong', sum('wrong')],
    ]),
  );
  return sum('handedOff') + sum('missed') + sum('wrong') === 0;
}

function wantedOf(names: readonly string[]): (name: string) => boolean {
  return wordsThatFit(positionals, names, (name, word) => name.includes(word));
}

/** How far it is, on a terminal; elsewhere whole lines only. */
function tell(progress: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${progress}`);
  else if (progress.endsWith('\n')) process.stderr.write(progress);
}

function seconds(startedAt: number): number {
  return Math.round((performance.now() - startedAt) / 1000);
}
