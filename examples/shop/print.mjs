// How the shop's demonstrations print: headings, lines of a width, tables.

/** @param {string} text */
export function heading(text) {
  console.log(`\n━━ ${text} ${'━'.repeat(Math.max(0, 84 - text.length))}\n`);
}

/** Prints text at most 88 columns wide. @param {string} text */
export function say(text) {
  for (const line of text.split('\n')) {
    console.log(line.replace(/(?![^\n]{1,88}$)([^\n]{1,88})\s/g, '$1\n'));
  }
}

/** @param {readonly (readonly unknown[])[]} lines the first is the header */
export function table(lines) {
  const widths = lines[0].map((_, column) => Math.max(...lines.map((line) => String(line[column]).length)));
  for (const line of lines) {
    console.log(
      line
        .map((cell, column) => String(cell).padEnd(widths[column]))
        .join('   ')
        .trimEnd(),
    );
  }
  console.log('');
}
