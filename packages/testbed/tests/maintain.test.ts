// `e2e cache show`, `check` and `prune`, through the built command, on what real runs recorded.
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
