// `e2e cache prove`, through the built command: what it finds in recordings that real runs made, that it calls no agent and writes nothing.
import { describe, expect, test } from 'vitest';
import { makeProject, type Project } from '../harness/project.ts';

/** Each test starts a run of the suite per action. */
const TIMEOUT_MS = 180_000;

const CACHE = '.e2e/cache';

/** An app in memory whose every page meets the proof in its own way, and an executor that notes each call in a file. */
const CONFIG = `import { appendFileSync } from 'node:fs';
import { defineConfig } from 'e2e';
import { fakeApp, fakeEngine, find, node, scripted } from 'e2e/testing';

const app = fakeApp({
  start: '/sound',
  state: { name: '', gift: false, saved: false, synced: false, opened: 0 },
  routes: {
    '/sound': (state) => [
      node('textbox', 'Name', { value: state.name, onType: (s, _app, text) => { s.name = text; } }),
      node('button', 'Save', { onTap: (s) => { s.saved = s.name !== ''; } }),
      node('status', undefined, { text: state.saved ? 'Saved ' + state.name : '' }),
    ],
    '/gift': (state) => [
      node('checkbox', 'Gift wrap', { checked: state.gift, onCheck: (s, _app, on) => { s.gift = on; } }),
      node('button', 'Order', { onTap: (_s, app) => { app.go('/ordered'); } }),
    ],
    '/ordered': (state) => [node('heading', 'Thank you'), node('text', undefined, { text: state.gift ? 'Wrapped' : 'Plain' })],
    '/focus': (state) => [
      node('textbox', 'Name', { value: state.name, onType: (s, _app, text) => { s.name = text; } }),
    ],
    '/alone': (state) => [
      node('button', 'Sync', {}),
      node('status', undefined, { text: state.synced ? 'All done' : '' }),
    ],
    '/late': (state) => [
      node('button', 'Save', { onTap: (s) => { s.saved = true; } }),
      node('status', undefined, { text: state.saved ? 'Saved' : '' }),
      node('heading', state.synced ? 'Weather is fine' : 'Weather'),
    ],
  },
  opened: (state, app) => {
    if (app.path === '/alone' || app.path === '/late') app.later(700, (s) => { s.synced = true; });
  },
});
const at = (screen, query) => find(screen, query).id;
const tap = (name) => async (step) => {
  await step.perform({ kind: 'tap', target: at(step.screen, { role: 'button', name }) });
};
const script = {
  'save Ann': async (step) => {
    await step.perform({ kind: 'type', target: at(step.screen, { role: 'textbox' }), text: 'Ann' });
    await tap('Save')(step);
  },
  'order with gift wrap': async (step) => {
    await step.perform({ kind: 'check', target: at(step.screen, { role: 'checkbox' }), checked: true });
    await tap('Order')(step);
  },
  'put Ann down': async (step) => {
    const target = at(step.screen, { role: 'textbox' });
    await step.perform({ kind: 'tap', target });
    await step.perform({ kind: 'type', target, text: 'Ann' });
  },
  'wait for the sync': async (step) => {
    await tap('Sync')(step);
    await new Promise((resolve) => setTimeout(resolve, 900));
    await step.look();
  },
  'save and stay': async (step) => {
    await tap('Save')(step);
    await new Promise((resolve) => setTimeout(resolve, 900));
    await step.look();
  },
};
const executor = scripted(
  Object.fromEntries(Object.entries(script).map(([goal, act]) => [goal, async (step) => {
    appendFileSync(new URL('calls.txt', import.meta.url), goal + '\\n');
    await act(step);
    return undefined;
  }])),
  { judge: [[/.*/, () => { appendFileSync(new URL('calls.txt', import.meta.url), 'judge\\n'); return true; }]] },
);

export default defineConfig({
  targets: [{ name: 'fake', engine: fakeEngine(app) }],
  agents: { default: { executor } },
});
`;

/** A test of one step and its check. */
const TEST = (title: string, path: string, goal: string, check: string): string => `
test('${title}', async ({ app, agent, screen, browser }) => {
  await app.open('${path}');
  await agent.act('${goal}');
  ${check}
});
`;
const HEAD = "import { test, expect } from 'e2e';\n";

