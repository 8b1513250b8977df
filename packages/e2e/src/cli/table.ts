// Rows as aligned columns. In a terminal the flexible columns give way so that a row stays on its line; in a pipe nothing is cut.
import { oneLine, truncate, truncateMiddle, width } from '../report/text.ts';

/** A column: its heading, and how it behaves where room is short. */
export interface Column {
  readonly heading: string;
  /** `middle` keeps start and end, `end` keeps the start; a column without it is never cut. */
  readonly cut?: 'middle' | 'end';
  readonly align?: 'right';
}

const GAP = '  ';
/** Columns that a cut one keeps at least, so that it still says something. */
const MIN_COLUMNS = 8;

/** The rows under their headings, one line each. `columns`: the terminal's; `undefined` for a pipe. */
export function renderTable(
  heads: readonly Column[],
  rows: readonly (readonly string[])[],
  columns: number | undefined,
): string {
  const cells = [heads.map(({ heading }) => heading), ...rows.map((row) => row.map(oneLine))];
  const natural = heads.map((_, index) => Math.max(...cells.map((row) => width(row[index] ?? ''))));
  const widths = columns === undefined ? natural : shareRoom(heads, natural, columns);
  const lines = cells.map((row) =>
    heads
      .map((head, index) => pad(head, row[index] ?? '', widths[index] ?? 0))
      .join(GAP)
      .trimEnd(),
  );
  return lines.map((line) => `${columns === undefined ? line : truncate(line, columns)}\n`).join('');
}

/** Shares the room that is left by the fixed columns; one that needs less than its share leaves the rest to the others. */
function shareRoom(heads: readonly Column[], natural: readonly number[], columns: number): readonly number[] {
  const fixed = natural.reduce((sum, size, index) => (heads[index]?.cut === undefined ? sum + size : sum), 0);
  const widths = [...natural];
  let room = columns - fixed - GAP.length * (heads.length - 1);
  const flexible = [...heads.keys()]
    .filter((index) => heads[index]?.cut !== undefined)
    .sort((a, b) => (natural[a] ?? 0) - (natural[b] ?? 0));
  for (const [place, index] of flexible.entries()) {
    const share = Math.max(MIN_COLUMNS, Math.floor(room / (flexible.length - place)));
    widths[index] = Math.min(natural[index] ?? 0, share);
    room -= widths[index];
  }
  return widths;
}

function pad({ cut, align }: Column, text: string, columns: number): string {
  const shown =
    cut === 'middle' ? truncateMiddle(text, columns) : cut === 'end' ? truncate(text, columns) : text;
  const space = ' '.repeat(Math.max(0, columns - width(shown)));
  return align === 'right' ? space + shown : shown + space;
}

/** Bytes as `812 B`, `34.1 kB` or `1.2 MB`. Units of 1000, as npm counts. */
export function sizeText(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  if (bytes < 999_950) return `${(bytes / 1000).toFixed(1)} kB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** How long ago a time was, as `12s`, `5m`, `3h` or `40d`. */
export function ageText(iso: string, nowMs: number): string {
  const seconds = Math.max(0, Math.floor((nowMs - Date.parse(iso)) / 1000));
  if (Number.isNaN(seconds)) return '?';
  if (seconds < 60) return `${seconds}s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)}m`;
  return seconds < 86_400 ? `${Math.floor(seconds / 3600)}h` : `${Math.floor(seconds / 86_400)}d`;
}
