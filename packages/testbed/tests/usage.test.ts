// What a user gets for a wrong command line, a wrong config, or nothing to run: a message that says what, where and what to do, exit code 2,
// and no stack of ours.
import { describe, expect, test } from 'vitest';
import { CART_TEST, FAKE_CONFIG, webConfig } from '../harness/files.ts';
import { makeProject, type Project } from '../harness/project.ts';

const cartProject = (more: Readonly<Record<string, string>> = {}): Promise<Project> =>
  makeProject({ 'e2e.config.ts': FAKE_CONFIG, 'tests/cart.e2e.ts': CART_TEST, ...more });

/** Runs, and holds that it ended as a user's mistake. The message comes with the project's directory as `<dir>`. */
async function mistake(project: Project, args: readonly string[]): Promise<string> {
  const { exitCode, output } = await project.run(args);
  expect({ exitCode, output }).toMatchObject({ exitCode: 2 });
  expect(output).not.toMatch(/^\s+at .*(dist|node_modules|node:)/m);
  return output
    .replaceAll(project.dir, '<dir>')
    .replace(/(Duration {2}).*/, '$1<time>')
    .trim();
}

describe('a wrong command line', { timeout: 60_000 }, () => {
  test('an unknown flag names the nearest', async () => {
    const project = await cartProject();
    expect(await mistake(project, ['run', '--retrys', '1'])).toMatchInlineSnapshot(
      `"e2e: unknown option '--retrys'. Did you mean --retries? See \`e2e run --help\`."`,
    );
    expect(await mistake(project, ['list', '--targt=web'])).toMatchInlineSnapshot(
      `"e2e: unknown option '--targt=web'. Did you mean --target? See \`e2e list --help\`."`,
    );
  });

  test('an unknown command names the nearest', async () => {
    const project = await cartProject();
    expect(await mistake(project, ['rum'])).toMatchInlineSnapshot(
      `"e2e: unknown command 'rum'. Did you mean run? See \`e2e --help\`."`,
    );
  });

  test('a word of another tool is answered with ours', async () => {
    const project = await cartProject();
    const said = async (...args: string[]): Promise<string> =>
      (await mistake(project, args)).replace(/ See .*/, '');
    expect(
      await Promise.all(
        [
          ['run', '-g', 'x'],
          ['list', '-g', 'x'],
        ].map((args) => said(...args)),
      ),
    ).toEqual([
      "e2e: unknown option '-g'. Did you mean --grep?",
      "e2e: unknown option '-g'. Did you mean --grep?",
    ]);
    expect(await said('run', '--project', 'web')).toBe(
      "e2e: unknown option '--project'. Did you mean --target?",
    );
    expect(await said('run', '--headless')).toBe(
      "e2e: unknown option '--headless'. Did you mean --headed? Without it the browser has no window.",
    );
    expect(await said('test')).toBe("e2e: unknown command 'test'. Did you mean run?");
    expect(await said('tests/cart.e2e.ts', '--retries', '1')).toBe(
      "e2e: unknown command 'tests/cart.e2e.ts'. Did you mean run tests/cart.e2e.ts --retries 1?",
    );
  });

  test('a value of the wrong kind says what was expected', async () => {
    const project = await cartProject();
    expect(await mistake(project, ['run', '--retries', 'many'])).toMatchInlineSnapshot(
      `"e2e: --retries <count>: expected a whole number, 0 or more, got "many". See \`e2e run --help\`."`,
    );
    expect(await mistake(project, ['run', '--shard', '3/2'])).toMatchInlineSnapshot(
      `"e2e: --shard <index/count>: expected <index>/<count> such as 1/3, got "3/2". See \`e2e run --help\`."`,
    );
    expect(await mistake(project, ['run', '--grep', '('])).toMatchInlineSnapshot(
      `"e2e: --grep expects a regular expression, got "(": Invalid regular expression: /(/i: Unterminated group. [INVALID_CONFIG]"`,
    );
    expect(await mistake(project, ['run', '--reporter', 'lst'])).toMatchInlineSnapshot(
      `"e2e: Unknown reporter "lst". Did you mean "list"? Known reporters: list, json, junit, github, html. [INVALID_CONFIG]"`,
    );
    expect(await mistake(project, ['run', '--workers'])).toMatchInlineSnapshot(
      `"e2e: --workers <count>: a value is missing. See \`e2e run --help\`."`,
    );
  });

  test('an unknown target names the nearest and the known ones', async () => {
    const project = await cartProject();
    expect(await mistake(project, ['run', '--target', 'fak'])).toMatchInlineSnapshot(
      `"e2e: The config has no target "fak". Did you mean "fake"? It has: fake. [INVALID_CONFIG]"`,
    );
  });

  test('R42: --cache-dir beside a store of one’s own is an error', async () => {
    const config = FAKE_CONFIG.replace(
      'agents:',
      'cache: { store: { read: async () => undefined, write: async () => {} } },\n  agents:',
    );
    const project = await cartProject({ 'e2e.config.ts': config });
    expect(await mistake(project, ['run', '--cache-dir', 'elsewhere'])).toMatchInlineSnapshot(
      `"e2e: --cache-dir names a directory, and the config keeps recordings in a store of its own (cache.store). Leave one of them out. [INVALID_CONFIG]"`,
    );
  });
});

