// `e2e cache show`, `check` and `prune`, through the built command, on what real runs recorded.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { sampleEntry } from '../../e2e/src/cli/inventory.fixture.ts';
import { CART_TEST, FAKE_CONFIG } from '../harness/files.ts';
import { makeProject, type Project } from '../harness/project.ts';

/** Each test starts processes, on a machine that may be busy with others. */
const TIMEOUT_MS = 180_000;

const CACHE = '.e2e/cache';

/** A project whose one step a run has recorded, and the recording's key. */
async function recordedProject(): Promise<{ readonly project: Project; readonly key: string }> {
  const project = await makeProject({ 'e2e.config.ts': FAKE_CONFIG, 'tests/cart.e2e.ts': CART_TEST });
  expect((await project.run(['run'])).exitCode).toBe(0);
  const [name = ''] = await project.list(CACHE);
  return { project, key: name.replace(/\.json$/, '') };
}

/** Files that a command loaded, as URLs. */
async function loadedBy(project: Project, args: readonly string[]): Promise<readonly string[]> {
  const { exitCode } = await project.run(args, { env: { NODE_V8_COVERAGE: join(project.dir, 'coverage') } });
  expect(exitCode).toBe(0);
  const [file] = await project.list('coverage');
  const { result } = JSON.parse(await project.read(`coverage/${file}`));
  return result.map(({ url }: { url: string }) => url);
}

const HEAVY = /node_modules\/(vitest|vite|playwright-core|zod)\//;

describe('R46: e2e cache show', { timeout: TIMEOUT_MS }, () => {
  test('prints what a run recorded, by the start of its key', async () => {
    const { project, key } = await recordedProject();
    const { stdout, stderr, exitCode } = await project.run(['cache', 'show', key.slice(0, 4)]);
    expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 });
    const stable = stdout
      .replace(key, 'KEY')
      .replace(/\d{4}-[\d-]+T[\d:.]+Z/, 'TIME')
      .replace(/[\d.]+ k?B/, 'SIZE')
      .replace(/\d+ ms/, 'N ms');
    expect(stable).toMatchInlineSnapshot(`
      "add one item to the cart

              Test  tests/cart.e2e.ts › adds an item
            Target  fake (engine fake)
             Agent  default
           Project  project
          Recorded  TIME by scripted, e2e 0.1.0
           Summary  did as scripted: add one item to the cart
             Entry  KEY (SIZE)

      Starts on http://app.test/cart
        1. tap button "Add item"
            came: status "1 item"

      Ends on http://app.test/cart; its effect came N ms after the last action
         Must show  status "1 item"

      Replays as a whole.
      "
    `);
    const json = await project.run(['cache', 'show', key, '--json']);
    expect(json.stdout).toBe(await project.read(`${CACHE}/${key}.json`));
  });

  test('a name that fits none, several or an invalid one is an error that says so, exit 2', async () => {
    const { key, text } = sampleEntry();
    // Two names with one start; what is in them does not count before one is chosen.
    const damaged = `${key.slice(0, 60)}${key.endsWith('0000') ? '1111' : '0000'}`;
    const project = await makeProject({
      [`${CACHE}/${key}.json`]: text,
      [`${CACHE}/${damaged}.json`]: text.slice(0, 100),
    });
    const show = async (name: string) => {
      const { stderr, stdout, exitCode } = await project.run(['cache', 'show', name]);
      expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 2 });
      expect(stderr).not.toMatch(/\n\s+at /);
      return stderr;
    };
    expect(await show('abc')).toContain('"abc" is too short to name a recording: give at least 4 characters');
    expect(await show('zzzz')).toContain(
      'No recording in .e2e/cache starts with "zzzz". `e2e cache ls` lists what is there.',
    );
    const several = await show(key.slice(0, 8));
    expect(several).toContain(`"${key.slice(0, 8)}" fits 2 recordings in .e2e/cache; give more of one:`);
    expect(several).toContain(
      `  ${key}  tests/cart.e2e.ts › cart › adds an item [web]: add one item to the cart\n`,
    );
    expect(several).toContain(`  ${damaged}  invalid: it is not JSON`);
    expect(await show(damaged)).toContain(
      `The recording ${damaged} in .e2e/cache is not valid: it is not JSON`,
    );
  });

  test('loads neither test runner, browser driver nor schema library', async () => {
    const { key, text } = sampleEntry();
    const project = await makeProject({
      [`${CACHE}/${key}.json`]: text,
      'e2e.config.mjs': "export default { cache: { dir: '.e2e/cache' } };",
    });
    const loaded = await loadedBy(project, ['cache', 'show', key]);
    expect(loaded.some((url) => url.endsWith('/cli/show.js'))).toBe(true);
    expect(loaded.filter((url) => HEAVY.test(url))).toEqual([]);
  });
});

