// Which of the named things a command line asks for.

/** Ends the process with exit code 2 and names the words that fit none of the names: a typing error must not pass for a green run. */
export function wordsThatFit(
  words: readonly string[],
  names: readonly string[],
  fits: (name: string, word: string) => boolean,
): (name: string) => boolean {
  const idle = words.filter((word) => !names.some((name) => fits(name, word)));
  if (idle.length > 0) {
    console.error(`Nothing is named ${idle.map((word) => JSON.stringify(word)).join(' or ')}. There are:`);
    console.error(`  ${names.join('\n  ')}`);
    process.exit(2);
  }
  return (name) => words.length === 0 || words.some((word) => fits(name, word));
}