const JUDGED = TEST('judged', '/sound', 'save Ann', "await agent.assert('it is saved');");
const UNRECORDED = TEST(
  'unrecorded',
  '/sound',
  'save Ann',
  "await expect(screen.getByRole('status')).toHaveText('Saved Ann'); await app.open('/gift'); await agent.act('order with gift wrap');",
);
const ORDERED = "await expect(screen.getByRole('heading')).toHaveText('Thank you');";
const LOOSE = TEST('loose', '/gift', 'order with gift wrap', ORDERED);
const CHECKED = TEST(
  'checked',
  '/gift',
  'order with gift wrap',
  "await expect(screen.getByText('Wrapped')).toBeVisible();",
);
const FOCUS = TEST(
  'focus',
  '/focus',
  'put Ann down',
  "await expect(screen.getByRole('textbox')).toHaveValue('Ann');",
);
const ALONE = TEST(
  'alone',
  '/alone',
  'wait for the sync',
  "await expect(screen.getByRole('status')).toHaveText('All done');",
);
const LATE = TEST(
  'late',
  '/late',
  'save and stay',
  "await expect(screen.getByRole('status')).toHaveText('Saved');",
);

/** A project whose tests a run has recorded. */
async function recorded(files: Readonly<Record<string, string>>): Promise<Project> {
  const project = await makeProject({ 'e2e.config.ts': CONFIG, ...files });
  const { exitCode, output } = await project.run(['run']);
  expect({ exitCode, output }).toMatchObject({ exitCode: 0 });
  return project;
}

/** Every recording with its text. */
async function contentOf(project: Project): Promise<Readonly<Record<string, string>>> {
  const names = await project.list(CACHE);
  return Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, await project.read(`${CACHE}/${name}`)])),
  );
}

/** The output with a name for what differs from run to run. */
function stable(text: string): string {
  return text
    .replace(/[0-9a-f]{8}(?=[…)])/g, 'ENTRY')
    .replace(/, [\d.]+m?s, no model/, ', TIME, no model')
    .replace(/, \d+m \d+s, no model/, ', TIME, no model');
}

