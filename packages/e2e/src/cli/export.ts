// What `e2e cache export` does: writes recordings as a file of Playwright tests, to the terminal or to a file. It changes no recording.
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { E2EError, messageOf } from '../base/error.ts';
import type { RunReport } from '../report/record.ts';
import { counted, oneLine } from '../report/text.ts';
import type { Inventory } from './inventory.ts';
import { findProject, ownPlace, type Place, type Project } from './place.ts';
import { FIRST_LINE, type Written, writeFile as writeTests } from './playwright/file.ts';
import { type Flow, flowsOf } from './playwright/flow.ts';
import { inventoryOf, type ListFlags, printJson } from './recordings.ts';
import { pickEntry } from './show.ts';

/** Flags of `export`. */
export interface ExportFlags extends ListFlags {
  /** Part of `file › group › title`; case does not count. */
  readonly test?: string;
  /** Relative to the working directory. */
  readonly out?: string;
}

/**
 * `e2e cache export`. With a name the one step that it names; without, whole tests: every recorded one, or those of `--test`.
 * @returns the exit code: 1 when a test could not be written as a whole.
 * @throws E2EError INVALID_CONFIG when nothing fits, or the file can't be written.
 */
export async function exportTests(name: string | undefined, flags: ExportFlags): Promise<number> {
  if (name !== undefined && flags.test !== undefined) {
    throw refused('An ENTRY names one step, --test names whole tests: give one of them.');
  }
  const project = findProject(flags, process.cwd());
  const place = await ownPlace(flags, project);
  const inventory = await inventoryOf(place);
  const entries = inventory.recordings.map(({ entry }) => entry);
  const all = flowsOf(entries, await lastReport(project));
  const { flows, notes } =
    name === undefined ? chooseTests(all, flags.test, place) : oneStep(name, all, inventory, place);
  const written = writeTests(flows, [...notes, baseNote(flows)]);
  const out = flags.out === undefined ? undefined : await writeOut(written.code, flags.out);
  if (flags.json === true) printJson(shapeOf(written, place, out));
  else if (out === undefined) process.stdout.write(written.code);
  else process.stdout.write(`Wrote ${counted(written.tests.length, 'test')} to ${out}.\n`);
  const broken = written.tests.filter(({ missing }) => missing.length > 0);
  for (const { flow, missing } of broken) {
    process.stderr.write(`e2e: not whole: ${sayFlow(flow)}: ${oneLine(missing.join('; '))}\n`);
  }
  return broken.length === 0 ? 0 : 1;
}

interface Chosen {
  readonly flows: readonly Flow[];
  /** Lines for the top of the file. */
  readonly notes: readonly string[];
}

function chooseTests(all: readonly Flow[], text: string | undefined, place: Place): Chosen {
  const flows =
    text === undefined ? all : all.filter((flow) => sayFlow(flow).toLowerCase().includes(text.toLowerCase()));
  if (flows.length > 0) return { flows, notes: [] };
  const known = all.slice(0, 20).map((flow) => `\n  ${sayFlow(flow)}`);
  throw refused(
    all.length === 0
      ? `No recordings in ${place.name}: there is nothing to export.`
      : `No recorded test in ${place.name} has "${oneLine(text ?? '')}" in its file and titles. There are:${known.join('')}`,
  );
}

/** One step of a test; what the steps before it set up, it does not. */
function oneStep(name: string, all: readonly Flow[], inventory: Inventory, place: Place): Chosen {
  const { entry } = pickEntry(name, inventory, place);
  const isOwn = (step: Flow['steps'][number]): boolean =>
    step.kind === 'recorded' && step.entry.key === entry.key;
  const { file, titlePath, target, agent } = entry.step;
  const step: Flow = {
    file,
    titlePath,
    target,
    agent,
    steps: [{ kind: 'recorded', entry }],
    order: 'report',
  };
  const whole = all.find(({ steps }) => steps.some(isOwn));
  const position = whole?.steps.findIndex(isOwn) ?? 0;
  return {
    flows: [step],
    notes:
      position > 0
        ? [
            `Step ${position + 1} of ${whole?.steps.length} of its test: it needs what the steps before it set up. The whole test: e2e cache export --test "${titlePath.at(-1)}"`,
          ]
        : [],
  };
}

/** Addresses in the tests are relative to the app's. */
function baseNote(flows: readonly Flow[]): string {
  const apps = flows.flatMap(({ steps }) =>
    steps.flatMap((step) => (step.kind === 'recorded' ? [step.entry.step.app] : [])),
  );
  const named = [...new Set(apps)].filter((app) => app !== '');
  return `Needs use.baseURL in playwright.config.ts: the address of the app${named.length === 0 ? '' : ` (${named.join(', ')})`}.`;
}

/** The report of the last run, when it is where the config or the default says. It only helps, so a broken one is none. */
async function lastReport({ rootDir, exported }: Project): Promise<RunReport | undefined> {
  const config = (await exported()) as { readonly output?: unknown };
  const output = typeof config.output === 'string' ? config.output : '.e2e';
  const path = join(resolve(rootDir, output), 'report.json');
  try {
    const report = JSON.parse(await readFile(path, 'utf8')) as RunReport;
    return report.schemaVersion === 1 && Array.isArray(report.tests) ? report : undefined;
  } catch {
    return undefined;
  }
}

/** Writes the file, and gives back its path from here. A file that a person wrote, or has changed the first line of, stays. */
async function writeOut(code: string, out: string): Promise<string> {
  const path = resolve(process.cwd(), out);
  const shown = relative(process.cwd(), path) || path;
  try {
    if (existsSync(path) && !(await readFile(path, 'utf8')).startsWith(FIRST_LINE)) {
      throw refused(`${shown} is there and was not written by this command. Name another file, or move it.`);
    }
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, code);
    return shown;
  } catch (thrown) {
    if (thrown instanceof E2EError) throw thrown;
    throw new E2EError('INVALID_CONFIG', `${shown} can't be written: ${messageOf(thrown)}`, {
      cause: thrown,
    });
  }
}

function shapeOf({ code, tests, secrets }: Written, place: Place, out: string | undefined) {
  return {
    place: place.name,
    ...(out === undefined ? {} : { file: out }),
    environment: secrets,
    tests: tests.map(({ flow, missing }) => ({
      file: flow.file,
      titlePath: flow.titlePath,
      target: flow.target,
      agent: flow.agent,
      order: flow.order,
      entries: flow.steps.flatMap((step) => (step.kind === 'recorded' ? [step.entry.key] : [])),
      missing,
    })),
    code,
  };
}

function sayFlow({ file, titlePath }: Flow): string {
  return oneLine([file, ...titlePath].join(' › '));
}

function refused(message: string): E2EError {
  return new E2EError('INVALID_CONFIG', message);
}