describe('nothing to run', { timeout: 60_000 }, () => {
  test('a file that is not there names the nearest', async () => {
    const project = await cartProject();
    expect(await mistake(project, ['run', 'tests/crat.e2e.ts'])).toMatchInlineSnapshot(
      `"e2e: No file or directory tests/crat.e2e.ts (looked in <dir>). Did you mean tests/cart.e2e.ts? [NO_TESTS]"`,
    );
    expect(await mistake(project, ['run', 'nowhere/a.e2e.ts:3'])).toMatchInlineSnapshot(
      `"e2e: No file or directory nowhere/a.e2e.ts (looked in <dir>). [NO_TESTS]"`,
    );
  });

  test('a file that is no test file says what test files are', async () => {
    const project = await cartProject({ 'src/app.ts': '' });
    expect(await mistake(project, ['run', 'src/app.ts'])).toMatchInlineSnapshot(
      `"e2e: src/app.ts holds no test file: the config's \`tests\` are **/*.e2e.ts. [NO_TESTS]"`,
    );
  });

  test('a line without a test', async () => {
    const project = await cartProject();
    expect(await mistake(project, ['run', 'tests/cart.e2e.ts:1'])).toMatchInlineSnapshot(
      `"e2e: No test at tests/cart.e2e.ts:1. Name a line of the test's call, from \`test(\` to its end. [NO_TESTS]"`,
    );
    expect(await mistake(project, ['list', 'tests/cart.e2e.ts:99'])).toMatchInlineSnapshot(
      `"e2e: No test at tests/cart.e2e.ts:99. Name a line of the test's call, from \`test(\` to its end. [NO_TESTS]"`,
    );
  });

  test('a pattern that no test matches', async () => {
    const project = await cartProject();
    expect(await mistake(project, ['run', '--grep', 'removes'])).toMatchInlineSnapshot(
      `"e2e: No test matches --grep "removes" (tried on "file › group › title @tag"). [NO_TESTS]"`,
    );
  });

  test('a project without test files', async () => {
    const project = await makeProject({ 'e2e.config.ts': FAKE_CONFIG });
    expect(await mistake(project, ['run'])).toMatchInlineSnapshot(
      `"e2e: No test files: nothing in <dir> matches **/*.e2e.ts (\`tests\` in the config). [NO_TESTS]"`,
    );
  });

  test('a file without tests', async () => {
    const project = await cartProject({ 'tests/empty.e2e.ts': 'export {};\n' });
    expect(await mistake(project, ['run', 'tests/empty.e2e.ts'])).toMatchInlineSnapshot(
      `"e2e: No tests in tests/empty.e2e.ts: nothing there calls test(). [NO_TESTS]"`,
    );
  });
});

