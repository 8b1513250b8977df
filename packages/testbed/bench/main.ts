// `npm run bench` runs the table, `npm run bench -- <name> [rounds]` one benchmark. The exit code is 1 when a target is missed. Not part of
// `npm test`: a timing is a benchmark, never a test.
import { ROUNDS } from './pairs.ts';
import { isMet, printRows, type Row } from './rows.ts';

type Bench = (rounds: number) => Promise<readonly Row[]>;

/** By name, in the order of the table. */
const BENCHES: Readonly<Record<string, () => Promise<Bench>>> = {
  A: async () => (await import('./flows.ts')).benchFlow('A'),
  B: async () => (await import('./flows.ts')).benchFlow('B'),
  C: async () => (await import('./flows.ts')).benchFlow('C'),
  D: async () => (await import('./flows.ts')).benchFlow('D'),
  process: async () => (await import('./whole.ts')).benchProcess,
  startup: async () => (await import('./startup.ts')).benchStartup,
  suite: async () => (await import('./whole.ts')).benchSuite,
  cache: async () => (await import('./cache.ts')).benchCache,
  screen: async () => (await import('./screen.ts')).benchScreen,
};

/** Those that run only when they are asked for: what a stale recording costs takes as long as all others together, sizes are no speed. */
const APART: Readonly<Record<string, () => Promise<Bench>>> = {
  prompt: async () => (await import('./prompt.ts')).benchPrompt,
  stale: async () => (await import('./stale.ts')).benchStale,
};

const [name, count] = process.argv.slice(2);
const rounds = count === undefined ? ROUNDS : Number(count);
const all = { ...BENCHES, ...APART };
if (name !== undefined && !Object.hasOwn(all, name)) {
  console.error(`bench: there is ${Object.keys(all).join(', ')}; call it as \`npm run bench -- A\``);
  process.exitCode = 2;
} else if (!Number.isInteger(rounds) || rounds < 1) {
  console.error(`bench: ${count} is no number of rounds; call it as \`npm run bench -- A 7\``);
  process.exitCode = 2;
} else {
  const rows: Row[] = [];
  let broken = false;
  for (const one of name === undefined ? Object.keys(BENCHES) : [name]) {
    console.error(`bench  ${one}`);
    try {
      const bench = await all[one]?.();
      rows.push(...((await bench?.(rounds)) ?? []));
    } catch (thrown) {
      // What it measured was something else, or nothing: the others have their figures all the same.
      broken = true;
      console.error(thrown);
      rows.push({ what: one, ratios: [], note: 'broken, see above' });
    }
  }
  printRows(rows);
  console.log(`\n${rounds} rounds, medians; in brackets the smallest and the largest of the rounds`);
  process.exitCode = !broken && rows.every(isMet) ? 0 : 1;
}
