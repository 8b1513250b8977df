// How the values of flags are read, for the commands that share them.
import { InvalidArgumentError } from 'commander';

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
export const addTo: (text: string, before?: readonly string[]) => readonly string[] = (text, before = []) => [
  ...before,
  ...list(text),
];
