// What `e2e cache ls | stats | clear` do: look after recordings without running anything. Only `clear` changes something, and only what is a
// recording or was one; a file that merely lies beside them stays.
import { E2EError, messageOf } from '../base/error.ts';
import { clearPaceMarks, isPaceMark } from '../cache/store.ts';
import { counted, oneLine } from '../report/text.ts';
import { INTERRUPTED } from '../runner/exit-code.ts';
import { confirm } from './confirm.ts';
import {
  type Inventory,
  type ListedStore,
  listKeys,
  type Rows,
  takeInventory,
  takeRows,
} from './inventory.ts';
import { ownPlace, type Place, type PlaceFlags } from './place.ts';
import type { RecordingRow } from './rows.ts';
import { ageText, type Column, renderTable, sizeText } from './table.ts';

/** Flags of the commands that only read. */
export interface ListFlags extends PlaceFlags {
  readonly json?: boolean;
}

/** Flags of `clear`. */
export interface ClearFlags extends ListFlags {
  readonly yes?: boolean;
}

const COLUMNS: readonly Column[] = [
  { heading: 'TEST', cut: 'middle' },
  { heading: 'TARGET' },
  { heading: 'INSTRUCTION', cut: 'end' },
  { heading: 'AGE', align: 'right' },
  { heading: 'ACTIONS', align: 'right' },
  { heading: 'ENTRY' },
];

/** Digits of an entry's hash that a table shows; as git shortens its own. */
const SHORT_HASH = 8;

function print(text: string): void {
  process.stdout.write(text.endsWith('\n') ? text : `${text}\n`);
}

/** A value as JSON on standard output, and nothing else there. */
export function printJson(value: unknown): void {
  print(JSON.stringify(value, null, 2));
}

/** What lies in a place, all of it or what is wanted. @throws E2EError INVALID_CONFIG for one that cannot be listed. */
export function inventoryOf(place: Place, isWanted?: (key: string) => boolean): Promise<Inventory> {
  return takeInventory(listed(place), place.kind === 'directory' ? place.dir : undefined, isWanted);
}

/** The rows of all that lies in a place. @throws E2EError INVALID_CONFIG for one that cannot be listed. */
export function rowsOf(place: Place): Promise<Rows> {
  return takeRows(listed(place), place.kind === 'directory' ? place.dir : undefined);
}

/** Every key of a place. @throws E2EError INVALID_CONFIG for one that cannot be listed. */
export function keysOf(place: Place): Promise<readonly string[]> {
  return listKeys(listed(place));
}

function listed({ store, name }: Place): ListedStore {
  const { list } = store;
  // Methods are called on the store itself: one of a user's may be a class with private fields.
  if (list !== undefined) {
    return {
      read: (key) => store.read(key),
      write: (key, text) => store.write(key, text),
      list: () => list.call(store),
    };
  }
  throw new E2EError(
    'INVALID_CONFIG',
    `What is in ${name} can't be told: it has no \`list\`. Add list() to it, returning every key, or name a directory with --cache-dir.`,
  );
}

/** `e2e cache ls`. @throws E2EError INVALID_CONFIG for a place that cannot be read. */
export async function list(flags: ListFlags): Promise<void> {
  const place = await ownPlace(flags);
  const { recordings: rows, invalid } = await rowsOf(place);
  if (flags.json === true) {
    return printJson({
      place: place.name,
      recordings: rows,
      invalid: invalid.map(({ entry, reason, bytes }) => ({ entry, reason, bytes })),
    });
  }
  if (rows.length + invalid.length === 0) return print(`No recordings yet in ${place.name}.`);
  if (rows.length > 0) {
    const columns = process.stdout.isTTY ? process.stdout.columns : undefined;
    print(renderTable(COLUMNS, rows.map(cellsOf), columns));
  }
  for (const { entry, reason } of invalid) print(`invalid  ${oneLine(entry)}  ${oneLine(reason)}`);
}

function cellsOf(row: RecordingRow): readonly string[] {
  const agent = row.agent === 'default' ? '' : ` (${row.agent})`;
  const place = row.occurrence > 1 ? ` (call ${row.occurrence})` : '';
  return [
    `${[row.file, ...row.titlePath].join(' › ')}${agent}`,
    row.target,
    `${row.instruction}${place}`,
    ageText(row.recordedAt, Date.now()),
    row.truncated === undefined ? String(row.actions) : `${row.actions}, truncated`,
    row.entry.slice(0, SHORT_HASH),
  ];
}

/** `e2e cache stats`. @throws E2EError INVALID_CONFIG for a place that cannot be read. */
export async function stats(flags: ListFlags): Promise<void> {
  const place = await ownPlace(flags);
  const { recordings: rows, invalid } = await rowsOf(place);
  const bytes = [...rows, ...invalid].reduce((sum, row) => sum + row.bytes, 0);
  const targets = byTarget(rows);
  if (flags.json === true) {
    return printJson({
      place: place.name,
      recordings: rows.length,
      invalid: invalid.length,
      bytes,
      targets: Object.fromEntries(targets),
    });
  }
  if (rows.length + invalid.length === 0) return print(`No recordings yet in ${place.name}.`);
  const lines: readonly (readonly [string, string])[] = [
    ['Place', place.name],
    ['Recordings', String(rows.length)],
    ['Targets', [...targets].map(([name, { recordings: count }]) => `${oneLine(name)} ${count}`).join(' · ')],
    ['Invalid', invalid.length === 0 ? '' : `${invalid.length} (e2e cache ls says why)`],
    ['Size', sizeText(bytes)],
  ];
  for (const [label, text] of lines) if (text !== '') print(`${label.padStart(12)}  ${text}`);
}