describe('a wrong config', { timeout: 60_000 }, () => {
  test('none', async () => {
    const project = await makeProject({ 'tests/cart.e2e.ts': CART_TEST });
    expect(await mistake(project, ['run'])).toMatchInlineSnapshot(
      `"e2e: No e2e.config.ts in <dir> or any directory above it. Write one (see the quickstart) or name one with --config. [INVALID_CONFIG]"`,
    );
  });

  test('two in one directory', async () => {
    const project = await cartProject({ 'e2e.config.mjs': 'export default {};\n' });
    expect(await mistake(project, ['run'])).toMatchInlineSnapshot(
      `"e2e: Two configs in <dir>: e2e.config.ts and e2e.config.mjs. Keep one, or name one with --config. [INVALID_CONFIG]"`,
    );
  });

  test('one that --config does not find', async () => {
    const project = await cartProject();
    expect(await mistake(project, ['run', '--config', 'e2e.config.js'])).toMatchInlineSnapshot(
      `"e2e: --config names <dir>/e2e.config.js, and there is no such file. <dir> has e2e.config.ts. [INVALID_CONFIG]"`,
    );
  });

  test('unknown keys and wrong values, each with its path', async () => {
    const project = await cartProject({
      'e2e.config.ts': FAKE_CONFIG.replace(
        'export default defineConfig({',
        "export default defineConfig({\n  retrys: 1,\n  timeout: '5s',\n  cache: { mod: 'off' },",
      ).replace(
        'agents: { default: { executor } }',
        "agents: { default: { executor, contxt: 'x' }, other: 3 }",
      ),
    });
    expect(await mistake(project, ['run'])).toMatchInlineSnapshot(`
      "e2e: e2e.config.ts is not valid:
        agents.default.contxt: unknown key. Did you mean "context"?
        agents.other: expected an object such as { model: "openai/gpt-6-luna-fast" }, got 3.
        cache.mod: unknown key. Did you mean "mode"?
        timeout: expected a whole number of milliseconds, 0 or more, got "5s".
        retrys: unknown key. Did you mean "retries"? [INVALID_CONFIG]"
    `);
  });

  test('another word for how an agent sees', async () => {
    const project = await cartProject({
      'e2e.config.ts': FAKE_CONFIG.replace(
        'agents: { default: { executor } }',
        "agents: { default: { executor, vision: 'never' }, other: { executor, vision: 'only' } }",
      ),
    });
    expect(await mistake(project, ['run'])).toMatchInlineSnapshot(`
      "e2e: e2e.config.ts is not valid:
        agents.default.vision: expected true, false or "only", got "never". [INVALID_CONFIG]"
    `);
  });

  test('a tool that is none, that stands twice, or that wants a secret that is not there', async () => {
    const project = await cartProject({
      'e2e.config.ts': FAKE_CONFIG.replace(
        'agents: { default: { executor } }',
        `agents: { default: { executor, tools: [tool, { ...tool, secrets: ['tokn', 'other'] }, { name: 'x' }] }, other: { executor, tools: tool } }, secrets: { token: 'abcdef' }`,
      )
        .replace(
          'export default',
          `const input = { '~standard': { version: 1, vendor: 'own', validate: (value) => ({ value }) } };
const tool = defineTool({ name: 'now', description: 'The time.', input, execute: () => 1 });
export default`,
        )
        .replace('{ defineConfig }', '{ defineConfig, defineTool }'),
    });
    expect(await mistake(project, ['run'])).toMatchInlineSnapshot(`
      "e2e: e2e.config.ts is not valid:
        agents.default.tools[2]: expected a tool made with defineTool(), got an object.
        agents.other.tools: expected an array of tools, each made with defineTool(), got an object. [INVALID_CONFIG]"
    `);
    const config = await project.read('e2e.config.ts');
    await project.write({
      'e2e.config.ts': config.replace(", { name: 'x' }", '').replace('tools: tool', 'tools: [tool]'),
    });
    expect(await mistake(project, ['run'])).toMatchInlineSnapshot(`
      "e2e: e2e.config.ts is not valid:
        agents.default.tools[1]: the name "now" stands twice; each tool of an agent needs its own.
        agents.default.tools[1].secrets: the config has no secret "tokn". Did you mean "token"? It has: token.
        agents.default.tools[1].secrets: the config has no secret "other". It has: token. [INVALID_CONFIG]"
    `);
    await project.write({
      'e2e.config.ts': config.replace("description: 'The time.',", "replay: 'always',"),
    });
    expect(await mistake(project, ['run'])).toMatchInlineSnapshot(`
      "e2e: <dir>/e2e.config.ts is not valid: defineTool(): replay: expected one of "read-only", "same-input", or nothing, got "always".
      e2e.config.ts:23:34
        21 |
        22 | const input = { '~standard': { version: 1, vendor: 'own', validate: (value) => ({ value }) } };
      > 23 | const tool = defineTool({ name: 'now', replay: 'always', input, execute: () => 1 });
           |                                  ^
        24 | export default defineConfig({
        25 |   targets: [{ name: 'fake', engine: fakeEngine(app) }], [INVALID_CONFIG]"
    `);
  });

  test('an option that an engine or the planner does not have, before any browser starts', async () => {
    const project = await cartProject({
      'e2e.config.ts': webConfig('http://127.0.0.1:9').replace(
        'web()',
        "web({ headless: true, browser: 'crome' } as never)",
      ),
    });
    expect(await mistake(project, ['run'])).toMatchInlineSnapshot(`
      "e2e: <dir>/e2e.config.ts is not valid: web():
        headless: unknown option (got true). Did you mean "headed" (without it the browser has no window)?
        browser: expected one of "chromium", "firefox", "webkit", got "crome". Did you mean channel: "chrome"?
      e2e.config.ts:5:49
        3 |
        4 | export default defineConfig({
      > 5 |   targets: [{ name: 'web', engine: web({ headless: true, browser: 'crome' } as never), app: { url: 'http://127.0.0.1:9' } }],
          |                                                 ^
        6 |   agents: { default: { executor: offline() } },
        7 | [INVALID_CONFIG]"
    `);
    await project.write({
      'e2e.config.ts': webConfig('http://127.0.0.1:9').replace(
        'offline()',
        "offline({ model: 'x' } as never)",
      ),
    });
    expect(await mistake(project, ['list'])).toContain('offline() takes no options, got {"model":"x"}.');
  });

  test('R45: one that throws beside its secrets does not show them', async () => {
    const project = await cartProject({
      'e2e.config.ts': FAKE_CONFIG.replace(
        'agents:',
        "secrets: {\n    'pass word': 'hunter2-as-written', third: { value: 'lantern-as-written', sites: ['login.example.com'] },\n    other: () => process.env.OTHER ?? `fall-back-value`,\n  },\n  output: (() => { throw new Error('cannot read hunter2-as-written, lantern-as-written at login.example.com'); })(),\n  agents:",
      ),
    });
    const said = await mistake(project, ['run']);
    expect(said).toContain('cannot read <secret:pass word>, <secret:third> at login.example.com');
    expect(said).toContain('process.env.OTHER ?? `<secret:other>`');
    expect(said).not.toMatch(/hunter2|lantern|fall-back/);
  });

  test.each([
    ['{ value: 7 }', 'object'],
    ["{ value: 'a', sites: 'login.example.com' }", 'object'],
    ["{ value: 'a', sites: ['login.example.com/path'] }", 'object'],
    ["{ value: 'a', sites: ['*.example.com'] }", 'object'],
    ["{ value: 'a', sites: ['ftp://login.example.com'] }", 'object'],
    ["{ value: 'a', field: 'text' }", 'object'],
    ["{ value: 'a', site: ['login.example.com'] }", 'object'],
    ['7', 'number'],
  ])('a secret of the wrong shape says what one is, and never its value: %s', async (secret, kind) => {
    const project = await cartProject({
      'e2e.config.ts': FAKE_CONFIG.replace('agents:', `secrets: { code: ${secret} } as never,\n  agents:`),
    });
    expect(await mistake(project, ['list'])).toContain(
      `secrets.code: expected a text, a function that gives one, or { value, sites, field }: sites an array of hosts or origins such as 'login.example.com', field 'password' or 'any', got a value of type ${kind}.`,
    );
  });

  test('one that throws shows its message and place', async () => {
    const project = await cartProject({
      'e2e.config.ts': `${FAKE_CONFIG}\nfunction port(): number {\n  throw new Error('PORT is not set');\n}\nport();\n`,
    });
    expect(await mistake(project, ['run'])).toMatchInlineSnapshot(`
      "e2e: <dir>/e2e.config.ts could not be loaded: PORT is not set
      e2e.config.ts:28:9
        26 |
        27 | function port(): number {
      > 28 |   throw new Error('PORT is not set');
           |         ^
        29 | }
        30 | port(); [INVALID_CONFIG]"
    `);
  });

  test('one that does not parse shows where', async () => {
    const project = await cartProject({ 'e2e.config.ts': 'export default {\n  targets: [,\n};;)\n' });
    expect(await mistake(project, ['run'])).toMatchInlineSnapshot(`
      "e2e: <dir>/e2e.config.ts could not be loaded: ParseError: Unexpected token  
       <dir>/e2e.config.ts:3:0 [INVALID_CONFIG]"
    `);
  });

  test('one without a default export', async () => {
    const project = await cartProject({ 'e2e.config.ts': 'export const config = {};\n' });
    expect(await mistake(project, ['run'])).toMatchInlineSnapshot(
      `"e2e: <dir>/e2e.config.ts has no default export. Write: export default defineConfig({ targets: […] }). [INVALID_CONFIG]"`,
    );
  });

  test('an import that is not there', async () => {
    const project = await cartProject({ 'e2e.config.ts': "import './settings.ts';\nexport default {};\n" });
    expect(await mistake(project, ['run'])).toMatchInlineSnapshot(`
      "e2e: <dir>/e2e.config.ts could not be loaded: Cannot find module './settings.ts'
      e2e.config.ts:1:1
      > 1 | import './settings.ts';
          | ^
        2 | export default {};
        3 | [INVALID_CONFIG]"
    `);
  });

  test('a test that names an agent the config does not have', async () => {
    const project = await cartProject({
      'tests/agent.e2e.ts':
        "import { test } from 'e2e';\n\ntest('buys', { agent: 'defualt' }, async () => {});\n",
    });
    expect(await mistake(project, ['run', 'tests/agent.e2e.ts'])).toMatchInlineSnapshot(`
      "Error
         INVALID_CONFIG: Test "buys": the config has no agent "defualt"; did you mean "default"? It has: default.
         at tests/agent.e2e.ts:3:1
             1 | import { test } from 'e2e';
             2 |
           > 3 | test('buys', { agent: 'defualt' }, async () => {});
               | ^
             4 |

              Tests  no tests
             Errors  1 error
           Duration  <time>"
    `);
  });

  test('a test file that takes test or expect from another runner; its types may come from anywhere', async () => {
    const body = "\n\ntest('adds', async ({ page }) => { await page.goto('/'); });\n";
    const project = await cartProject({
      'tests/pw.e2e.ts': `import { expect, type Page, test } from '@playwright/test';${body}`,
      'tests/vi.e2e.ts': `\n\nimport { test as it } from 'vitest';${body.replace('test(', 'it(')}`,
      'tests/types.e2e.ts': `import type { Page } from '@playwright/test';\nimport { type Mock } from 'vitest';\n${CART_TEST}\nexport type Both = [Page, Mock];\n`,
    });
    expect(await mistake(project, ['run', 'tests/pw.e2e.ts'])).toMatchInlineSnapshot(
      `"e2e: tests/pw.e2e.ts:1 imports expect, test from '@playwright/test': tests of e2e import them from 'e2e'. Playwright's page is \`browser.page\`; see "Coming from Playwright Test" in the quickstart. [INVALID_CONFIG]"`,
    );
    expect(await mistake(project, ['list', 'tests/vi.e2e.ts'])).toMatchInlineSnapshot(
      `"e2e: tests/vi.e2e.ts:3 imports test from 'vitest': tests of e2e import them from 'e2e'. [INVALID_CONFIG]"`,
    );
    expect(await project.run(['run', 'tests/types.e2e.ts'])).toMatchObject({ exitCode: 0 });
  });

  test('a fixture that is not there, in a test and in a hook of a group', async () => {
    const project = await cartProject({
      'tests/page.e2e.ts':
        "import { test } from 'e2e';\n\ntest('x', async ({ page }: any) => { await page.goto('/'); });\n",
      'tests/hook.e2e.ts':
        "import { beforeAll, test } from 'e2e';\n\nbeforeAll(async ({ app }: any) => { await app.open(); });\ntest('x', () => {});\n",
    });
    const page = await mistake(project, ['run', 'tests/page.e2e.ts']);
    expect(page).toContain('Test "x": there is no fixture "page". Playwright\'s page is `browser.page`');
    expect(page).toContain('at tests/page.e2e.ts:3:1');
    expect(await mistake(project, ['run', 'tests/hook.e2e.ts'])).toContain(
      'beforeAll() has no fixtures, and this one asks for "app"',
    );
  });

  test('a test without a title, and a goal with a param that nobody gives', async () => {
    const project = await cartProject({
      'tests/title.e2e.ts': "import { test } from 'e2e';\n\ntest(async () => {});\n",
      'tests/goal.e2e.ts':
        "import { test } from 'e2e';\n\ntest('types', async ({ agent }) => {\n  await agent.act('fill Name with {name}');\n});\n",
    });
    const title = await project.run(['run', 'tests/title.e2e.ts']);
    expect(title.exitCode, title.output).toBe(2);
    expect(title.output).toContain(
      'INVALID_CONFIG: A test or describe has no title: its first argument is a function.',
    );
    const goal = await project.run(['run', 'tests/goal.e2e.ts']);
    expect(goal.exitCode, goal.output).toBe(2);
    expect(goal.output).toContain('names {name}, and it has no params');
  });
});
