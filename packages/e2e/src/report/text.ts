// How values read in a terminal: one-line text, durations, token counts, paths, width. It never colours and never prints.
import { isAbsolute, join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import truncatedWidth from 'fast-string-truncated-width';

/** C0 and C1 controls, and the marks that reorder text: what a page's text may hold and a terminal would obey. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g;

/** Words of ASCII with one space between them, as nearly all are: one line already, and as wide as it is long. */
const PLAIN = /^(?:[!-~]+(?: [!-~]+)*)?$/;

/** Text on one line: no escape sequences, no control characters, runs of white space as one space. */
export function oneLine(text: string): string {
  if (PLAIN.test(text)) return text;
  return stripVTControlCharacters(text).replace(/\s+/g, ' ').replace(CONTROLS, '').trim();
}

/** Text whose line breaks stay; escape sequences and other control characters go. */
export function block(text: string): string {
  return stripVTControlCharacters(text).replaceAll('\r\n', '\n').replace(CONTROLS, '').trimEnd();
}

/** The text with every line moved right. */
export function indent(text: string, columns: number): string {
  const pad = ' '.repeat(columns);
  return text
    .split('\n')
    .map((line) => (line === '' ? line : pad + line))
    .join('\n');
}

/** A duration in ms as `340ms`, `3.24s` or `2m 05s`. */
export function duration(ms: number): string {
  if (ms < 999.5) return `${Math.round(ms)}ms`;
  if (ms < 59_995) return `${(ms / 1000).toFixed(2)}s`;
  const seconds = Math.round(ms / 1000);
  return `${Math.floor(seconds / 60)}m ${String(seconds % 60).padStart(2, '0')}s`;
}

/** A count as `941`, `4.1k` or `2.3M`. */
export function compact(count: number): string {
  if (count < 1000) return String(count);
  const [value, unit] = count < 999_950 ? [count / 1000, 'k'] : [count / 1_000_000, 'M'];
  return `${value.toFixed(1).replace(/\.0$/, '')}${unit}`;
}

/** An amount as `$1.25`; below a dollar with the digits that tell it from nothing: `$0.0031`. */
export function dollars(amount: number): string {
  if (amount >= 1 || amount === 0) return `$${amount.toFixed(2)}`;
  return `$${amount.toFixed(Math.min(8, 1 - Math.floor(Math.log10(amount))))}`;
}

/** `1 model call`, `2 model calls`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** Columns that a text takes in a terminal; escape sequences take none. */
export function width(text: string): number {
  return PLAIN.test(text) ? text.length : truncatedWidth(text).width;
}

/** The text cut to a number of columns, with `…` where it was cut. Escape sequences must be out already. */
export function truncate(text: string, columns: number): string {
  if (width(text) <= columns) return text;
  return columns <= 0 ? '' : `${fitting(graphemes(text), columns - 1).join('')}…`;
}

/** The text with its middle taken out, so that start and end stay readable in a number of columns. */
export function truncateMiddle(text: string, columns: number): string {
  if (width(text) <= columns) return text;
  const head = truncate(text, Math.max(1, Math.floor(columns / 3)));
  const tail = fitting(graphemes(text).reverse(), columns - width(head)).reverse();
  return head + tail.join('');
}

const segmenter = new Intl.Segmenter();

/** What a reader sees as characters: a cut inside one would show another. */
function graphemes(text: string): string[] {
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

/** As many of the first characters as fit. */
function fitting(characters: readonly string[], columns: number): string[] {
  let room = columns;
  const end = characters.findIndex((character) => {
    room -= width(character);
    return room < 0;
  });
  return characters.slice(0, end === -1 ? characters.length : end);
}

/** A path (or `path:line:column`) relative to the project root, as one relative to a working directory. */
export function fromHere(path: string, rootDir: string, cwd: string): string {
  const absolute = isAbsolute(path) ? path : join(rootDir, path);
  const short = relative(cwd, absolute);
  return short === '' ? path : short;
}
