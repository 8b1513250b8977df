// The user's guides to reports and recordings, held to the closed lists and the schema that they explain.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { CACHE_MODES, DERIVED, REASONS, STEP_MODES, WRITES } from '../cache/outcome.ts';
import { REPORTER_NAMES } from './index.ts';

const page = (name: string): string =>
  readFileSync(new URL(`../../../../docs/${name}`, import.meta.url), 'utf8');
const reports = page('report.md');
const recordings = page('cache.md');
const schema = JSON.parse(readFileSync(new URL('../../report.schema.json', import.meta.url), 'utf8')) as {
  readonly $defs: Readonly<
    Record<string, { readonly properties?: Readonly<Record<string, { readonly enum?: readonly string[] }>> }>
  >;
};

/** Words in code font that open the rows of the first table under a heading. */
function rowsUnder(heading: string): readonly string[] {
  const section = recordings.split(`\n${heading}\n`)[1]?.split(/\n#{2,3} /)[0] ?? '';
  return [...section.matchAll(/^\| `([^`]+)`/gm)].map((match) => match[1] ?? '');
}

test('docs/report.md explains every reporter in a row of its own', () => {
  for (const word of REPORTER_NAMES) expect(reports).toMatch(new RegExp(`^\\| \`${word}\``, 'm'));
});

test('docs/report.md names every field of the schema', () => {
  const fields = Object.values(schema.$defs).flatMap(({ properties }) => Object.keys(properties ?? {}));
  expect(fields.filter((field) => !reports.includes(`\`${field}\``))).toEqual([]);
});

test('R3 R34 R35 R39: reasons, writes and modes are the closed lists of the spec, the same in code, docs and schema', () => {
  const reasons =
    'no-entry retry invalid-entry truncated wrong-context target-not-found target-ambiguous gap action-failed action-uncertain viewport-changed end-mismatch'.split(
      ' ',
    );
  const writes = 'saved kept unconfirmed evicted no-change not-written'.split(' ');
  const stepModes = ['self-finalized', 'agent-concluded', 'missed'];
  const modes = ['read-write', 'read-only', 'off'];
  const lists = { reasons, writes, stepModes, modes };
  expect({ reasons: REASONS, writes: WRITES, stepModes: STEP_MODES, modes: CACHE_MODES }).toEqual(lists);
  expect({
    reasons: rowsUnder('### Reasons'),
    writes: rowsUnder('### What became of the recording'),
    stepModes: rowsUnder('## What the report says'),
    modes: rowsUnder('## Modes'),
  }).toEqual(lists);
  const { mode, reason, write, derived } = schema.$defs.stepCache?.properties ?? {};
  // Which mode a run had is in no report.
  expect({ reasons: reason?.enum, writes: write?.enum, stepModes: mode?.enum }).toEqual({
    reasons,
    writes,
    stepModes,
  });
  expect(derived?.enum).toEqual([...DERIVED]);
  for (const word of DERIVED) expect(recordings).toContain(`\`${word}\``);
});
