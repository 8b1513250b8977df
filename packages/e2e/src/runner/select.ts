// Which tests a run is about: by file, by line, by title. Pure; the main process and its workers ask the same functions, so that what is
// listed is what runs.
import { E2EError } from '../base/error.ts';

/** One call in a file that may declare a test, by the lines its callee spans: a stack names one of them. */
export interface CallLines {
  readonly from: number;
  readonly to: number;
}

/** A chosen line of a file, as the calls around it, innermost first. */
export interface LineChoice {
  readonly line: number;
  readonly calls: readonly CallLines[];
}

/** What was asked for, as JSON. */
export interface Selection {
  /** Source of a regular expression, tried on `file › titles @tags`. */
  readonly grep?: string;
  /** Chosen lines by absolute file, for files that are not wanted whole. */
  readonly lines: Readonly<Record<string, readonly LineChoice[]>>;
  /** Of the tests that all else chooses, only those with these ids, as the runner underneath gives them. */
  readonly ids?: readonly string[];
}

/** A declared test as far as choosing goes. */
export interface Choosable {
  readonly id: string;
  /** Line of the test's own call; 0 when unknown. */
  readonly line: number;
  /** Lines of the `describe` calls around it. */
  readonly groupLines: readonly number[];
  /** What `--grep` is tried on; see `grepText`. */
  readonly text: string;
}

/** The text that `--grep` is tried on. */
export function grepText(
  file: string,
  titlePath: readonly string[],
  tags: readonly string[] | undefined,
): string {
  return [
    [file, ...titlePath].join(' › '),
    ...(tags ?? []).map((tag) => (tag.startsWith('@') ? tag : `@${tag}`)),
  ].join(' ');
}

/**
 * A pattern from `--grep`: case does not count.
 * @throws E2EError INVALID_CONFIG when it is no regular expression.
 */
export function grepPattern(source: string): RegExp {
  try {
    return new RegExp(source, 'i');
  } catch (thrown) {
    throw new E2EError(
      'INVALID_CONFIG',
      `--grep expects a regular expression, got "${source}": ${(thrown as Error).message}.`,
    );
  }
}

const isAt = (line: number, call: CallLines): boolean => line >= call.from && line <= call.to;

/** The innermost call around a line that declares a test or a group; `undefined` when none does. */
function declaringCall(choice: LineChoice, tests: readonly Choosable[]): CallLines | undefined {
  return choice.calls.find((call) =>
    tests.some((test) => isAt(test.line, call) || test.groupLines.some((line) => isAt(line, call))),
  );
}

/** Which of a file's tests are chosen, one answer per test. */
export function chosen(file: string, tests: readonly Choosable[], selection: Selection): readonly boolean[] {
  const pattern = selection.grep === undefined ? undefined : grepPattern(selection.grep);
  const choices = selection.lines[file];
  const calls = choices?.flatMap((choice) => declaringCall(choice, tests) ?? []);
  return tests.map((test) => {
    if (selection.ids !== undefined && !selection.ids.includes(test.id)) return false;
    if (pattern !== undefined && !pattern.test(test.text)) return false;
    if (calls === undefined) return true;
    return calls.some((call) => isAt(test.line, call) || test.groupLines.some((line) => isAt(line, call)));
  });
}

/** Chosen lines of a file at which no test stands. */
export function emptyLines(
  file: string,
  tests: readonly Choosable[],
  selection: Selection,
): readonly number[] {
  return (selection.lines[file] ?? [])
    .filter((choice) => declaringCall(choice, tests) === undefined)
    .map(({ line }) => line);
}