describe('R46: e2e cache check', { timeout: TIMEOUT_MS }, () => {
  const { key, text } = sampleEntry();
  const PASSWORD = 'hunter2 & "more"';
  const TOKEN = 'tok-81f4/aa+b';
  const config = {
    'e2e.config.mjs': `export default { secrets: {
  password: { value: ${JSON.stringify(PASSWORD)}, sites: ['login.example.com'] },
  token: async () => ${JSON.stringify(TOKEN)},
  pin: '12',
} };
`,
  };
  const valid = { [`${CACHE}/${key}.json`]: text };

  test('exits 0 with counts when nothing is wrong, and loads no heavy library', async () => {
    const project = await makeProject({ ...config, ...valid, [`${CACHE}/notes/README.md`]: 'notes' });
    const loaded = await loadedBy(project, ['cache', 'check']);
    expect(loaded.some((url) => url.endsWith('/cli/check.js'))).toBe(true);
    expect(loaded.filter((url) => HEAVY.test(url))).toEqual([]);
    expect((await project.run(['cache', 'check'])).stdout).toMatchInlineSnapshot(`
      "note  secret "pin" has fewer than 4 characters and was not looked for
      1 valid recording in .e2e/cache; 2 secrets looked for in 2 files: nothing wrong.
      "
    `);
  });

  test('names each file that is not valid or holds a secret in any spelling, and never the secret; exit 1', async () => {
    const damaged = 'd'.repeat(64);
    const project = await makeProject({
      ...config,
      ...valid,
      [`${CACHE}/${damaged}.json`]: text.slice(0, 100),
      [`${CACHE}/.hidden/written`]: `a ${PASSWORD} b`,
      [`${CACHE}/json`]: JSON.stringify({ text: PASSWORD }),
      [`${CACHE}/url`]: `?q=${encodeURIComponent(TOKEN)}`,
      [`${CACHE}/base64`]: `Basic ${Buffer.from(`me:${TOKEN}`).toString('base64')}`,
      [`${CACHE}/named ${PASSWORD}`]: '',
    });
    const said = await project.run(['cache', 'check']);
    expect(said.exitCode).toBe(1);
    expect(said.stdout.replaceAll(damaged, 'DAMAGED')).toMatchInlineSnapshot(`
      "invalid  DAMAGED.json  it is not JSON
      secret  .hidden/written  holds the value of secret "password"
      secret  base64  holds the value of secret "token"
      secret  json  holds the value of secret "password"
      secret  named <secret:password>  holds the value of secret "password"
      secret  url  holds the value of secret "token"
      note  secret "pin" has fewer than 4 characters and was not looked for
      1 valid recording in .e2e/cache; 2 secrets looked for in 7 files: 6 problems.
      "
    `);
    const json = await project.run(['cache', 'check', '--json']);
    expect(json.exitCode).toBe(1);
    const { problems, ...counts } = JSON.parse(json.stdout);
    expect(counts).toEqual({ place: CACHE, recordings: 1, files: 7, secrets: 2, tooShort: ['pin'] });
    expect(problems).toHaveLength(6);
    for (const { output } of [said, json]) {
      for (const value of [PASSWORD, TOKEN, JSON.stringify(PASSWORD).slice(1, -1)])
        expect(output).not.toContain(value);
    }
  });

  test('a secret that no function gives is a problem: it could not be looked for', async () => {
    const project = await makeProject({
      ...valid,
      'e2e.config.mjs':
        "export default { secrets: { token: () => { throw new Error('vault is closed'); } } };",
    });
    const { stdout, exitCode } = await project.run(['cache', 'check']);
    expect(stdout).toContain(
      'unknown  secret "token" has a function that gave no text in time: it was not looked for',
    );
    expect(exitCode).toBe(1);
  });

  test('without a directory or a config there is nothing wrong', async () => {
    const { stdout, exitCode } = await (await makeProject({})).run(['cache', 'check']);
    expect(stdout).toBe(
      '0 valid recordings in .e2e/cache; 0 secrets looked for in 0 files: nothing wrong.\n',
    );
    expect(exitCode).toBe(0);
  });

  test('looks through the entries of a store of the config', async () => {
    const project = await makeProject({
      'e2e.config.mjs': `const entries = new Map([['kept', 'the value abcdef']]);
export default {
  secrets: { token: 'abcdef' },
  cache: { store: { read: async (key) => entries.get(key), write: async () => {}, list: async () => [...entries.keys()] } },
};`,
    });
    const { stdout, exitCode } = await project.run(['cache', 'check']);
    expect(stdout).toContain('secret  kept  holds the value of secret "token"');
    expect(exitCode).toBe(1);
  });
});

