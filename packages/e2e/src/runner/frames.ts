// Where in the user's own files an error came from: the first stack frame that is neither ours nor a dependency's, with the source lines
// around it. Stacks themselves are never shown.
import { readFileSync } from 'node:fs';
import { relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A place in a user's file. */
export interface UserFrame {
  /** `tests/cart.e2e.ts:12:5`, relative to the project, `/` as separator. */
  readonly location: string;
  readonly frame?: string;
}

/** A stack frame as the runner underneath resolved it. */
export interface StackFrame {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

const OWN_DIR = fileURLToPath(new URL('..', import.meta.url));

/** Whether a file is the user's: of the project or beside it, and no dependency. */
function isUserFile(file: string): boolean {
  return !file.startsWith(OWN_DIR) && !file.includes(`${sep}node_modules${sep}`) && !file.startsWith('node:');
}

/** The frames in an error's own stack. */
export function parseStack(stack: string): readonly StackFrame[] {
  return stack.split('\n').flatMap((row) => {
    const match = /^\s*at (?:.*?\()?(?:async )?(.+?):(\d+):(\d+)\)?$/.exec(row);
    if (match === null) return [];
    const [, place = '', line, column] = match;
    const file = place.startsWith('file://') ? fileURLToPath(place) : place;
    return [{ file, line: Number(line), column: Number(column) }];
  });
}

/** The first frame in the user's files. */
export function firstUserFrame(frames: readonly StackFrame[], rootDir: string): UserFrame | undefined {
  const at = frames.find(({ file }) => isUserFile(file));
  if (at === undefined) return undefined;
  const rows = readRows(at.file);
  // A loader that compiles in memory may name a place that is not in the file.
  const row = rows?.[at.line - 1];
  const column = row !== undefined && at.column > row.length + 1 ? 1 : at.column;
  const location = `${relative(rootDir, at.file).split(sep).join('/')}:${at.line}:${column}`;
  const frame = row === undefined ? undefined : codeFrame(rows ?? [], at.line, column);
  return frame === undefined ? { location } : { location, frame };
}

/** The same for a thrown value of this process. */
export function userFrame(thrown: unknown, rootDir: string): UserFrame | undefined {
  return thrown instanceof Error ? firstUserFrame(parseStack(thrown.stack ?? ''), rootDir) : undefined;
}

const LINES_AROUND = 2;

function readRows(file: string): readonly string[] | undefined {
  try {
    return readFileSync(file, 'utf8').split('\n');
  } catch {
    return undefined;
  }
}

function codeFrame(rows: readonly string[], line: number, column: number): string {
  const first = Math.max(1, line - LINES_AROUND);
  const last = Math.min(rows.length, line + LINES_AROUND);
  const width = String(last).length;
  return rows
    .slice(first - 1, last)
    .flatMap((row, index) => {
      const number = first + index;
      const shown = `${number === line ? '>' : ' '} ${String(number).padStart(width)} | ${row}`.trimEnd();
      return number === line ? [shown, `  ${' '.repeat(width)} | ${' '.repeat(column - 1)}^`] : [shown];
    })
    .join('\n');
}
