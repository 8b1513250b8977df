// `--timings`: the slowest steps of a run, and where their time went. Printed after the summary; it measures nothing itself.
import type { Terminal } from './live.ts';
import type { Reporter, RunReport, StepRecord, TestRecord, TimingsRecord } from './record.ts';
import { LABEL_COLUMNS } from './summary.ts';
import { duration, fromHere, oneLine, truncate } from './text.ts';

/** How many steps are printed. Source: chosen; what comes after them is rarely worth a look. */
const MOST_STEPS = 10;

/** Columns of an instruction. */
const LABEL_WIDTH = 60;

/** The parts of a step's time, in the order in which people read them. */
const PARTS = ['app', 'waiting', 'product', 'model'] as const satisfies readonly (keyof TimingsRecord)[];

/** `app 1.20s · waiting 610ms · product 340ms · model 0ms`. */
export function timingsText(timings: TimingsRecord): string {
  return PARTS.map((part) => `${part} ${duration(timings[part])}`).join(' · ');
}

interface Timed {
  readonly test: TestRecord;
  readonly step: StepRecord;
  /** From 1. */
  readonly attempt: number;
}

/** The slowest steps of every attempt, the slowest first. */
function slowest({ tests }: RunReport): readonly Timed[] {
  return tests
    .flatMap((test) =>
      test.attempts.flatMap(({ steps }, index) => steps.map((step) => ({ test, step, attempt: index + 1 }))),
    )
    .sort((a, b) => b.step.durationMs - a.step.durationMs)
    .slice(0, MOST_STEPS);
}

/** Prints them when the run ends. */
export function timingsReporter({
  rootDir,
  stdout,
  cwd = process.cwd(),
}: {
  readonly rootDir: string;
  readonly stdout: Terminal;
  readonly cwd?: string;
}): Reporter {
  return {
    runEnded(report) {
      const steps = slowest(report);
      const lines = steps.flatMap(({ test, step, attempt }, index) => {
        const label = index === 0 ? 'Slowest' : '';
        const retry = attempt === 1 ? '' : `, attempt ${attempt}`;
        const at = `${fromHere(test.file, rootDir, cwd)}:${test.line}${retry}`;
        const what = `${step.api} "${truncate(oneLine(step.label), LABEL_WIDTH)}"`;
        return [
          `${label.padStart(LABEL_COLUMNS)}  ${duration(step.durationMs).padStart(6)}  ${what}  ${at}`,
          `${''.padStart(LABEL_COLUMNS + 10)}${timingsText(step.timings)}`,
        ];
      });
      if (lines.length > 0) stdout.write(`${lines.join('\n')}\n`);
    },
  };
}
