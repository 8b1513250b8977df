// `e2e cache ls | stats | clear`, through the built command in a project of its own.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import { sampleEntry } from '../../e2e/src/cli/inventory.fixture.ts';
import { CART_TEST, FAKE_CONFIG } from '../harness/files.ts';
import { makeProject, type Project } from '../harness/project.ts';

const BIN = fileURLToPath(new URL('../../e2e/dist/cli/bin.js', import.meta.url));
/** Each test starts processes, on a machine that may be busy with others. */
const TIMEOUT_MS = 180_000;

/** `script` of util-linux gives a command a terminal; elsewhere its flags differ. */
const hasTerminal = process.platform === 'linux';

/** Runs `e2e` on a terminal of 80 columns; the answer is typed once there is a question. */
function onTerminal(project: Project, args: string, answer?: string) {
  const command = `stty cols 80; ${process.execPath} ${BIN} ${args}`;
  const { E2E_CACHE_DIR: _, ...env } = process.env;
  const child = spawn('script', ['-qec', command, '/dev/null'], { cwd: project.dir, env });
  onTestFinished(() => void child.kill());
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
    // Before there is a question, a Ctrl-C would reach whatever starts the command.
    const isAsked = answer !== undefined && output.includes('[y/N]');
    if (isAsked && !child.stdin.writableEnded) child.stdin.end(answer);
  });
  return new Promise<{ readonly exitCode: number | null; readonly output: string }>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (exitCode) => resolve({ exitCode, output }));
    if (answer === undefined) child.stdin.end();
  });
}

/** The text with names of its own for what hashes and parsers spell. */
function stable(text: string): string {
  return [first.key, second.key, damaged.key]
    .reduce((all, key, index) => all.replaceAll(key.slice(0, 8), `entry--${index}`), text)
    .replace(new RegExp(damaged.key.slice(8), 'g'), '…')
    .replace(/(not JSON): .*/, '$1');
}

const recordedAt = new Date(Date.now() - 3 * 86_400_000 - 60_000).toISOString();
const first = sampleEntry({ actions: 3, recordedAt });
const second = sampleEntry({
  step: { target: 'phone', agent: 'buyer', instruction: 'pay\nthe order', occurrence: 2 },
  truncated: 'more than 50 actions',
  recordedAt,
});
const damaged = sampleEntry({ step: { instruction: 'damaged' } });
const cached = {
  [`.e2e/cache/${first.key}.json`]: first.text,
  [`.e2e/cache/${second.key}.json`]: second.text,
};
const clutter = {
  [`.e2e/cache/${damaged.key}.json`]: damaged.text.slice(0, 300),
  [`.e2e/cache/${'f'.repeat(64)}.json`]: '{"name":"of another tool"}',
  [`.e2e/cache/${'0'.repeat(64)}.json/notes`]: '',
  '.e2e/cache/README.md': 'notes',
  '.e2e/cache/.gitkeep': '',
};

