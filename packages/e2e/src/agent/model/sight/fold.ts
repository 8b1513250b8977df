// Long lists, tables and deep parts of an outline folded to a few lines with a count, until the whole fits its budget. Each fold names the
// call that opens it, so nothing is out of reach.
import type { NodeId } from '../../../screen/node.ts';
import { type Line, partOf } from './outline.ts';

/** How much of an outline is shown. */
interface Depth {
  /** Siblings of one kind that are shown, the first and those that matter. */
  readonly alike: number;
  /** Siblings of any kind. */
  readonly siblings: number;
  /** Levels of nesting. */
  readonly levels: number;
  /** Used when the text is not longer than this. */
  readonly mostChars: number;
}

/** Characters that a screen may take. Source: issue "The agent": a page of 10,000 elements stays under 24,000; the rest is for the frame. */
const MOST_SCREEN_CHARS = 20_000;

/** Ids may be a digit longer than measured. */
const SLACK_CHARS = 1_000;

/** Nothing is folded. */
const ALL: Depth = {
  alike: Number.POSITIVE_INFINITY,
  siblings: Number.POSITIVE_INFINITY,
  levels: Number.POSITIVE_INFINITY,
  mostChars: Number.POSITIVE_INFINITY,
};

/** From all to next to nothing. Chosen: small screens are whole; large ones give up their lists before their depth. */
const DEPTHS: readonly Depth[] = [
  { alike: Number.POSITIVE_INFINITY, siblings: Number.POSITIVE_INFINITY, levels: 99, mostChars: 6_000 },
  { alike: 20, siblings: 120, levels: 99, mostChars: 10_000 },
  { alike: 8, siblings: 60, levels: 99, mostChars: 12_000 },
  { alike: 4, siblings: 30, levels: 99, mostChars: 16_000 },
  { alike: 3, siblings: 20, levels: 8, mostChars: MOST_SCREEN_CHARS },
  { alike: 3, siblings: 15, levels: 5, mostChars: MOST_SCREEN_CHARS },
  { alike: 2, siblings: 10, levels: 3, mostChars: MOST_SCREEN_CHARS },
  { alike: 1, siblings: 6, levels: 2, mostChars: MOST_SCREEN_CHARS },
];

/** Siblings of one kind from which a fold is worth its own line. Chosen. */
const LEAST_FOLDED = 4;

/** How lines are written. */
export interface Writing {
  /** The short id of a node, minted on first use. */
  name(id: NodeId): string;
  /** Whether a line is shown even inside a fold: what the goal names, what has the focus. */
  matters(line: Line): boolean;
}

/** The whole outline in as many lines as its size allows. */
export function fold(lines: readonly Line[], writing: Writing): string {
  // Measured before any id is made: lines that are not shown take none.
  const measuring: Writing = { ...writing, name: () => '000' };
  const lengthAt = (depth: Depth): number => write(lines, '0', depth, measuring).join('\n').length;
  const fitting = DEPTHS.find((depth) => lengthAt(depth) <= depth.mostChars);
  const text = write(lines, '0', fitting ?? (DEPTHS.at(-1) as Depth), writing).join('\n');
  if (text.length <= MOST_SCREEN_CHARS + SLACK_CHARS) return text;
  return text.slice(0, MOST_SCREEN_CHARS).replace(/\n[^\n]*$/u, '\n… the rest is not shown: use find');
}

/** The whole outline, nothing left out. */
export function whole(lines: readonly Line[], writing: Writing): string {
  return write(lines, '0', ALL, writing).join('\n');
}

/** A part of the children of one line, in full as far as `mostChars` goes; what is below them is folded where it is long. */
export function unfold(
  lines: readonly Line[],
  parent: string,
  from: number,
  writing: Writing,
  mostChars: number,
): string {
  const shown: string[] = [];
  let chars = 0;
  let at = from;
  for (; at < lines.length; at += 1) {
    const line = lines[at];
    if (line === undefined) break;
    const written = writeLine(line, 0, DEPTHS[2] as Depth, writing);
    chars += written.reduce((sum, text) => sum + text.length + 1, 0);
    if (chars > mostChars && shown.length > 0) break;
    shown.push(...written);
  }
  if (at < lines.length) shown.push(foldText(lines.length - at, parent, at));
  return shown.join('\n');
}

/** One line with what fits on it, and what is below it folded where it is long. */
export function writeLines(lines: readonly Line[], parent: string, writing: Writing): readonly string[] {
  return write(lines, parent, DEPTHS[2] as Depth, writing);
}

function write(lines: readonly Line[], parent: string, depth: Depth, writing: Writing, level = 0): string[] {
  const shown = chosen(lines, depth, writing);
  const written: string[] = [];
  const pad = ' '.repeat(level);
  let skipped = 0;
  lines.forEach((line, index) => {
    if (!shown.has(index)) {
      skipped += 1;
      return;
    }
    if (skipped > 0) written.push(pad + foldText(skipped, parent, index - skipped));
    skipped = 0;
    written.push(...writeLine(line, level, depth, writing));
  });
  if (skipped > 0) written.push(pad + foldText(skipped, parent, lines.length - skipped));
  return written;
}

function foldText(count: number, parent: string, from: number): string {
  return `… ${count} more, not shown: unfold ${JSON.stringify({ id: parent, from })}`;
}

function writeLine(line: Line, level: number, depth: Depth, writing: Writing): string[] {
  const id = writing.name(line.node.id);
  const own = `${' '.repeat(level)}${id} ${line.head}`;
  if (line.children.length === 0) return [own];
  if (line.flat)
    return [[own, ...line.children.map((child) => partOf(child, (inner) => writing.name(inner)))].join(' ')];
  if (level + 1 >= depth.levels) return [`${own} … ${sizeOf(line)} inside: unfold ${JSON.stringify({ id })}`];
  return [own, ...write(line.children, id, depth, writing, level + 1)];
}

function sizeOf(line: Line): number {
  return line.children.reduce((sum, child) => sum + 1 + sizeOf(child), 0);
}

/** Which of some siblings are shown, by index. */
function chosen(lines: readonly Line[], depth: Depth, writing: Writing): ReadonlySet<number> {
  const shown = new Set<number>();
  let start = 0;
  while (start < lines.length) {
    const role = lines[start]?.node.role;
    let end = start + 1;
    while (end < lines.length && lines[end]?.node.role === role) end += 1;
    const most = end - start >= depth.alike + LEAST_FOLDED ? depth.alike : end - start;
    for (let index = start; index < start + most; index += 1) shown.add(index);
    start = end;
  }
  const limited =
    lines.length >= depth.siblings + LEAST_FOLDED ? new Set([...shown].slice(0, depth.siblings)) : shown;
  addMatters(limited, lines, writing);
  return limited;
}

/** Lines that matter and would be folded away, a few of them. Chosen: a goal names one or two things of a list. */
const MOST_MATTERING = 5;

function addMatters(shown: Set<number>, lines: readonly Line[], writing: Writing): void {
  if (shown.size === lines.length) return;
  let left = MOST_MATTERING;
  for (const [index, line] of lines.entries()) {
    if (left === 0) return;
    if (shown.has(index) || !writing.matters(line)) continue;
    shown.add(index);
    left -= 1;
  }
}
