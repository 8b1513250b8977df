// What `e2e cache show` does: finds the one recording that a key or the start of one names, and prints it. It only reads.
import { E2EError } from '../base/error.ts';
import { type Entry, printEntry } from '../cache/entry.ts';
import { counted, oneLine } from '../report/text.ts';
import type { Inventory } from './inventory.ts';
import { ownPlace, type Place } from './place.ts';
import { sayEntry } from './portrait.ts';
import { inventoryOf, type ListFlags } from './recordings.ts';
import type { RecordingRow } from './rows.ts';

/** Digits that name an entry at least. Source: chosen, as git does. */
const MIN_PREFIX = 4;

/** Candidates that a message names at most. */
const MAX_NAMED = 5;

/** `e2e cache show`. @throws E2EError INVALID_CONFIG when the name fits none, several, or one that is not valid. */
export async function show(name: string, flags: ListFlags): Promise<void> {
  const place = await ownPlace(flags);
  const { entry, bytes } = pickEntry(name, await inventoryOf(place, fits(name)), place);
  process.stdout.write(flags.json === true ? printEntry(entry) : sayEntry(entry, bytes));
}

/** Whether a key may be what a name names. @throws E2EError INVALID_CONFIG for a name that is too short to name one. */
function fits(name: string): (key: string) => boolean {
  if (name.length < MIN_PREFIX) {
    throw refused(
      `"${oneLine(name)}" is too short to name a recording: give at least ${MIN_PREFIX} characters of ENTRY in \`e2e cache ls\`.`,
    );
  }
  return (key) => key === name || key.startsWith(name.toLowerCase());
}

/**
 * The one valid recording that a key, or the start of one, names.
 * @throws E2EError INVALID_CONFIG when the name fits none, several, or one that is not valid.
 */
export function pickEntry(
  name: string,
  { recordings, invalid, keys }: Inventory,
  place: Place,
): { readonly entry: Entry; readonly bytes: number } {
  const isFitting = fits(name);
  const all = [...recordings.map(({ row }) => row), ...invalid].filter(({ entry }) => isFitting(entry));
  const exact = all.filter(({ entry }) => entry === name);
  const fitting = exact.length > 0 ? exact : all;
  const [row] = fitting;
  if (row === undefined) {
    throw refused(`No recording in ${place.name} starts with "${oneLine(name)}". ${known(keys)}`);
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
  const found = recordings.find((recording) => recording.row === row);
  if (found === undefined) throw new E2EError('INTERNAL', `the recording ${row.entry} was lost`);
  return { entry: found.entry, bytes: row.bytes };
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