describe('R46: e2e cache prune', { timeout: TIMEOUT_MS }, () => {
  const other = sampleEntry({ step: { project: 'other' } });
  const gone = sampleEntry({ step: { project: 'project', target: 'fake' } });
  const more = {
    [`${CACHE}/${other.key}.json`]: other.text,
    [`${CACHE}/${gone.key}.json`]: gone.text,
    [`${CACHE}/.${gone.key}.paced`]: '{ "paced": true }',
    [`${CACHE}/${'d'.repeat(64)}.json`]: gone.text.slice(0, 100),
    [`${CACHE}/${'f'.repeat(64)}.json`]: '{"name":"of another tool"}',
    [`${CACHE}/README.md`]: 'notes',
  };

  test('deletes what no test claims, and nothing that is invalid, foreign or of another project', async () => {
    const { project, key } = await recordedProject();
    await project.write(more);
    const before = await project.list(CACHE);
    const dry = await project.run(['cache', 'prune', '--dry-run']);
    expect(dry.stdout.replace(gone.key, 'GONE').replace(/[\d.]+ k?B/, 'SIZE')).toMatchInlineSnapshot(`
      "unclaimed  GONE  [fake] tests/cart.e2e.ts › cart › adds an item: add one item to the cart
      1 recording (SIZE) in .e2e/cache would be deleted.
      Left 1 recording of other projects.
      "
    `);
    const json = JSON.parse((await project.run(['cache', 'prune', '--dry-run', '--json'])).stdout);
    expect(json).toMatchObject({
      place: CACHE,
      recordings: 3,
      unclaimed: [{ entry: gone.key }],
      otherProjects: 1,
    });
    const asked = await project.run(['cache', 'prune']);
    expect(asked.stderr).toContain('There is no terminal to ask on. Nothing was deleted; say --yes');
    expect(asked.exitCode).toBe(2);
    expect(await project.list(CACHE)).toEqual(before);
    const { stdout, exitCode } = await project.run(['cache', 'prune', '--yes']);
    expect(stdout).toContain('Deleted 1 recording in .e2e/cache.\nLeft 1 recording of other projects.\n');
    expect(exitCode).toBe(0);
    const left = before.filter((name) => !name.includes(gone.key));
    expect(await project.list(CACHE)).toEqual(left);
    expect(left).toContain(`${key}.json`);
  });

  test('deletes the recordings of a renamed test, and says when there is nothing to delete', async () => {
    const { project } = await recordedProject();
    const claimed = await project.run(['cache', 'prune', '--yes']);
    expect(claimed.stdout).toBe('Every recording in .e2e/cache belongs to a test: nothing deleted.\n');
    await project.write({ 'tests/cart.e2e.ts': CART_TEST.replace('adds an item', 'adds one item') });
    const pruned = await project.run(['cache', 'prune', '--yes']);
    expect(pruned.stdout).toContain('Deleted 1 recording in .e2e/cache.\n');
    expect(await project.list(CACHE)).toEqual([]);
  });

  test.each([
    [
      'a test file does not load',
      'tests/broken.e2e.ts',
      "throw new Error('not today');\n",
      'Nothing was deleted, for not every test is known',
    ],
    ['no test is left at all', 'tests/cart.e2e.ts', 'export {};\n', ''],
  ])('deletes nothing when %s, and exits with an error', async (_, file, source, message) => {
    const { project, key } = await recordedProject();
    await project.write({ [file]: source });
    const { stderr, stdout, exitCode } = await project.run(['cache', 'prune', '--yes']);
    expect({ stdout, exitCode: exitCode === 0 }).toEqual({ stdout: '', exitCode: false });
    expect(stderr).toContain(message);
    expect(await project.list(CACHE)).toEqual([`${key}.json`]);
  });
});