describe('R46: e2e cache prove', { timeout: TIMEOUT_MS }, () => {
  test('finds no fault with recordings that need their actions, exit 0; passes judged steps by, and ends at a step that needs the agent', async () => {
    const project = await recorded({ 'a.e2e.ts': HEAD + FOCUS + JUDGED, 'b.e2e.ts': HEAD + UNRECORDED });
    await project.write({ 'calls.txt': '' });
    const { stdout, exitCode } = await project.run(['cache', 'prove', '--workers', '2', '--json']);
    const { recordings, unproven, ...rest } = JSON.parse(stdout);
    expect(rest).toEqual({ runs: 3, durationMs: expect.any(Number) });
    const place = {
      target: 'fake',
      agent: 'default',
      occurrence: 1,
      entry: expect.stringMatching(/^[0-9a-f]{64}$/),
    };
    const noticed = { kind: 'noticed', reason: 'end-mismatch', detail: expect.any(String) };
    const saved = {
      ...place,
      instruction: 'save Ann',
      survived: false,
      actions: [
        { action: 'type "Ann" into textbox "Name"', ...noticed },
        { action: 'tap button "Save"', ...noticed },
      ],
      anchors: [
        { anchor: 'status "Saved Ann"', change: 'appeared', role: 'shared' },
        { anchor: 'textbox "Name" (value "Ann")', change: 'appeared', role: 'shared' },
      ],
    };
    expect(recordings).toEqual([
      {
        ...place,
        file: 'a.e2e.ts',
        titlePath: ['focus'],
        instruction: 'put Ann down',
        completed: true,
        survived: false,
        actions: [
          { action: 'tap textbox "Name"', kind: 'survived', excuse: 'focus' },
          { action: 'type "Ann" into textbox "Name"', ...noticed },
        ],
        anchors: [{ anchor: 'textbox "Name" (value "Ann")', change: 'appeared', role: 'alone' }],
      },
      { ...saved, file: 'a.e2e.ts', titlePath: ['judged'], completed: true },
      { ...saved, file: 'b.e2e.ts', titlePath: ['unrecorded'], completed: false },
    ]);
    expect(unproven).toMatchObject([
      { titlePath: ['unrecorded'], trouble: false, why: expect.stringContaining('no-entry') },
    ]);
    expect(exitCode).toBe(0);
    expect(await project.read('calls.txt')).toBe('');
  });

  test('says what survives and what to do about it, exit 1; asks no agent, writes nothing', async () => {
    const project = await recorded({ 'a.e2e.ts': HEAD + LOOSE + CHECKED, 'b.e2e.ts': HEAD + ALONE + LATE });
    const before = await contentOf(project);
    const report = await project.read('.e2e/report.json');
    await project.write({ 'calls.txt': '' });
    const { stdout, stderr, exitCode } = await project.run(['cache', 'prove', '--workers', '2']);
    expect(stable(stdout)).toMatchInlineSnapshot(`
      "[fake] a.e2e.ts:3 › loose
        order with gift wrap  (entry ENTRY)
          survived  action 1 of 2, check checkbox "Gift wrap"
              A replay sees its own change come, but nothing later depends on it.
              The step's effect shows without it, and no check of the test fails. Add a check of what it is for; if it is for nothing, delete ENTRY….json and record the step anew.

      [fake] a.e2e.ts:9 › checked
        order with gift wrap  (entry ENTRY)
          checked by the test  action 1 of 2, check checkbox "Gift wrap"
              A replay sees its own change come, but nothing later depends on it.
              The step's effect shows without it; the test fails further on: Expected getByText('Wrapped') to be visible (a.e2e.ts:12:3)

      [fake] b.e2e.ts:3 › alone
        wait for the sync  (entry ENTRY)
          survived  action 1 of 1, tap button "Sync"
              The step's effect shows without it, and no check of the test fails. Add a check of what it is for; if it is for nothing, delete ENTRY….json and record the step anew.

      [fake] b.e2e.ts:9 › late
        save and stay  (entry ENTRY)
          survived  must show: heading "Weather is fine"
              It came in every run, whatever was left out: it proves nothing, and can stop a replay when it differs.
          survived  must go: heading "Weather"
              It came in every run, whatever was left out: it proves nothing, and can stop a replay when it differs.

      4 recordings, 3 runs of the suite, TIME, no model calls.
      6 actions left out: 3 noticed, 2 survived, 1 checked by the test only.
      10 anchors left out: 8 load-bearing, 2 survived.
      "
    `);
    expect(stderr).toMatchInlineSnapshot(`
      "run 1: every recording whole
      run 2 of 3: one action left out, in 4 tests
      run 3 of 3: one action left out, in 2 tests
      "
    `);
    expect(exitCode).toBe(1);
    expect(await project.read('calls.txt')).toBe('');
    expect(await contentOf(project)).toEqual(before);
    expect(await project.read('.e2e/report.json')).toBe(report);
  });

  test('a recording that cannot be replayed is trouble, exit 2', async () => {
    const project = await recorded({ 'a.e2e.ts': HEAD + JUDGED });
    const [name = ''] = await project.list(CACHE);
    await project.write({ [`${CACHE}/${name}`]: '{}' });
    const { stdout, exitCode } = await project.run(['cache', 'prove']);
    expect(stable(stdout)).toMatchInlineSnapshot(`
      "[fake] a.e2e.ts:3 › judged
        not proven  "save Ann" did not replay (invalid-entry: the recording can't be used: its schema is missing, and this version reads 1)

      0 recordings, 1 run of the suite, TIME, no model calls.
      0 actions left out: 0 noticed, 0 survived.
      0 anchors left out: 0 load-bearing, 0 survived.
      "
    `);
    expect(exitCode).toBe(2);
  });

  test('loads a file without anything to leave out once, and none that was not asked for', async () => {
    const noting = (file: string): string =>
      `import { appendFileSync } from 'node:fs'; appendFileSync('loaded.txt', '${file} ');\n`;
    const project = await recorded({
      'a.e2e.ts': HEAD + noting('a') + JUDGED,
      'b.e2e.ts': `${HEAD}${noting('b')}test('plain', async ({ app }) => { await app.open('/sound'); });`,
      'c.e2e.ts': HEAD + noting('c') + FOCUS,
    });
    await project.write({ 'loaded.txt': '' });
    const { exitCode, output } = await project.run([
      'cache',
      'prove',
      '--workers',
      '1',
      'a.e2e.ts',
      'b.e2e.ts',
    ]);
    expect({ exitCode, output }).toMatchObject({ exitCode: 0 });
    expect(output).toContain('run 3 of 3');
    const loaded = (await project.read('loaded.txt')).trim().split(' ').sort();
    expect(loaded).toEqual(['a', 'a', 'a', 'b']);
  });

  test('without any recording there is nothing to prove, exit 2', async () => {
    const project = await makeProject({
      'e2e.config.ts': CONFIG,
      'a.e2e.ts': `${HEAD}test('plain', async ({ app }) => { await app.open('/sound'); });`,
    });
    const { stderr, exitCode } = await project.run(['cache', 'prove']);
    expect(stderr).toContain('Nothing to prove');
    expect(exitCode).toBe(2);
  });
});
