// Flags that commands share, and how their values are read.
import { type Command, InvalidArgumentError } from 'commander';

/** A reader of whole numbers. */
export function wholeNumber(min: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (!/^\d+$/.test(text) || value < min)
      throw new InvalidArgumentError(`expected a whole number, ${min} or more, got "${text}".`);
    return value;
  };
}

/** Names with commas between them. */
export function list(text: string): readonly string[] {
  const names = text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  if (names.length === 0) throw new InvalidArgumentError('expected at least one name.');
  return names;
}

/** The same, for a flag that may be given again. */
const addTo: (text: string, before?: readonly string[]) => readonly string[] = (text, before = []) => [
  ...before,
  ...list(text),
];

/** Adds what chooses tests. */
export function withTests(command: Command): Command {
  return command
    .argument('[files...]', 'test files or directories; `file:line` for one test')
    .option('--target <name>', 'run on this target; may be given again', addTo)
    .option('--grep <pattern>', 'tests whose "file › titles @tags" match this regular expression');
}

/** Adds what says how many tests run at a time, and how long. */
export function withPace(command: Command): Command {
  return command
    .option('--workers <count>', 'test files that run at a time', wholeNumber(1))
    .option('--timeout <ms>', 'time of one attempt; 0 for no limit', wholeNumber(0));
}
