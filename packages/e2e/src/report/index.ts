// The door of the reports: reporters by name, and the sums of a run. It decides nothing about a run's outcome or its exit code; what it
// is given is redacted already.
import { join, relative } from 'node:path';
import picocolors from 'picocolors';
import { E2EError } from '../base/error.ts';
import { nearest } from '../base/nearest.ts';
import { githubReporter } from './github.ts';
import { htmlReporter } from './html/reporter.ts';
import { jsonReporter } from './json.ts';
import { junitReporter } from './junit.ts';
import { listReporter } from './list.ts';
import type { Terminal } from './live.ts';
import type { Reporter } from './record.ts';
import { LABEL_COLUMNS } from './summary.ts';
import { fromHere } from './text.ts';
import { timingsReporter } from './timings.ts';

export { summarize } from './summary.ts';

/** The names that `reporters` and `--reporter` take. Source: framework spec §4. */
export const REPORTER_NAMES = ['list', 'json', 'junit', 'github', 'html'] as const;
type ReporterName = (typeof REPORTER_NAMES)[number];

/** What reporters write to and how. */
export interface ReporterOptions {
  /** Absolute; paths in records are relative to it. */
  readonly rootDir: string;
  /** Absolute; files of reports go here. */
  readonly outputDir: string;
  readonly stdout: Terminal;
  readonly isTTY: boolean;
  readonly color: boolean;
  readonly env: NodeJS.ProcessEnv;
  /** Paths are shown relative to it; the process's own when absent. */
  readonly cwd?: string;
  /** The slowest steps, at the very end. Default: no. */
  readonly timings?: boolean;
}

/**
 * The reporters of a run, the terminal's first. `json` is always among them: `report.json` is the product's record.
 * @throws E2EError INVALID_CONFIG for a name that is not known.
 */
export function createReporters(names: readonly string[], options: ReporterOptions): readonly Reporter[] {
  const known = names.map(toReporterName);
  const wanted = new Set<ReporterName>([...known, 'json']);
  const reporters = REPORTER_NAMES.filter((name) => wanted.has(name)).map((name) => {
    const reporter = createReporter(name, options);
    const file = FILES[name];
    // `report.json` is always written; who did not ask for it need not hear of it.
    return file === undefined || !known.includes(name) ? reporter : telling(reporter, file, options);
  });
  return options.timings ? [...reporters, timingsReporter(options)] : reporters;
}

/** What a reporter writes in the output directory. */
const FILES: Readonly<Partial<Record<ReporterName, string>>> = { json: 'report.json', junit: 'junit.xml' };

/** The reporter, with a line at its end on where its file is. */
function telling(reporter: Reporter, file: string, options: ReporterOptions): Reporter {
  const { rootDir, outputDir, stdout, cwd = process.cwd() } = options;
  return {
    ...reporter,
    async runEnded(report) {
      await reporter.runEnded?.(report);
      const place = fromHere(relative(rootDir, join(outputDir, file)), rootDir, cwd);
      stdout.write(`${'Report'.padStart(LABEL_COLUMNS)}  ${place}\n`);
    },
  };
}

function toReporterName(name: string): ReporterName {
  const known = REPORTER_NAMES.find((candidate) => candidate === name);
  if (known !== undefined) return known;
  const meant = nearest(name, REPORTER_NAMES);
  const hint = meant === undefined ? '' : ` Did you mean "${meant}"?`;
  throw new E2EError(
    'INVALID_CONFIG',
    `Unknown reporter "${name}".${hint} Known reporters: ${REPORTER_NAMES.join(', ')}.`,
    { data: { reporter: name, known: REPORTER_NAMES } },
  );
}

function createReporter(name: ReporterName, options: ReporterOptions): Reporter {
  const { rootDir, outputDir, stdout, env } = options;
  const cwd = options.cwd ?? process.cwd();
  switch (name) {
    case 'list':
      return listReporter({
        rootDir,
        cwd,
        stdout,
        redraws: options.isTTY && env.TERM !== 'dumb',
        colors: picocolors.createColors(options.color),
      });
    case 'json':
      return jsonReporter(outputDir);
    case 'junit':
      return junitReporter(outputDir);
    case 'github':
      return githubReporter({ rootDir, stdout, env });
    case 'html':
      return htmlReporter({ rootDir, outputDir, cwd, stdout });
  }
}
