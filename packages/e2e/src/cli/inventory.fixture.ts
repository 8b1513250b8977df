// A recording as a run would have left it, for tests of the commands that look after recordings. Not part of the package.
import { ENTRY_SCHEMA, type Entry, printEntry } from '../cache/entry.ts';
import { keyOf, MATCHING_VERSION, type StepIdentity } from '../cache/key.ts';
import { routeOf } from '../screen/route.ts';

/** What a test changes about the recording. */
export interface Changes {
  readonly step?: Partial<StepIdentity>;
  readonly recordedAt?: string;
  readonly actions?: number;
  readonly truncated?: string;
}

/** A whole entry, its key, and its text. */
export function sampleEntry(changes: Changes = {}): { readonly key: string; readonly text: string } {
  const step: StepIdentity = {
    project: 'shop',
    file: 'tests/cart.e2e.ts',
    titlePath: ['cart', 'adds an item'],
    target: 'web',
    engine: 'web',
    app: 'http://localhost:3000',
    agent: 'default',
    agentContext: '',
    instruction: 'add one item to the cart',
    params: {},
    occurrence: 1,
    matching: MATCHING_VERSION,
    ...changes.step,
  };
  const key = keyOf(step);
  const route = routeOf('http://localhost:3000/cart', 'http://localhost:3000');
  const entry: Entry = {
    schema: ENTRY_SCHEMA,
    key,
    step,
    recordedBy: { executor: 'offline', version: '0.1.0' },
    recordedAt: changes.recordedAt ?? '2026-01-02T03:04:05.678Z',
    summary: 'pressed Add',
    ...(changes.truncated === undefined ? {} : { truncated: changes.truncated }),
    start: { route },
    actions: Array.from({ length: changes.actions ?? 1 }, () => ({
      action: { kind: 'tap', target: { role: 'button', name: 'Add' } },
      page: 0,
      gapMs: 10,
    })),
    end: { route, appeared: [], gone: [], alerts: [], waitMs: 5, requests: [] },
  };
  return { key, text: printEntry(entry) };
}
