// Which reading of a clause is meant: the first whose every part the screen has. It looks once more, and does nothing.
import type { ActStep } from '../executor.ts';
import type { Phrase } from './goal.ts';
import { nextMove } from './handlers.ts';
import type { Task } from './handoff.ts';
import type { Intent, Memory } from './intent.ts';
import { newErrorAlert, type Stopping } from './outcome.ts';
import type { Clause } from './plan.ts';
import { type View, viewOf } from './view.ts';

/** One goal under way. */
export interface Run {
  readonly step: ActStep;
  readonly first: View;
  readonly did: string[];
  /** What the goal's fields are called, as far as the goal has come. */
  readonly fields: Phrase[];
  view: View;
  acted: boolean;
}

/** The first reading whose every part the screen has. With none, the first reading's reason stands. */
export async function settleReading(
  run: Run,
  clause: Clause,
  more: boolean,
): Promise<readonly Task[] | Stopping> {
  const tasksOf = (reading: readonly Intent[]): readonly Task[] =>
    reading.map((intent) => ({ intent, done: new Set<string>(), past: false }));
  const [only, second] = clause.readings;
  if (only !== undefined && second === undefined) return tasksOf(only);
  for (const again of [false, true]) {
    if (again) run.view = viewOf(await run.step.look());
    for (const reading of clause.readings) {
      const moves = reading.map((intent) =>
        nextMove(intent, run.view, memoryOf(run, new Set(), new Set(), run.view, more)),
      );
      const twins = moves.find((move) => move.kind === 'many');
      if (moves.every((move) => move.kind !== 'none' && move.kind !== 'many')) return tasksOf(reading);
      if (twins !== undefined && moves.every((move) => move.kind !== 'none')) return twins as Stopping;
    }
  }
  return firstReason(run, clause, more);
}

function firstReason(run: Run, clause: Clause, more: boolean): Stopping {
  const moves = clause.readings.map((reading) =>
    reading.map((intent) => nextMove(intent, run.view, memoryOf(run, new Set(), new Set(), run.view, more))),
  );
  const stops = moves.map((parts) =>
    parts.filter((move) => move.kind === 'none' || move.kind === 'many' || move.kind === 'unable'),
  );
  // The reading that the screen came closest to says best which words are missing.
  const closest = stops.toSorted((a, b) => a.length - b.length)[0]?.[0];
  return (closest as Stopping | undefined) ?? { kind: 'none', words: clause.text, wanted: 'a control' };
}

/** What a family is told besides the screen. */
export function memoryOf(
  run: Run,
  done: ReadonlySet<string>,
  failed: ReadonlySet<string>,
  before: View,
  more: boolean,
): Memory {
  const alert = newErrorAlert(run.first, run.view);
  return {
    done,
    failed,
    before,
    more,
    alert,
    fields: run.fields,
    continuing: run.step.handOff !== undefined,
  };
}
