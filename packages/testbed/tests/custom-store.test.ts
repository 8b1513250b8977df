// The commands that look after recordings, on a project whose config keeps them in a store of its own: what the store and the config are asked,
// and what a store that fails costs.
import { describe, expect, test } from 'vitest';
import { sampleEntry } from '../../e2e/src/cli/inventory.fixture.ts';
import { CART_TEST } from '../harness/files.ts';
import { makeProject, type Project } from '../harness/project.ts';

/** Each test starts processes, on a machine that may be busy with others. */
const TIMEOUT_MS = 180_000;

const sample = sampleEntry({ step: { project: 'project', file: 'tests/gone.e2e.ts', target: 'fake' } });

/** A project with these entries in a store; `more` is source of its methods, `before` source above them. */
function storedProject(
  entries: readonly { readonly key: string; readonly text: string }[],
  more = '',
  before = '',
): Promise<Project> {
  return makeProject({
    'entries.json': JSON.stringify(entries.map(({ key, text }) => [key, text])),
    'tests/cart.e2e.ts': CART_TEST,
    'e2e.config.mjs': `
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { fakeApp, fakeEngine, node } from 'e2e/testing';
appendFileSync('evaluated.txt', process.pid + '\\n');
const kept = new Map(JSON.parse(readFileSync('entries.json', 'utf8')));
${before}
const store = {
  read: async (key) => kept.get(key),
  write: async () => {},
  delete: async (key) => { kept.delete(key); },
  list: async () => [...kept.keys()],
  ${more}
};
const app = fakeApp({ start: '/', state: {}, routes: { '/': () => [node('heading', 'Cart')] } });
export default { cache: { store }, targets: [{ name: 'fake', engine: fakeEngine(app) }] };
`,
  });
}

describe('R42: a store of the config', { timeout: TIMEOUT_MS }, () => {
  test.each([
    ['cannot be listed', "list() { throw new Error('no route'); }", ['ls'], 'could not be listed: no route'],
    ['gives no list', 'list: async () => undefined', ['ls'], 'it gave no list of keys'],
    [
      'cannot be read',
      "read() { throw new Error('no route'); }",
      ['show', sample.key],
      `The recording ${sample.key} in the store in e2e.config.mjs is not valid: it can't be read: no route`,
    ],
    [
      'cannot delete',
      "delete() { throw new Error('no route'); }",
      ['prune', '--yes'],
      `1 recording could not be deleted:\n${sample.key}: no route [INVALID_CONFIG]`,
    ],
    [
      'gives its list but once',
      "list: async () => { if (asked++ > 0) throw new Error('no route'); return [...kept.keys()]; }",
      ['check'],
      'could not be listed: no route',
    ],
  ])('that %s is an error that says so, without a stack, exit 2', async (_, method, args, message) => {
    const project = await storedProject([sample], method, 'let asked = 0;');
    const { stderr, exitCode } = await project.run(['cache', ...args]);
    expect(stderr).toContain(message);
    expect(stderr).not.toMatch(/fault of e2e|\n\s+at /);
    expect(exitCode).toBe(2);
  });

  test('that cannot delete a pace mark has its recording pruned all the same', async () => {
    const project = await storedProject(
      [sample],
      "delete: async (key) => { if (key.endsWith('.paced')) throw new Error('no'); kept.delete(key); }",
    );
    const { stdout, stderr, exitCode } = await project.run(['cache', 'prune', '--yes']);
    expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 });
    expect(stdout).toContain('Deleted 1 recording in the store in e2e.config.mjs.\n');
  });

  test('is asked for each entry once, and for few at a time', async () => {
    const entries = Array.from({ length: 40 }, (_, index) =>
      sampleEntry({ step: { instruction: `step ${index}` } }),
    );
    const project = await storedProject(
      entries,
      `read: async (key) => {
    reads += 1;
    most = Math.max(most, ++open);
    await new Promise((resolve) => setTimeout(resolve, 5));
    open -= 1;
    return kept.get(key);
  },`,
      `let [reads, open, most] = [0, 0, 0];
process.on('exit', () => writeFileSync('reads.json', JSON.stringify({ reads, most })));`,
    );
    for (const args of [['export'], ['prune', '--dry-run']]) {
      await project.run(['cache', ...args]);
      expect({ args, ...JSON.parse(await project.read('reads.json')) }).toEqual({
        args,
        reads: 40,
        most: 16,
      });
    }
    await project.run(['cache', 'show', entries[0]?.key ?? '']);
    expect(JSON.parse(await project.read('reads.json'))).toEqual({ reads: 1, most: 1 });
  });
});

test.each([['check'], ['export'], ['prune', '--dry-run']])(
  'the config is evaluated once by the process of `e2e cache %s`: it may open connections',
  { timeout: TIMEOUT_MS },
  async (...args) => {
    const project = await storedProject([sample]);
    expect((await project.run(['cache', ...args])).exitCode).not.toBe(4);
    const pids = (await project.read('evaluated.txt')).trim().split('\n');
    expect(pids.length).toBeGreaterThan(0);
    expect(new Set(pids).size).toBe(pids.length);
  },
);
