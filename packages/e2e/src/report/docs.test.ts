// The user's guide to reports, held to the closed lists and the schema that it explains.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { REASONS, WRITES } from '../cache/outcome.ts';
import { REPORTER_NAMES } from './index.ts';

const guide = readFileSync(new URL('../../../../docs/report.md', import.meta.url), 'utf8');
const schema = JSON.parse(readFileSync(new URL('../../report.schema.json', import.meta.url), 'utf8')) as {
  readonly $defs: Readonly<Record<string, { readonly properties?: Readonly<Record<string, unknown>> }>>;
};

test('docs/report.md explains every reporter, reason and write in a row of its own', () => {
  for (const word of [...REPORTER_NAMES, ...REASONS, ...WRITES]) {
    expect(guide).toMatch(new RegExp(`^\\| \`${word}\``, 'm'));
  }
});

test('docs/report.md names every field of the schema', () => {
  const fields = Object.values(schema.$defs).flatMap(({ properties }) => Object.keys(properties ?? {}));
  expect(fields.filter((field) => !guide.includes(`\`${field}\``))).toEqual([]);
});
