// What `e2e cache show` does: finds the one recording that a key or the start of one names, and prints it. It only reads.
import { E2EError } from '../base/error.ts';
import { type Entry, printEntry } from '../cache/entry.ts';
import { counted, oneLine } from '../report/text.ts';
import type { RecordingRow } from './inventory.ts';
import { findPlace, type Place } from './place.ts';
import { sayEntry } from './portrait.ts';
import { inventoryOf, type ListFlags, readEntry } from './recordings.ts';

/** Digits that name an entry at least. Source: chosen, as git does. */
const MIN_PREFIX = 4;

/** Candidates that a message names at most. */
const MAX_NAMED = 5;

/** `e2e cache show`. @throws E2EError INVALID_CONFIG when the name fits none, several, or one that is not valid. */
export async function show(name: string, flags: ListFlags): Promise<void> {
  const place = await findPlace(flags, process.env, process.cwd());
  const { entry, bytes } = await findEntry(name, place);
  process.stdout.write(flags.json === true ? printEntry(entry) : sayEntry(entry, bytes));
}

/**
 * The one valid recording that a key, or the start of one, names.
 * @throws E2EError INVALID_CONFIG when the name fits none, several, or one that is not valid.
 */
export async function findEntry(
  name: string,
  place: Place,
): Promise<{ readonly entry: Entry; readonly bytes: number }> {
  if (name.length < MIN_PREFIX) {
    throw refused(
      `"${oneLine(name)}" is too short to name a recording: give at least ${MIN_PREFIX} characters of ENTRY in \`e2e cache ls\`.`,
    );
  }
  const { recordings, invalid } = await inventoryOf(place);
  const all = [...recordings, ...invalid];
  const exact = all.filter(({ entry }) => entry === name);
  const fitting = exact.length > 0 ? exact : all.filter(({ entry }) => entry.startsWith(name.toLowerCase()));
  const [row] = fitting;
  if (row === undefined) {
    throw refused(`No recording in ${place.name} starts with "${oneLine(name)}". ${known(all.length)}`);
  }
  if (fitting.length > 1) {
    const named = fitting.slice(0, MAX_NAMED).map((candidate) => `  ${sayCandidate(candidate)}`);
    const more = fitting.length > MAX_NAMED ? [`  and ${fitting.length - MAX_NAMED} more`] : [];
    throw refused(
      [
        `"${oneLine(name)}" fits ${counted(fitting.length, 'recording')} in ${place.name}; give more of one:`,
        ...named,
        ...more,
      ].join('\n'),
    );
  }
  if ('reason' in row) throw invalidEntry(row.entry, row.reason, place);
  const parsed = await readEntry(row.entry, place);
  if (!parsed.ok) throw invalidEntry(row.entry, parsed.error, place);
  return { entry: parsed.value, bytes: row.bytes };
}

function known(count: number): string {
  return count === 0 ? 'There is none at all.' : '`e2e cache ls` lists what is there.';
}

function sayCandidate(row: RecordingRow | { readonly entry: string; readonly reason: string }): string {
  const what =
    'reason' in row
      ? `invalid: ${row.reason}`
      : `${[row.file, ...row.titlePath].join(' › ')} [${row.target}]: ${row.instruction}`;
  return `${oneLine(row.entry)}  ${oneLine(what)}`;
}

function invalidEntry(entry: string, reason: string, place: Place): E2EError {
  return refused(
    `The recording ${oneLine(entry)} in ${place.name} is not valid: ${oneLine(reason)}. A run records the step anew.`,
  );
}

function refused(message: string): E2EError {
  return new E2EError('INVALID_CONFIG', message);
}
