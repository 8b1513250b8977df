// A wanted shape as JSON Schema: how it stands inside a tool's input, and which schemas speak of one part of a value. It validates nothing.
import { isRecord } from './language.ts';

/** A schema that is an object; `true`, `false` and nonsense say nothing. */
export type Schema = Readonly<Record<string, unknown>>;

/** References followed on the way to one schema. Chosen: more is a circle. */
const MOST_HOPS = 16;

/** Names of the places that hold a schema's shared parts. Source: JSON Schema 2020-12 §8.2.4, and draft 7. */
const SHARED = ['$defs', 'definitions'] as const;

/**
 * An object schema with the given properties, one of which is a schema of somebody else's: its shared parts move to the top, where
 * its references look for them, and references to its own root go to where it is now.
 */
export function withProperty(
  properties: Readonly<Record<string, unknown>>,
  name: string,
  schema: Schema,
): Schema {
  const { $schema: _dialect, $id: _id, ...own } = schema;
  const shared = SHARED.filter((place) => isRecord(own[place]));
  const moved = (part: unknown): unknown => {
    if (Array.isArray(part)) return part.map(moved);
    if (!isRecord(part)) return part;
    return Object.fromEntries(
      Object.entries(part).map(([key, item]) => [
        key,
        key === '$ref' && typeof item === 'string' ? movedRef(item, name) : moved(item),
      ]),
    );
  };
  const rest = Object.entries(own).filter(([key]) => !shared.some((place) => place === key));
  return {
    type: 'object',
    properties: { ...properties, [name]: moved(Object.fromEntries(rest)) },
    ...Object.fromEntries(shared.map((place) => [place, moved(own[place])])),
  };
}

function movedRef(ref: string, name: string): string {
  const isOfRoot = ref === '#' || ref.startsWith('#/');
  if (!isOfRoot || SHARED.some((place) => ref.startsWith(`#/${place}/`))) return ref;
  return `#/properties/${name}${ref.slice(1)}`;
}

/** Every schema without alternatives that speaks of a value: references followed, `allOf` taken apart, of alternatives those that it may be. */
export function speakingOf(value: unknown, schema: unknown, root: unknown, hops = 0): readonly Schema[] {
  if (!isRecord(schema) || hops > MOST_HOPS) return [];
  const further = (part: unknown): readonly Schema[] => speakingOf(value, part, root, hops + 1);
  const alternatives = [...listOf(schema.anyOf), ...listOf(schema.oneOf)]
    .map(further)
    .filter((schemas) => schemas.every((one) => mayBe(value, one)));
  return [
    schema,
    ...(typeof schema.$ref === 'string' ? further(at(root, schema.$ref)) : []),
    ...listOf(schema.allOf).flatMap(further),
    ...alternatives.flat(),
  ];
}

/** The schemas that speak of one property or item. */
export function speakingOfPart(
  value: unknown,
  key: string | number,
  holders: readonly Schema[],
  root: unknown,
): readonly Schema[] {
  return holders.flatMap((holder) => speakingOf(value, partSchema(holder, key), root));
}

function partSchema(holder: Schema, key: string | number): unknown {
  if (typeof key === 'number') return listOf(holder.prefixItems)[key] ?? holder.items;
  const own = isRecord(holder.properties) && Object.hasOwn(holder.properties, key);
  return own ? (holder.properties as Schema)[key] : holder.additionalProperties;
}

/** Whether a value may be meant by an alternative: its type, its fixed words, its keys, and the fixed words of its properties. */
function mayBe(value: unknown, schema: Schema): boolean {
  if (!hasFixedWords(value, schema)) return false;
  const types = typeof schema.type === 'string' ? [schema.type] : listOf(schema.type);
  if (types.length > 0 && !typesOf(value).some((type) => types.includes(type))) return false;
  if (!isRecord(value)) return true;
  if (listOf(schema.required).some((key) => !Object.hasOwn(value, String(key)))) return false;
  return Object.entries(value).every(([key, item]) => hasFixedWords(item, partSchema(schema, key)));
}

function hasFixedWords(value: unknown, schema: unknown): boolean {
  if (!isRecord(schema)) return true;
  if (schema.const !== undefined && schema.const !== value) return false;
  return !Array.isArray(schema.enum) || schema.enum.includes(value);
}

function typesOf(value: unknown): readonly string[] {
  if (value === null) return ['null'];
  if (Array.isArray(value)) return ['array'];
  if (typeof value === 'number') return Number.isInteger(value) ? ['integer', 'number'] : ['number'];
  return [typeof value];
}

/** What a reference within a schema names. Source: RFC 6901. */
function at(root: unknown, ref: string): unknown {
  if (ref !== '#' && !ref.startsWith('#/')) return undefined;
  return decodeURIComponent(ref)
    .split('/')
    .slice(1)
    .reduce<unknown>((inner, key) => {
      const name = key.replaceAll('~1', '/').replaceAll('~0', '~');
      if (Array.isArray(inner)) return inner[Number(name)];
      return isRecord(inner) ? inner[name] : undefined;
    }, root);
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
