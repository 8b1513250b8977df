// The part of a terminal that is redrawn in place while tests run. Lines printed above it stay; it never wraps a line (a wrapped
// line cannot be taken back) and never grows past the screen.
import { truncate, width } from './text.ts';

/** A stream that may know its size. */
export type Terminal = NodeJS.WritableStream & { readonly columns?: number; readonly rows?: number };

/** How often elapsed times move, in ms. Source: chosen; tenths of a second are shown to whole ones by eye. */
const REDRAW_MS = 200;
const DEFAULT_COLUMNS = 80;
const DEFAULT_ROWS = 24;
/** Synchronised update: a terminal that knows it draws the frame at once; others ignore it. Source: DEC private mode 2026. */
const BEGIN_FRAME = '\u001b[?2026h';
const END_FRAME = '\u001b[?2026l';

/** The redrawn lines at the bottom of a terminal. */
export interface Live {
  /** Starts redrawing what `lines` gives. */
  start(): void;
  /** Prints text that stays, above the redrawn lines; ends with a line break if it has none. */
  print(text: string): void;
  /** Draws the present lines now. */
  redraw(): void;
  /** Takes the lines away for good. */
  stop(): void;
}

/** Columns of a terminal; 80 where it does not say. */
export function columnsOf(terminal: Terminal): number {
  return terminal.columns !== undefined && terminal.columns > 0 ? terminal.columns : DEFAULT_COLUMNS;
}

/**
 * A live area that asks for its lines at each redraw.
 * @param lines uncoloured, one per row; cut to the terminal's width here, then passed through `paint`.
 */
export function createLive(
  terminal: Terminal,
  lines: () => readonly string[],
  paint: (line: string) => string,
): Live {
  let timer: NodeJS.Timeout | undefined;
  let drawnWidths: readonly number[] = [];

  // A terminal made narrower since has wrapped what was drawn, so rows are counted by its present width.
  const erase = (): string => {
    const columns = columnsOf(terminal);
    const rows = drawnWidths.reduce((sum, drawn) => sum + Math.max(1, Math.ceil(drawn / columns)), 0);
    return rows === 0 ? '' : `\u001b[${rows}A\r\u001b[J`;
  };
  const frame = (): string => {
    const shown = fitRows(lines(), Math.max(1, (terminal.rows ?? DEFAULT_ROWS) - 1));
    // One column is left free: some terminals wrap when the last one is filled.
    const cut = shown.map((line) => truncate(line, columnsOf(terminal) - 1));
    drawnWidths = cut.map(width);
    return cut.map((line) => `${paint(line)}\n`).join('');
  };
  const draw = (above: string): void => {
    if (timer === undefined) {
      if (above !== '') terminal.write(above);
      return;
    }
    const before = erase();
    terminal.write(`${BEGIN_FRAME}${before}${above}${frame()}${END_FRAME}`);
  };
  return {
    start: () => {
      timer ??= setInterval(() => draw(''), REDRAW_MS);
      timer.unref();
      draw('');
    },
    print: (text) => draw(text.endsWith('\n') ? text : `${text}\n`),
    redraw: () => draw(''),
    stop: () => {
      clearInterval(timer);
      timer = undefined;
      if (drawnWidths.length > 0) terminal.write(erase());
      drawnWidths = [];
    },
  };
}

/** The lines that fit a number of rows; the last one, which sums up, always stays. */
function fitRows(lines: readonly string[], rows: number): readonly string[] {
  if (lines.length <= rows) return lines;
  const head = lines.slice(0, Math.max(0, rows - 2));
  return [...head, ` … and ${lines.length - 1 - head.length} more`, ...lines.slice(-1)].slice(-rows);
}