function byTarget(
  rows: readonly RecordingRow[],
): ReadonlyMap<string, { readonly recordings: number; readonly bytes: number }> {
  const counts = new Map<string, { readonly recordings: number; readonly bytes: number }>();
  for (const { target, bytes } of rows) {
    const sum = counts.get(target) ?? { recordings: 0, bytes: 0 };
    counts.set(target, { recordings: sum.recordings + 1, bytes: sum.bytes + bytes });
  }
  return new Map([...counts].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/**
 * `e2e cache clear`.
 * @returns the exit code.
 * @throws E2EError INVALID_CONFIG without a terminal to ask on, or for what cannot be deleted.
 */
export async function clear(flags: ClearFlags): Promise<number> {
  const place = await ownPlace(flags);
  const { recordings, invalid } = await rowsOf(place);
  const damaged = invalid.filter((row) => row.wasEntry);
  const foreign = invalid.filter((row) => !row.wasEntry);
  const doomed = [...recordings, ...damaged];
  const say = flags.json === true ? silent : print;
  const stays = foreign.map(
    ({ entry, reason }) => `left  ${oneLine(entry)}  no recording of ours: ${oneLine(reason)}`,
  );
  if (doomed.length === 0) say(`No recordings in ${place.name}: nothing deleted.`);
  else {
    const bytes = doomed.reduce((sum, row) => sum + row.bytes, 0);
    const what = `${counted(doomed.length, 'recording')} (${sizeText(bytes)}) in ${place.name}`;
    const answer = await consent(`Delete ${what}?`, flags);
    if (answer !== 'yes') {
      print('Nothing deleted.');
      return answer === 'interrupted' ? INTERRUPTED : 0;
    }
  }
  const failures = doomed.length === 0 ? [] : await removeAll(doomed, removerOf(place));
  if (doomed.length > 0) await clearMarks(place);
  const deleted = doomed.length - failures.length;
  if (doomed.length > 0) say(`Deleted ${counted(deleted, 'recording')} in ${place.name}.`);
  stays.forEach(say);
  if (flags.json === true) {
    const left = foreign.map(({ entry, reason }) => ({ entry, reason }));
    printJson({ place: place.name, deleted, failed: failures, left });
  }
  failIfLeft(failures);
  return 0;
}

function silent(): void {}

/** What stands beside recordings goes with them. A mark that can't be found or deleted stays: it only makes a replay slower. */
async function clearMarks(place: Place): Promise<void> {
  if (place.kind === 'directory') return clearPaceMarks(place.dir).catch(() => undefined);
  const keys = await keysOf(place).catch(() => []);
  await Promise.allSettled(keys.filter(isPaceMark).map(removerOf(place)));
}

/**
 * Asks whether to delete, unless `--yes` said so.
 * @throws E2EError INVALID_CONFIG with `--json`: a question would stand before the JSON.
 */
export async function consent(question: string, flags: ClearFlags): ReturnType<typeof confirm> {
  if (flags.yes === true) return 'yes';
  if (flags.json === true) {
    throw new E2EError('INVALID_CONFIG', `${question} --json asks no question: say --yes as well.`);
  }
  return confirm(question, 'Nothing was deleted');
}

/** Deletes one recording of the place. @throws E2EError INVALID_CONFIG for a store that cannot. */
export function removerOf({ store, name }: Place): (key: string) => Promise<void> {
  const remove = store.delete?.bind(store);
  if (remove !== undefined) return remove;
  throw new E2EError(
    'INVALID_CONFIG',
    `Recordings in ${name} can't be deleted: it has no \`delete\`. Add delete(key) to it, or clear it by its own means.`,
  );
}

/** A recording that could not be deleted. */
interface Failure {
  readonly entry: string;
  readonly reason: string;
}

/** Deletes each, whatever becomes of the others. @returns those that could not be. */
export async function removeAll(
  rows: readonly { readonly entry: string }[],
  remove: (key: string) => Promise<void>,
): Promise<readonly Failure[]> {
  const failures: Failure[] = [];
  for (const { entry } of rows) {
    await remove(entry).catch((thrown: unknown) => failures.push({ entry, reason: messageOf(thrown) }));
  }
  return failures;
}

/** @throws E2EError INVALID_CONFIG that names what could not be deleted, when something could not. */
export function failIfLeft(failures: readonly Failure[]): void {
  if (failures.length === 0) return;
  const lines = failures.map(({ entry, reason }) => `${entry}: ${reason}`);
  throw new E2EError(
    'INVALID_CONFIG',
    `${counted(failures.length, 'recording')} could not be deleted:\n${lines.join('\n')}`,
  );
}
