// What a benchmark comes to: ratios, one per round, and the target that they are held against.
import { median, printTable, spread } from './pairs.ts';

/** One line of the table. */
export interface Row {
  /** What was measured, and what it was measured against. */
  readonly what: string;
  /** The product's figure ÷ the yardstick's, one per round. Empty where this machine cannot tell; `note` says why. */
  readonly ratios: readonly number[];
  /** The largest median that is good enough; `undefined`: a figure to know, without a target. */
  readonly target?: number;
  readonly note?: string;
}

/**
 * Ratios of measured rounds, and the medians of both sides in words. `rounds`: ms of each side.
 * @param yardstick the side that the product, which is the second, is held against.
 */
export function ratiosOf(
  rounds: readonly (readonly number[])[],
  yardstick = 0,
): { readonly ratios: readonly number[]; readonly note: string } {
  const of = (side: number): readonly number[] => rounds.map((round) => round[side] ?? Number.NaN);
  const base = of(yardstick);
  const digits = median(base) < 100 ? 1 : 0;
  return {
    ratios: of(1).map((ms, round) => ms / (base[round] ?? Number.NaN)),
    note: `${median(of(1)).toFixed(digits)} of ${median(base).toFixed(digits)} ms`,
  };
}

/** Whether a row's target was met; a row without a figure or a target misses none. */
export function isMet({ ratios, target }: Row): boolean {
  return target === undefined || ratios.length === 0 || median(ratios) <= target;
}

/** Prints rows with a head. */
export function printRows(rows: readonly Row[]): void {
  printTable([
    ['measured', 'ratio (spread)', 'target', ''],
    ...rows.map((row) => [
      row.what,
      row.ratios.length === 0 ? '–' : spread(row.ratios),
      row.target === undefined ? '–' : `≤ ${row.target.toFixed(2)}`,
      [row.target === undefined || row.ratios.length === 0 ? '' : isMet(row) ? 'met' : 'missed', row.note]
        .filter((part) => part)
        .join('; '),
    ]),
  ]);
}
