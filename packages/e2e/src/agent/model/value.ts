// Which texts of an extracted value stand nowhere on the screen: made up, or a placeholder. Pure.
import { isRecord } from './language.ts';

/**
 * The texts of a value that the screen does not say. A text that the schema itself words (an enum, a date's format, a pattern) may differ from
 * the screen's, and so may numbers: a judge has to quote what those rest on.
 * @param schema JSON Schema of the value, as far as known.
 */
export function ungrounded(
  value: unknown,
  schema: unknown,
  isSaid: (words: string) => boolean,
): readonly string[] {
  if (typeof value === 'string') return isWorded(schema) || isSaid(value) ? [] : [value];
  if (Array.isArray(value)) {
    const items = isRecord(schema) ? schema.items : undefined;
    return value.flatMap((item) => ungrounded(item, items, isSaid));
  }
  if (!isRecord(value)) return [];
  const properties = isRecord(schema) && isRecord(schema.properties) ? schema.properties : {};
  return Object.entries(value).flatMap(([key, item]) => ungrounded(item, properties[key], isSaid));
}

const WORDED = ['enum', 'const', 'format', 'pattern'] as const;

function isWorded(schema: unknown): boolean {
  if (!isRecord(schema)) return false;
  if (WORDED.some((key) => schema[key] !== undefined)) return true;
  return [schema.anyOf, schema.oneOf, schema.allOf].some(
    (parts) => Array.isArray(parts) && parts.some((part) => isWorded(part)),
  );
}
