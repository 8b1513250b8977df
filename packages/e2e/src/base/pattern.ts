// Texts as parts of regular expressions.

/** The text as a pattern that matches only itself, also in a literal between slashes. */
export function escapeRegExp(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}
