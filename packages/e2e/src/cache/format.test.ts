import { expect, test } from 'vitest';
import { sampleEntry } from '../cli/inventory.fixture.ts';
import { entryFault } from './format.ts';

/** The body of a whole entry, after a change. */
function body(change: (entry: Record<string, never>) => void): unknown {
  const { digest: _, ...entry } = JSON.parse(sampleEntry({ actions: 2 }).text);
  change(entry);
  return entry;
}

test('a whole entry has no fault', () => {
  expect(entryFault(body(() => {}))).toBeUndefined();
});

const set = (path: readonly (string | number)[], value: unknown) => (entry: Record<string, never>) => {
  const parent = path.slice(0, -1).reduce((at: Record<string, never>, name) => at[name] as never, entry);
  const name = path.at(-1) as string;
  if (value === undefined) delete parent[name];
  else Object.defineProperty(parent, name, { value, enumerable: true });
};

test.each([
  ['entry.summary is not a text', set(['summary'], 7)],
  ['entry.schema is missing', set(['schema'], undefined)],
  ['entry.extra is unknown', set(['extra'], 1)],
  ['entry.__proto__ is unknown', set(['__proto__'], {})],
  ['entry.toString is unknown', set(['toString'], 'x')],
  ['entry.step is not an object', set(['step'], [])],
  ['entry.step.titlePath[1] is not a text', set(['step', 'titlePath', 1], false)],
  ['entry.step.titlePath is not a list', set(['step', 'titlePath'], { length: 1 })],
  ['entry.paced is false', set(['paced'], false)],
  ['entry.actions[1].gapMs is not a count', set(['actions', 1, 'gapMs'], -1)],
  ['entry.actions[1].action.kind is "fly"', set(['actions', 1, 'action', 'kind'], 'fly')],
  ['entry.actions[0].action.kind is missing', set(['actions', 0, 'action'], {})],
  [
    'entry.actions[0].action.target.role is missing',
    set(['actions', 0, 'action', 'target', 'role'], undefined),
  ],
  [
    'entry.actions[0].action.target.within[0].by is "guess"',
    set(['actions', 0, 'action', 'target', 'within'], [{ role: 'row', by: 'guess' }]),
  ],
  ['entry.end.requests[0].method is missing', set(['end', 'requests'], [{ route: '/', statusClass: 2 }])],
])('names the place of a fault: %s', (fault, change) => {
  expect(entryFault(body(change))).toBe(fault);
});

test('what is no object has a fault too', () => {
  expect([null, 1, [], undefined].map(entryFault)).toEqual(Array(4).fill('entry is not an object'));
});
