// `npm run bench -- <name> [rounds]`: runs one benchmark and prints its table. The exit code is 1 when it misses its aim. Not part of
// `npm test`: a timing is a benchmark, never a test.
import { ROUNDS } from './pairs.ts';

/** By name. Each returns whether its aim was met. */
const BENCHES: Readonly<Record<string, () => Promise<(rounds: number) => Promise<boolean>>>> = {
  stale: async () => (await import('./stale.ts')).benchStale,
};

const [name = '', count] = process.argv.slice(2);
const load = Object.hasOwn(BENCHES, name) ? BENCHES[name] : undefined;
if (load === undefined) {
  console.error(`bench: there is ${Object.keys(BENCHES).join(', ')}; call it as \`npm run bench -- stale\``);
  process.exitCode = 2;
} else {
  const bench = await load();
  process.exitCode = (await bench(count === undefined ? ROUNDS : Number(count))) ? 0 : 1;
}
