// A user's project in a temporary directory: its files, the built package in its node_modules, and what its runs leave behind. It is removed
// when the test that made it ends.
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, readlink, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { temporaryDir } from '../../e2e/src/base/temporary.fixture.ts';
import type { RunReport, StepRecord, TestRecord } from '../../e2e/src/report/record.ts';
import { type CliOptions, type CliResult, type RunningCli, startCli } from './cli.ts';

const PACKAGE_DIR = fileURLToPath(new URL('../../e2e', import.meta.url));

/** One temporary project. */
export interface Project {
  /** Absolute, links resolved. */
  readonly dir: string;
  /** Writes or replaces files, by path. */
  write(files: Readonly<Record<string, string>>): Promise<void>;
  read(path: string): Promise<string>;
  /** Names in a directory, sorted; empty when there is none. */
  list(path: string): Promise<readonly string[]>;
  /** Runs `e2e` to its end. */
  run(args: readonly string[], options?: CliOptions): Promise<CliResult>;
  /** Starts `e2e` and leaves it running. */
  start(args: readonly string[], options?: CliOptions): RunningCli;
  /** The report of the last run. */
  report(output?: string): Promise<RunReport>;
  /** Ids of processes that run in the project's directory, the CLI included. */
  processes(): Promise<readonly number[]>;
}

/** A project with the given files. `package.json` is written when none is given. */
export async function makeProject(files: Readonly<Record<string, string>>): Promise<Project> {
  if (!existsSync(join(PACKAGE_DIR, 'dist/cli/bin.js')))
    throw new Error('packages/e2e is not built: npm run build');
  const base = await temporaryDir();
  const dir = join(base, 'project');
  // Also what a killed command leaves in the temporary directory goes with the project.
  const temporary = join(base, 'temporary');
  await Promise.all([mkdir(dir), mkdir(temporary)]);
  const withTemporary = (options: CliOptions = {}): CliOptions => ({
    ...options,
    env: { TMPDIR: temporary, ...options.env },
  });
  const project: Project = {
    dir,
    async write(more) {
      for (const [path, text] of Object.entries(more)) {
        await mkdir(dirname(join(dir, path)), { recursive: true });
        await writeFile(join(dir, path), text);
      }
    },
    read: (path) => readFile(join(dir, path), 'utf8'),
    list: async (path) => (await readdir(join(dir, path)).catch(() => [])).sort(),
    run: (args, options) => startCli(dir, args, withTemporary(options)).ended,
    start: (args, options) => startCli(dir, args, withTemporary(options)),
    report: async (output = '.e2e') =>
      JSON.parse(await readFile(join(dir, output, 'report.json'), 'utf8')) as RunReport,
    processes: () => processesIn(dir),
  };
  await project.write({ 'package.json': '{ "name": "project", "type": "module" }\n', ...files });
  await mkdir(join(dir, 'node_modules'), { recursive: true });
  await symlink(PACKAGE_DIR, join(dir, 'node_modules/e2e'), 'dir');
  return project;
}

/** Living processes whose working directory is in the given one. Source: proc(5). */
async function processesIn(dir: string): Promise<readonly number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const found: number[] = [];
  for (const pid of pids) {
    const cwd = await readlink(`/proc/${pid}/cwd`).catch(() => '');
    if (cwd === dir || cwd.startsWith(`${dir}/`)) found.push(Number(pid));
  }
  return found;
}

/** The one test of a report with that title. */
export function testOf(report: RunReport, title: string): TestRecord {
  const found = report.tests.filter(({ titlePath }) => titlePath.at(-1) === title);
  const [only] = found;
  if (only === undefined || found.length > 1) {
    throw new Error(
      `${found.length} tests are called "${title}" of ${JSON.stringify(report.tests.map((test) => test.titlePath))}`,
    );
  }
  return only;
}

/** The steps of a test's last attempt. */
export function stepsOf(report: RunReport, title: string): readonly StepRecord[] {
  return testOf(report, title).attempts.at(-1)?.steps ?? [];
}
