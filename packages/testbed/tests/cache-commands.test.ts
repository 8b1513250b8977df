// `e2e cache ls | stats | clear`, through the built command in a project of its own.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, realpath, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { sampleEntry } from '../../e2e/src/cli/inventory.fixture.ts';

const BIN = fileURLToPath(new URL('../../e2e/dist/cli/bin.js', import.meta.url));

interface Ended {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a command to its end. Its environment is this process's without what would choose a cache. */
function run(
  cwd: string,
  command: string,
  args: readonly string[],
  more: { env?: NodeJS.ProcessEnv; answer?: string } = {},
) {
  const { E2E_CACHE_DIR: _, FORCE_COLOR: __, ...env } = process.env;
  return new Promise<Ended>((resolve, reject) => {
    const child = spawn(command, args, { cwd, env: { ...env, ...more.env } });
    const texts = { stdout: '', stderr: '' };
    child.stdout.on('data', (chunk) => {
      texts.stdout += chunk;
      // An answer is typed once there is a question: before, a Ctrl-C would reach whatever starts the command.
      const isAsked = more.answer !== undefined && texts.stdout.includes('[y/N]');
      if (isAsked && !child.stdin.writableEnded) child.stdin.end(more.answer);
    });
    child.stderr.on('data', (chunk) => {
      texts.stderr += chunk;
    });
    child.on('error', reject);
    child.on('close', (exitCode) => resolve({ exitCode, ...texts }));
    if (more.answer === undefined) child.stdin.end();
  });
}

function e2e(cwd: string, args: readonly string[], more: { env?: NodeJS.ProcessEnv } = {}): Promise<Ended> {
  return run(cwd, process.execPath, [BIN, ...args], more);
}

/** `script` of util-linux gives a command a terminal; elsewhere its flags differ. */
const hasTerminal = process.platform === 'linux';

/** The same on a terminal, where the answer is typed. */
function e2eOnTerminal(cwd: string, args: string, answer?: string): Promise<Ended> {
  return run(
    cwd,
    'script',
    ['-qec', `stty cols 80; ${process.execPath} ${BIN} ${args}`, '/dev/null'],
    answer === undefined ? {} : { answer },
  );
}

/** The text with names of its own for what hashes and parsers spell. */
function stable(text: string): string {
  return [first.key, second.key, damaged.key]
    .reduce((all, key, index) => all.replaceAll(key.slice(0, 8), `entry--${index}`), text)
    .replace(new RegExp(damaged.key.slice(8), 'g'), '…')
    .replace(/(not JSON): .*/, '$1');
}

/** A project directory with these files; a name that ends in `/` is an empty directory. */
async function project(files: Readonly<Record<string, string>> = {}): Promise<string> {
  const dir = await realpath(await mkdtemp(join(tmpdir(), 'e2e-cache-')));
  for (const [name, text] of Object.entries(files)) {
    const path = join(dir, name);
    await mkdir(join(path, name.endsWith('/') ? '.' : '..'), { recursive: true });
    if (!name.endsWith('/')) await writeFile(path, text);
  }
  return dir;
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
  [`.e2e/cache/${'0'.repeat(64)}.json/`]: '',
  '.e2e/cache/README.md': 'notes',
  '.e2e/cache/.gitkeep': '',
};

describe('e2e cache ls', () => {
  test('prints a row per recording', async () => {
    const { stdout, stderr, exitCode } = await e2e(await project({ ...cached, ...clutter }), ['cache', 'ls']);
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
    const { stdout } = await e2e(await project({ ...cached, ...clutter }), ['cache', 'ls', '--json']);
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
    const { stdout } = await e2eOnTerminal(await project(cached), 'cache ls');
    const lines = stdout.trimEnd().split('\r\n');
    expect(lines).toHaveLength(3);
    for (const line of lines) expect([...line].length).toBeLessThanOrEqual(80);
    expect(stdout).toContain('…');
  });

  test.each([['ls'], ['stats'], ['clear']])('%s without a directory says so and exits 0', async (command) => {
    const { stdout, exitCode } = await e2e(await project(), ['cache', command]);
    expect(stdout).toMatch(/^No recordings (yet )?in \.e2e\/cache/);
    expect(exitCode).toBe(0);
  });

  test('a directory that cannot be read is an error that names it, exit 2', async () => {
    const { stderr, exitCode } = await e2e(await project({ '.e2e/cache': 'a file' }), ['cache', 'ls']);
    expect(stderr).toMatch(/\.e2e\/cache can't be read: ENOTDIR/);
    expect(stderr).not.toMatch(/\n\s+at /);
    expect(exitCode).toBe(2);
  });

  test('loads neither test runner, browser driver nor schema library', async () => {
    const dir = await project({
      ...cached,
      'e2e.config.mjs': "export default { cache: { dir: '.e2e/cache' } };",
    });
    const { exitCode } = await e2e(dir, ['cache', 'ls'], {
      env: { NODE_V8_COVERAGE: join(dir, 'coverage') },
    });
    expect(exitCode).toBe(0);
    const [file] = await readdir(join(dir, 'coverage'));
    const { result } = JSON.parse(await readFile(join(dir, 'coverage', file ?? ''), 'utf8'));
    const loaded = result
      .map(({ url }: { url: string }) => url)
      .filter((url: string) => url.startsWith('file:'));
    expect(loaded.some((url: string) => url.endsWith('/cli/cache.js'))).toBe(true);
    expect(
      loaded.filter((url: string) => /node_modules\/(vitest|vite|playwright-core|zod)\//.test(url)),
    ).toEqual([]);
  });
});

describe('the place of recordings', () => {
  const there = { [`there/${first.key}.json`]: first.text };

  test('R40: --cache-dir wins over E2E_CACHE_DIR, which wins over cache.dir, each from the project root', async () => {
    const dir = await project({
      'sub/': '',
      ...there,
      'e2e.config.mjs': "export default { cache: { dir: 'configured' } };",
    });
    const place = async (args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<string> =>
      JSON.parse((await e2e(join(dir, 'sub'), ['cache', 'stats', '--json', ...args], { env })).stdout).place;
    expect(await place([])).toBe('../configured');
    expect(await place([], { E2E_CACHE_DIR: 'there' })).toBe('../there');
    expect(await place([], { E2E_CACHE_DIR: '' })).toBe('../configured');
    expect(await place(['--cache-dir', 'flag'], { E2E_CACHE_DIR: 'there' })).toBe('../flag');
    expect(await place(['--cache-dir', '~/of-home'], { HOME: dir })).toBe('../of-home');
  });

  test('a custom store is listed by its own means, and E2E_CACHE_DIR is ignored', async () => {
    const dir = await project({
      ...there,
      'e2e.config.mjs': `
        const kept = new Map([[${JSON.stringify(first.key)}, ${JSON.stringify(first.text)}]]);
        const store = { read: async (key) => kept.get(key), write: async () => {}, list: async () => [...kept.keys()] };
        export default { cache: { store } };`,
    });
    const env = { E2E_CACHE_DIR: 'nowhere' };
    expect((await e2e(dir, ['cache', 'ls'], { env })).stdout).toContain('add one item to the cart');
    const cleared = await e2e(dir, ['cache', 'clear', '--yes'], { env });
    expect(cleared.stderr).toContain(
      "Recordings in the store in e2e.config.mjs can't be deleted: it has no `delete`.",
    );
    expect(cleared.exitCode).toBe(2);
    expect((await e2e(dir, ['cache', 'ls', '--cache-dir', 'there'])).stdout).toContain(
      'add one item to the cart',
    );
  });

  test('a custom store without `list` is told what it lacks', async () => {
    const dir = await project({
      'e2e.config.mjs':
        'export default { cache: { store: { read: async () => {}, write: async () => {} } } };',
    });
    const { stderr, exitCode } = await e2e(dir, ['cache', 'ls']);
    expect(stderr).toContain('it has no `list`. Add list() to it');
    expect(exitCode).toBe(2);
  });

  test.each([
    ['throws', "throw new Error('no such host')", 'e2e.config.mjs could not be loaded: no such host'],
    ['holds a wrong cache', 'export default { cache: { dir: 7 } }', 'The key cache in'],
    ['holds half a store', 'export default { cache: { store: {} } }', 'The key cache in'],
  ])('a config that %s is an error without a stack of ours, exit 2', async (_, text, message) => {
    const { stderr, exitCode } = await e2e(await project({ 'e2e.config.mjs': text }), ['cache', 'ls']);
    expect(stderr).toContain(message);
    expect(stderr).not.toContain('node_modules');
    expect(exitCode).toBe(2);
  });
});

test('e2e cache stats counts recordings, targets and bytes', async () => {
  const dir = await project({ ...cached, ...clutter });
  expect((await e2e(dir, ['cache', 'stats'])).stdout.replace(/[\d.]+ kB/, 'SIZE')).toMatchInlineSnapshot(`
    "       Place  .e2e/cache
      Recordings  2
         Targets  phone 1 · web 1
         Invalid  3 (e2e cache ls says why)
            Size  SIZE
    "
  `);
  const stats = JSON.parse((await e2e(dir, ['cache', 'stats', '--json'])).stdout);
  expect(stats).toMatchObject({ recordings: 2, invalid: 3 });
  expect(stats.targets.web).toEqual({ recordings: 1, bytes: Buffer.byteLength(first.text) });
});

describe('e2e cache clear', () => {
  test('deletes recordings, damaged ones too, and nothing else', async () => {
    const dir = await project({ ...cached, ...clutter });
    const { stdout, exitCode } = await e2e(dir, ['cache', 'clear', '--yes']);
    expect(stdout).toMatchInlineSnapshot(`
      "Deleted 3 recordings in .e2e/cache.
      left  0000000000000000000000000000000000000000000000000000000000000000  no recording of ours: it can't be read: EISDIR: illegal operation on a directory, read
      left  ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff  no recording of ours: its schema is missing, and this version reads 1
      "
    `);
    expect(exitCode).toBe(0);
    expect((await readdir(join(dir, '.e2e/cache'))).sort()).toEqual([
      '.gitkeep',
      `${'0'.repeat(64)}.json`,
      'README.md',
      `${'f'.repeat(64)}.json`,
    ]);
  });

  test('wants --yes where there is no terminal to ask on, exit 2', async () => {
    const dir = await project(cached);
    const { stderr, exitCode } = await e2e(dir, ['cache', 'clear']);
    expect(stderr).toContain('There is no terminal to ask on. Nothing was deleted; say --yes');
    expect(exitCode).toBe(2);
    expect(existsSync(join(dir, `.e2e/cache/${first.key}.json`))).toBe(true);
  });

  test.skipIf(!hasTerminal).each([
    ['y', 'y\n', 'Deleted 2 recordings in .e2e/cache.', 0],
    ['n', 'n\n', 'Nothing deleted.', 2],
    ['an empty line', '\n', 'Nothing deleted.', 2],
    ['the end of input', '\u0004', 'Nothing deleted.', 2],
    ['Ctrl-C', '\u0003', 'Nothing deleted.', 2],
  ])('asks on a terminal; %s', async (_, typed, answer, left) => {
    const dir = await project(cached);
    const { stdout, exitCode } = await e2eOnTerminal(dir, 'cache clear', typed);
    expect(stdout).toContain('Delete 2 recordings (');
    expect(stdout).toContain(answer);
    expect(await readdir(join(dir, '.e2e/cache'))).toHaveLength(left);
    expect(exitCode).toBe(typed === '\u0003' ? 130 : 0);
  });
});
