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
  for (const one of name === undefined ? Object.keys(BENCHES) : [name]) {
    const bench = await all[one]?.();
    const came = (await bench?.(rounds)) ?? [];
    if (name === undefined) for (const { what } of came) console.error(`bench  ${what}`);
    rows.push(...came);
  }
  printRows(rows);
  console.log(`\n${rounds} rounds, medians; in brackets the smallest and the largest of the rounds`);
  process.exitCode = rows.every(isMet) ? 0 : 1;
}
