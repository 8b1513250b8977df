// The tables that `npm run drift` prints. Lays out; what is right and wrong is decided before.
import { sayExpected, sayOutcome } from './judge.ts';
import type { NullRow } from './null.ts';
import type { Result } from './suite.ts';

/** Widest column, in characters; what is longer is cut. Chosen: the table fits a wide terminal. */
const MAX_WIDTH = 56;

/** A row per case, what was wrong below it. */
export function caseTable(rows: readonly { readonly name: string; readonly result: Result }[]): string {
  return layOut(
    ['', 'situation', 'expected', 'got', 'model calls', 'replays', 'time'],
    rows.map(({ name, result }) => {
      const { expected, outcome, finding, modelCalls, replays, ms } = result;
      return {
        cells: [
          finding === undefined ? 'ok' : finding.fault,
          name,
          sayExpected(expected),
          outcome === undefined ? 'no recording' : sayOutcome(outcome),
          String(modelCalls),
          String(replays),
          sayMs(ms),
        ],
        note: finding?.detail,
      };
    }),
  );
}

/** A row per fixture, the first thing that was wrong below it. */
export function nullTable(rows: readonly NullRow[]): string {
  return layOut(
    ['', 'fixture', 'replayed', 'handed off', 'missed', 'model calls', 'per replay'],
    rows.map(({ id, replayed, handedOff, missed, wrong, modelCalls, ms, note }) => ({
      cells: [
        handedOff + missed + wrong === 0 ? 'ok' : 'wrong',
        id,
        String(replayed),
        String(handedOff),
        String(missed),
        String(modelCalls),
        sayMs(ms),
      ],
      note,
    })),
  );
}

/** One line: `false passes 0 · wrong actions 0`. */
export function sayTotals(totals: readonly (readonly [string, number])[]): string {
  return totals.map(([name, count]) => `${name}: ${count}`).join(' · ');
}

interface Row {
  readonly cells: readonly string[];
  readonly note: string | undefined;
}

function layOut(head: readonly string[], rows: readonly Row[]): string {
  const cut = (cell: string): string => (cell.length > MAX_WIDTH ? `${cell.slice(0, MAX_WIDTH - 1)}…` : cell);
  const lines: readonly Row[] = [{ cells: head, note: undefined }, ...rows].map(({ cells, note }) => ({
    cells: cells.map(cut),
    note,
  }));
  const widths = head.map((_, column) => Math.max(...lines.map(({ cells }) => cells[column]?.length ?? 0)));
  return lines
    .flatMap(({ cells, note }) => [
      cells
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
      ...(note === undefined ? [] : [`    ← ${note}`]),
    ])
    .join('\n');
}

function sayMs(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}
