// What every benchmark shares: two ways of doing one thing, measured in turn within the same run so that a busy minute hits both, and the
// numbers that are printed of them. It decides no verdict.

/** Rounds of a benchmark. Source: chosen; with seven a median stands on more than luck, and a spread can be told. */
export const ROUNDS = 7;

/** Both sides of one round, in ms. */
export interface Pair {
  readonly base: number;
  readonly other: number;
}

/** Measures both sides in turn; which goes first changes with each round. `warm`: one round of both that does not count. */
export async function measurePairs(
  rounds: number,
  base: () => Promise<number>,
  other: () => Promise<number>,
  warm: boolean,
): Promise<readonly Pair[]> {
  if (warm) {
    await base();
    await other();
  }
  const measured = await measureTurns(rounds, [base, other]);
  return measured.map(([first = 0, second = 0]) => ({ base: first, other: second }));
}

/** Measures any number of sides in turn; each round begins with another one. @returns by round, in the order of the sides. */
export async function measureTurns(
  rounds: number,
  sides: readonly (() => Promise<number>)[],
): Promise<readonly (readonly number[])[]> {
  const measured: number[][] = [];
  for (let round = 0; round < rounds; round += 1) {
    const taken: number[] = [];
    for (let turn = 0; turn < sides.length; turn += 1) {
      const at = (round + turn) % sides.length;
      taken[at] = (await sides[at]?.()) ?? Number.NaN;
    }
    measured.push(taken);
  }
  return measured;
}

/** The middle value; of an even number the mean of the two in the middle. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  const [low, high] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]];
  if (low === undefined || high === undefined) throw new Error('no values to take a median of');
  return (low + high) / 2;
}

/** Median and spread: `1.42 (1.38 to 1.51)`. */
export function spread(values: readonly number[], digits = 2): string {
  const shown = (value: number): string => value.toFixed(digits);
  return `${shown(median(values))} (${shown(Math.min(...values))} to ${shown(Math.max(...values))})`;
}

/** Rows as aligned columns. */
export function printTable(rows: readonly (readonly string[])[]): void {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => (row[column] ?? '').length)),
  );
  for (const row of rows) {
    console.log(
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('   ')
        .trimEnd(),
    );
  }
}
