// Which texts of an extracted value stand nowhere on the screen: made up, or a placeholder. Pure.
import { isRecord } from './language.ts';
import { type Schema, speakingOf, speakingOfPart } from './schema.ts';

/** What a value has to stand on. */
export interface Ground {
  /** All that the screen says. */
  readonly text: string;
  /** Whether the screen says these words. */
  isSaid(words: string): boolean;
}

/**
 * The texts of a value that the screen does not say. A text that the schema itself words (an enum) may differ from the screen's; one whose
 * form the schema sets (a date's format, a pattern) has to say in that form what the screen says in another. Numbers may differ: a judge has
 * to quote what those rest on.
 * @param schema JSON Schema of the value, as far as known.
 */
export function ungrounded(value: unknown, schema: unknown, ground: Ground): readonly string[] {
  const visit = (part: unknown, schemas: readonly Schema[]): readonly string[] => {
    const into = (item: unknown, key: string | number): readonly string[] =>
      visit(item, speakingOfPart(item, key, schemas, schema));
    if (typeof part === 'string') {
      const isGrounded = ground.isSaid(part) || schemas.some((one) => isWorded(part, one, ground));
      return isGrounded ? [] : [part];
    }
    if (Array.isArray(part)) return part.flatMap(into);
    return isRecord(part) ? Object.entries(part).flatMap(([key, item]) => into(item, key)) : [];
  };
  return visit(value, speakingOf(value, schema, schema));
}

function isWorded(text: string, schema: Schema, ground: Ground): boolean {
  if (schema.const === text) return true;
  if (Array.isArray(schema.enum) && schema.enum.includes(text)) return true;
  const hasForm = typeof schema.format === 'string' || typeof schema.pattern === 'string';
  return hasForm && isSaidOtherwise(text, ground);
}

/**
 * Whether the screen may say a text in another form: each of its words, and of its numbers all in their order (`1,234`, `+49 151 12`) or,
 * as of a date, one.
 */
function isSaidOtherwise(text: string, { text: screen, isSaid }: Ground): boolean {
  const words = text.match(/\p{L}{3,}/gu) ?? [];
  const numbers = (text.match(/\d+/gu) ?? []).filter((digits) => Number(digits) > 0);
  if (words.length + numbers.length === 0 || !words.every((word) => isSaid(word))) return false;
  if (numbers.length === 0) return true;
  const spaced = (text.match(/\d/gu) ?? []).join('[^\\p{L}\\p{N}\\n]*');
  return (
    new RegExp(`(?<![\\p{L}\\p{N}])${spaced}(?![\\p{L}\\p{N}])`, 'u').test(screen) ||
    numbers.some((digits) => isSaid(digits) || isSaid(String(Number(digits))))
  );
}