describe('R46: --json', { timeout: TIMEOUT_MS }, () => {
  test('prints nothing but JSON, with the fields that docs/cache.md names, and deletes only with --yes', async () => {
    const { project } = await recordedProject();
    const gone = sampleEntry({ step: { project: 'project', target: 'fake' } });
    await project.write({
      [`${CACHE}/${gone.key}.json`]: gone.text,
      [`${CACHE}/${'d'.repeat(64)}.json`]: '{}',
      [`${CACHE}/${'e'.repeat(64)}.json`]: gone.text.slice(0, 100),
    });
    const docs = await readFile(new URL('../../../docs/cache.md', import.meta.url), 'utf8');
    const table = docs.split('\n### JSON\n')[1]?.split('\n## ')[0] ?? '';
    const rows = [...table.matchAll(/^\| `(\w+)` +\| (.*?) +\|$/gm)];
    const fields = new Map(
      rows.map(([, command = '', said = '']) => {
        const names =
          said
            .replace(/\([^()]*\)/g, '')
            .split('. ')[0]
            ?.match(/`\w+`/g) ?? [];
        return [command, names.map((name) => name.slice(1, -1))];
      }),
    );
    expect([...fields.keys()]).toEqual(
      expect.arrayContaining(['ls', 'stats', 'show', 'check', 'prune', 'clear', 'export']),
    );

    /** The JSON of a command, and how it ended. */
    const run = async (args: readonly string[], exit: number): Promise<Readonly<Record<string, unknown>>> => {
      const { stdout, exitCode } = await project.run(['cache', ...args, '--json']);
      expect({ args, exitCode }).toEqual({ args, exitCode: exit });
      const json = JSON.parse(stdout) as Readonly<Record<string, unknown>>;
      const [command = ''] = args;
      if (command !== 'show')
        expect(Object.keys(json).sort()).toEqual([...(fields.get(command) ?? [])].sort());
      return json;
    };
    await run(['ls'], 0);
    await run(['stats'], 0);
    expect(await run(['show', gone.key], 0)).toMatchObject({ key: gone.key });
    await run(['check'], 1);
    await run(['export', '--out', 'all.spec.ts'], 1);

    const files = await project.list(CACHE);
    for (const command of ['prune', 'clear']) {
      const asked = await project.run(['cache', command, '--json']);
      expect(asked.stderr).toContain('--json asks no question: say --yes as well.');
      expect({ stdout: asked.stdout, exitCode: asked.exitCode }).toEqual({ stdout: '', exitCode: 2 });
    }
    expect(await run(['prune', '--dry-run'], 0)).toMatchObject({
      deleted: 0,
      unclaimed: [{ entry: gone.key }],
    });
    expect(await project.list(CACHE)).toEqual(files);
    expect(await run(['prune', '--yes'], 0)).toMatchObject({ deleted: 1, failed: [] });
    expect(await run(['clear', '--yes'], 0)).toMatchObject({ deleted: 1, left: [{}, {}] });
    expect(await run(['clear', '--yes'], 0)).toMatchObject({ deleted: 0 });
  });
});