describe('e2e cache ls', { timeout: TIMEOUT_MS }, () => {
  test('names each of thousands once, and which of them are none', async () => {
    const entries = Array.from({ length: 2_500 }, (_, index) =>
      sampleEntry({ step: { instruction: `step ${index}` } }),
    );
    const broken = new Set(entries.filter((_, index) => index % 500 === 7).map(({ key }) => key));
    const project = await makeProject(
      Object.fromEntries(
        entries.map(({ key, text }) => [
          `.e2e/cache/${key}.json`,
          broken.has(key) ? text.replace('pressed', 'Pressed') : text,
        ]),
      ),
    );
    const { stdout } = await project.run(['cache', 'ls', '--json']);
    const { recordings, invalid } = JSON.parse(stdout);
    const keys = (rows: readonly { readonly entry: string }[]) => rows.map(({ entry }) => entry);
    expect(keys(invalid)).toEqual([...broken].sort());
    expect(new Set(invalid.map(({ reason }: { reason: string }) => reason))).toEqual(
      new Set(['its content does not match its digest: it was changed after it was recorded']),
    );
    expect(keys(recordings).sort()).toEqual(
      keys(entries.map(({ key }) => ({ entry: key })))
        .filter((key) => !broken.has(key))
        .sort(),
    );
  });

  test('prints a row per recording', async () => {
    const { stdout, stderr, exitCode } = await (await makeProject({ ...cached, ...clutter })).run([
      'cache',
      'ls',
    ]);
    expect(stable(stdout)).toMatchInlineSnapshot(`
      "TEST                                             TARGET  INSTRUCTION               AGE       ACTIONS  ENTRY
      tests/cart.e2e.ts › cart › adds an item (buyer)  phone   pay the order (call 2)     3d  1, truncated  entry--1
      tests/cart.e2e.ts › cart › adds an item          web     add one item to the cart   3d             3  entry--0
      invalid  0000000000000000000000000000000000000000000000000000000000000000  it can't be read: EISDIR: illegal operation on a directory, read
      invalid  entry--2…  it is not JSON
      invalid  ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff  its schema is missing, and this version reads 1
      "
    `);
    expect(stderr).toBe('');
    expect(exitCode).toBe(0);
  });

  test('prints JSON for programs', async () => {
    const { stdout } = await (await makeProject({ ...cached, ...clutter })).run(['cache', 'ls', '--json']);
    const { place, recordings, invalid } = JSON.parse(stdout);
    expect(place).toBe('.e2e/cache');
    expect(recordings[1]).toEqual({
      entry: first.key,
      file: 'tests/cart.e2e.ts',
      titlePath: ['cart', 'adds an item'],
      target: 'web',
      agent: 'default',
      instruction: 'add one item to the cart',
      occurrence: 1,
      recordedAt,
      actions: 3,
      bytes: Buffer.byteLength(first.text),
    });
    expect(invalid).toHaveLength(3);
  });

  test.skipIf(!hasTerminal)('stays inside the terminal', async () => {
    const { output: stdout } = await onTerminal(await makeProject(cached), 'cache ls');
    const lines = stdout.trimEnd().split('\r\n');
    expect(lines).toHaveLength(3);
    for (const line of lines) expect([...line].length).toBeLessThanOrEqual(80);
    expect(stdout).toContain('…');
  });

  test.each([['ls'], ['stats'], ['clear']])('%s without a directory says so and exits 0', async (command) => {
    const { stdout, exitCode } = await (await makeProject({})).run(['cache', command]);
    expect(stdout).toMatch(/^No recordings (yet )?in \.e2e\/cache/);
    expect(exitCode).toBe(0);
  });

  test('a directory that cannot be read is an error that names it, exit 2', async () => {
    const { stderr, exitCode } = await (await makeProject({ '.e2e/cache': 'a file' })).run(['cache', 'ls']);
    expect(stderr).toMatch(/\.e2e\/cache can't be read: ENOTDIR/);
    expect(stderr).not.toMatch(/\n\s+at /);
    expect(exitCode).toBe(2);
  });

  test('loads neither test runner, browser driver nor schema library', async () => {
    const project = await makeProject({
      ...cached,
      'e2e.config.mjs': "export default { cache: { dir: '.e2e/cache' } };",
    });
    const { exitCode } = await project.run(['cache', 'ls'], {
      env: { NODE_V8_COVERAGE: join(project.dir, 'coverage') },
    });
    expect(exitCode).toBe(0);
    const [file] = await project.list('coverage');
    const { result } = JSON.parse(await project.read(`coverage/${file}`));
    const loaded = result
      .map(({ url }: { url: string }) => url)
      .filter((url: string) => url.startsWith('file:'));
    expect(loaded.some((url: string) => url.endsWith('/cli/cache.js'))).toBe(true);
    expect(
      loaded.filter((url: string) => /node_modules\/(vitest|vite|playwright-core|zod)\//.test(url)),
    ).toEqual([]);
  });
});

describe('the place of recordings', { timeout: TIMEOUT_MS }, () => {
  const there = { [`there/${first.key}.json`]: first.text };

  test('R40: --cache-dir wins over E2E_CACHE_DIR, which wins over cache.dir, each from the project root', async () => {
    const project = await makeProject({
      'sub/notes': '',
      ...there,
      'e2e.config.mjs': "export default { cache: { dir: 'configured' } };",
    });
    const place = async (args: readonly string[], env: Record<string, string> = {}): Promise<string> =>
      JSON.parse((await project.run(['cache', 'stats', '--json', ...args], { env, cwd: 'sub' })).stdout)
        .place;
    expect(await place([])).toBe('../configured');
    expect(await place([], { E2E_CACHE_DIR: 'there' })).toBe('../there');
    expect(await place([], { E2E_CACHE_DIR: '' })).toBe('../configured');
    expect(await place(['--cache-dir', 'flag'], { E2E_CACHE_DIR: 'there' })).toBe('../flag');
    expect(await place(['--cache-dir', '~/of-home'], { HOME: project.dir })).toBe('../of-home');
  });

  test('a custom store is listed by its own means, and E2E_CACHE_DIR is ignored', async () => {
    const project = await makeProject({
      ...there,
      'e2e.config.mjs': `
        const kept = new Map([[${JSON.stringify(first.key)}, ${JSON.stringify(first.text)}]]);
        const store = { read: async (key) => kept.get(key), write: async () => {}, list: async () => [...kept.keys()] };
        export default { cache: { store } };`,
    });
    const env = { E2E_CACHE_DIR: 'nowhere' };
    expect((await project.run(['cache', 'ls'], { env })).stdout).toContain('add one item to the cart');
    const cleared = await project.run(['cache', 'clear', '--yes'], { env });
    expect(cleared.stderr).toContain(
      "Recordings in the store in e2e.config.mjs can't be deleted: it has no `delete`.",
    );
    expect(cleared.exitCode).toBe(2);
    expect((await project.run(['cache', 'ls', '--cache-dir', 'there'])).stdout).toContain(
      'add one item to the cart',
    );
  });

  test('a custom store without `list` is told what it lacks', async () => {
    const project = await makeProject({
      'e2e.config.mjs':
        'export default { cache: { store: { read: async () => {}, write: async () => {} } } };',
    });
    const { stderr, exitCode } = await project.run(['cache', 'ls']);
    expect(stderr).toContain('it has no `list`. Add list() to it');
    expect(exitCode).toBe(2);
  });

  test.each([
    ['throws', "throw new Error('no such host')", 'e2e.config.mjs could not be loaded: no such host'],
    ['holds a wrong cache', 'export default { cache: { dir: 7 } }', 'The key cache in'],
    ['holds half a store', 'export default { cache: { store: {} } }', 'The key cache in'],
  ])('a config that %s is an error without a stack of ours, exit 2', async (_, text, message) => {
    const { stderr, exitCode } = await (await makeProject({ 'e2e.config.mjs': text })).run(['cache', 'ls']);
    expect(stderr).toContain(message);
    expect(stderr).not.toContain('node_modules');
    expect(exitCode).toBe(2);
  });
});

test('e2e cache stats counts recordings, targets and bytes', { timeout: TIMEOUT_MS }, async () => {
  const project = await makeProject({ ...cached, ...clutter });
  expect((await project.run(['cache', 'stats'])).stdout.replace(/[\d.]+ kB/, 'SIZE')).toMatchInlineSnapshot(`
    "       Place  .e2e/cache
      Recordings  2
         Targets  phone 1 · web 1
         Invalid  3 (e2e cache ls says why)
            Size  SIZE
    "
  `);
  const stats = JSON.parse((await project.run(['cache', 'stats', '--json'])).stdout);
  expect(stats).toMatchObject({ recordings: 2, invalid: 3 });
  expect(stats.targets.web).toEqual({ recordings: 1, bytes: Buffer.byteLength(first.text) });
});

describe('e2e cache clear', { timeout: TIMEOUT_MS }, () => {
  test('deletes recordings, damaged ones too, and nothing else', async () => {
    const project = await makeProject({ ...cached, ...clutter });
    const { stdout, exitCode } = await project.run(['cache', 'clear', '--yes']);
    expect(stdout).toMatchInlineSnapshot(`
      "Deleted 3 recordings in .e2e/cache.
      left  0000000000000000000000000000000000000000000000000000000000000000  no recording of ours: it can't be read: EISDIR: illegal operation on a directory, read
      left  ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff  no recording of ours: its schema is missing, and this version reads 1
      "
    `);
    expect(exitCode).toBe(0);
    expect(await project.list('.e2e/cache')).toEqual([
      '.gitkeep',
      `${'0'.repeat(64)}.json`,
      'README.md',
      `${'f'.repeat(64)}.json`,
    ]);
  });

  test('wants --yes where there is no terminal to ask on, exit 2', async () => {
    const project = await makeProject(cached);
    const { stderr, exitCode } = await project.run(['cache', 'clear']);
    expect(stderr).toContain('There is no terminal to ask on. Nothing was deleted; say --yes');
    expect(exitCode).toBe(2);
    expect((await project.list('.e2e/cache')).includes(`${first.key}.json`)).toBe(true);
  });

  test.skipIf(!hasTerminal).each([
    ['y', 'y\n', 'Deleted 2 recordings in .e2e/cache.', 0],
    ['n', 'n\n', 'Nothing deleted.', 2],
    ['an empty line', '\n', 'Nothing deleted.', 2],
    ['the end of input', '\u0004', 'Nothing deleted.', 2],
    ['Ctrl-C', '\u0003', 'Nothing deleted.', 2],
  ])('asks on a terminal; %s', async (_, typed, answer, left) => {
    const project = await makeProject(cached);
    const { output, exitCode } = await onTerminal(project, 'cache clear', typed);
    expect(output).toContain('Delete 2 recordings (');
    expect(output).toContain(answer);
    expect(await project.list('.e2e/cache')).toHaveLength(left);
    expect(exitCode).toBe(typed === '\u0003' ? 130 : 0);
  });
});

test('what a run recorded is listed, and once cleared the next run records it anew', {
  timeout: TIMEOUT_MS,
}, async () => {
  const project = await makeProject({ 'e2e.config.ts': FAKE_CONFIG, 'tests/cart.e2e.ts': CART_TEST });
  expect((await project.run(['run'])).exitCode).toBe(0);
  const listed = await project.run(['cache', 'ls']);
  expect(listed.stdout).toMatch(
    /tests\/cart\.e2e\.ts › adds an item +fake +add one item to the cart +\d+s +1 /,
  );
  expect((await project.run(['run'])).stdout).toContain('1 replayed');
  expect((await project.run(['cache', 'clear', '--yes'])).stdout).toBe(
    'Deleted 1 recording in .e2e/cache.\n',
  );
  expect((await project.run(['run'])).stdout).toContain('1 missed');
});
