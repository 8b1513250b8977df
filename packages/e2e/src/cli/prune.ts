// What `e2e cache prune` does: deletes recordings of tests that the project no longer has. A recording stays whenever that is not certain: it
// is of another project, invalid, not ours, or a test file did not load.
import { paceMarkOf } from '../cache/store.ts';
import { counted, oneLine } from '../report/text.ts';
import { checkedConfig, findConfig, projectName } from '../runner/config.ts';
import { INTERRUPTED } from '../runner/exit-code.ts';
import { listTests } from '../runner/list.ts';
import { errorOf } from '../runner/record-error.ts';
import { resolveSecrets } from '../runner/secrets.ts';
import { runSettings } from '../runner/settings.ts';
import type { Recording } from './inventory.ts';
import { type Owner, sayOwner } from './owner.ts';
import { findProject, ownPlace, type Place, type Project } from './place.ts';
import {
  type ClearFlags,
  consent,
  failIfLeft,
  inventoryOf,
  printJson,
  removeAll,
  removerOf,
} from './recordings.ts';
import type { RecordingRow } from './rows.ts';
import { sizeText } from './table.ts';

/** Flags of `prune`. */
export interface PruneFlags extends ClearFlags {
  readonly dryRun?: boolean;
}

/**
 * Tells whether one of the tests has a recording. Source: spec R9, R46.
 * @param redact as recordings are redacted, so that a title with a secret in it is found again.
 */
export function claimsOf(
  tests: readonly Owner[],
  redact: (text: string) => string,
): (owner: Owner) => boolean {
  const keyOf = (owner: Owner, say: (text: string) => string): string =>
    JSON.stringify([owner.file, owner.titlePath, owner.target, owner.agent].flat().map(say));
  const claimed = new Set(tests.flatMap((test) => [keyOf(test, (text) => text), keyOf(test, redact)]));
  return (owner) => claimed.has(keyOf(owner, (text) => text));
}

/**
 * `e2e cache prune`.
 * @returns the exit code.
 * @throws E2EError INVALID_CONFIG without a config, without a terminal to ask on, or for what cannot be deleted; NO_TESTS when the project
 * has none; the error of a test file that does not load.
 */
export async function prune(flags: PruneFlags): Promise<number> {
  const project = findProject(flags, process.cwd());
  const place = await ownPlace(flags, project);
  const { recordings } = await inventoryOf(place);
  const { isClaimed, projectId } = await claimsOfProject(project, flags, process.cwd());
  const { unclaimed, others } = sortOut(
    recordings.filter(({ row }) => !isClaimed(row)),
    projectId,
  );
  const isDry = flags.dryRun === true;
  const say = flags.json === true ? (): void => {} : print;
  const left = others === 0 ? [] : [`Left ${counted(others, 'recording')} of other projects.`];
  const rows = unclaimed.map(sayRow);
  if (isDry) say([...rows, `${countOf(unclaimed)} in ${place.name} would be deleted.`, ...left]);
  else if (unclaimed.length === 0)
    say([`Every recording in ${place.name} belongs to a test: nothing deleted.`, ...left]);
  else {
    say(rows);
    const question = `Delete ${countOf(unclaimed)} that no test claims, in ${place.name}?`;
    const answer = await consent(question, flags);
    if (answer !== 'yes') {
      print(['Nothing deleted.']);
      return answer === 'interrupted' ? INTERRUPTED : 0;
    }
  }
  const failed = isDry || unclaimed.length === 0 ? [] : await removeWithMarks(unclaimed, place);
  const deleted = isDry ? 0 : unclaimed.length - failed.length;
  if (!isDry && unclaimed.length > 0)
    say([`Deleted ${counted(deleted, 'recording')} in ${place.name}.`, ...left]);
  if (flags.json === true) {
    const counts = { recordings: recordings.length, otherProjects: others };
    printJson({ place: place.name, ...counts, unclaimed, deleted, failed });
  }
  failIfLeft(failed);
  return 0;
}

async function removeWithMarks(rows: readonly RecordingRow[], place: Place): ReturnType<typeof removeAll> {
  const remove = removerOf(place);
  return removeAll(rows, async (key) => {
    await remove(key);
    // A mark that can't be deleted stays: it only makes a replay slower, and the recording is gone.
    await remove(paceMarkOf(key)).catch(() => undefined);
  });
}

function print(lines: readonly string[]): void {
  process.stdout.write(lines.map((line) => `${line}\n`).join(''));
}

function countOf(rows: readonly RecordingRow[]): string {
  const bytes = rows.reduce((sum, row) => sum + row.bytes, 0);
  return `${counted(rows.length, 'recording')} (${sizeText(bytes)})`;
}

function sayRow(row: RecordingRow): string {
  return `unclaimed  ${oneLine(row.entry)}  ${oneLine(`${sayOwner(row)}: ${row.instruction}`)}`;
}

/** Every test of the project, on every target, as `e2e list` finds them. */
async function claimsOfProject(
  project: Project,
  flags: PruneFlags,
  cwd: string,
): Promise<{ readonly isClaimed: (owner: Owner) => boolean; readonly projectId: string }> {
  // Without a config it says that there is none.
  const file = project.file ?? findConfig(cwd, flags.config);
  const loaded = await checkedConfig(file, await project.exported());
  const { tests, errors } = await listTests(runSettings(loaded, {}, process.env, cwd), [], undefined);
  const [first] = errors;
  if (first !== undefined) {
    throw errorOf(first, 'Nothing was deleted, for not every test is known: ');
  }
  const { redactor } = await resolveSecrets(loaded.config.secrets);
  return {
    isClaimed: claimsOf(
      tests.map(({ ref }) => ref),
      redactor.text,
    ),
    projectId: projectName(loaded.config, loaded.rootDir),
  };
}

/** A directory may be shared: what is another project's is not known from here (spec R40). */
function sortOut(
  recordings: readonly Recording[],
  projectId: string,
): { readonly unclaimed: readonly RecordingRow[]; readonly others: number } {
  const own = recordings.filter(({ entry }) => entry.step.project === projectId);
  return { unclaimed: own.map(({ row }) => row), others: recordings.length - own.length };
}
