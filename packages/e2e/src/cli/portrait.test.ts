import { expect, test } from 'vitest';
import { type Entry, parseEntry } from '../cache/entry.ts';
import { MATCHING_VERSION } from '../cache/key.ts';
import type { Route } from '../screen/route.ts';
import { sampleEntry } from './inventory.fixture.ts';
import { sayEntry } from './portrait.ts';

function entryOf(changes: Parameters<typeof sampleEntry>[0] = {}): Entry {
  const { key, text } = sampleEntry(changes);
  const parsed = parseEntry(text, key);
  if (!parsed.ok) throw new Error(parsed.error);
  return { ...parsed.value, key: 'ab12'.repeat(16) as Entry['key'] };
}

test('R46: says what a recording is for, what it does and what must come of it', () => {
  expect(sayEntry(entryOf(), 812)).toMatchInlineSnapshot(`
    "add one item to the cart

            Test  tests/cart.e2e.ts › cart › adds an item
          Target  web (engine web, http://localhost:3000)
           Agent  default
         Project  shop
        Recorded  2026-01-02T03:04:05.678Z by offline, e2e 0.1.0
         Summary  pressed Add
           Entry  ab12ab12ab12ab12ab12ab12ab12ab12ab12ab12ab12ab12ab12ab12ab12ab12 (812 B)

    Starts on /cart
      1. tap button "Add"

    Ends on /cart; its effect came 5 ms after the last action

    Replays as a whole.
    "
  `);
});

test('R46: says params, changes, what must show, go and be sent, and where a replay stops', () => {
  const plain = entryOf({
    step: {
      agent: 'buyer',
      occurrence: 2,
      params: { name: { $unique: true }, password: { $secret: 'login' }, size: 'L' },
    },
  });
  const name = { role: 'textbox', name: 'Name' };
  const dialog = { descriptor: { role: 'dialog', name: 'New company' }, count: 0 };
  const row = { descriptor: { role: 'row', name: '{{name}}' }, count: 2 };
  const entry: Entry = {
    ...plain,
    paced: true,
    recordedBy: { executor: 'model', model: 'some-model', version: '0.1.0' },
    actions: [
      { action: { kind: 'type', target: name, text: '{{name}}' }, page: 0, gapMs: 1, shows: '{{name}}' },
      {
        action: { kind: 'press', key: 'Enter' },
        page: 0,
        gapMs: 1,
        focus: name,
        change: { route: '/done' as Route, appeared: [row], gone: [dialog] },
      },
      { action: { kind: 'dialog', accept: true }, page: 0, gapMs: 1, message: 'Sure?' },
      { action: { kind: 'tapAt', x: 3, y: 4 }, page: 1, gapMs: 1, viewport: { width: 1280, height: 720 } },
      { action: { kind: 'type', target: name, text: '7 May' }, page: 1, gapMs: 1, derived: 'date' },
    ],
    end: {
      ...plain.end,
      appeared: [
        { ...row, volatile: true },
        { descriptor: name, shown: { value: '{{name}}' }, count: 1, echo: true },
      ],
      gone: [dialog, { ...dialog, count: 1 }],
      alerts: ['Saved'],
      requests: [{ method: 'POST', route: '/api/companies' as Route, statusClass: 2 }],
    },
  };
  expect(sayEntry(entry, 2_345)).toMatchInlineSnapshot(`
    "add one item to the cart

            Test  tests/cart.e2e.ts › cart › adds an item
          Target  web (engine web, http://localhost:3000)
           Agent  buyer
           Param  name: differs on every run, {{name}} below
           Param  password: the secret "login"
           Param  size: "L"
            Call  2, of the same instruction and params
         Project  shop
        Recorded  2026-01-02T03:04:05.678Z by model (some-model), e2e 0.1.0
         Summary  pressed Add
           Entry  ab12ab12ab12ab12ab12ab12ab12ab12ab12ab12ab12ab12ab12ab12ab12ab12 (2.3 kB)

    Starts on /cart
      1. type "{{name}}" into textbox "Name"
          the field then shows "{{name}}"
      2. press Enter
          only while textbox "Name" has the focus
          the app moved to /done
          came: row "{{name}}"
          went: dialog "New company"
      3. accept the dialog
          the dialog says "Sure?"
      4. tap at 3, 4
          in tab 2
          only in a viewport of 1280×720
      5. type "7 May" into textbox "Name"
          a replay stops before it: its value can't be repeated (date: it was worked out from the day of the recording)

    Ends on /cart; its effect came 5 ms after the last action
       Must show  row "{{name}}" [text that differs every run], at least 2 of them
       Must show  textbox "Name" (value "{{name}}"), which only repeats what was put in
         Must go  dialog "New company"
         Must go  dialog "New company", at most 1 of them left
       May alert  "Saved"
       Must send  POST /api/companies, answered 2xx

    Replays up to action 4 of 5, then the agent goes on: date: it was worked out from the day of the recording.
    Replays with the recorded pauses: without them it once did not have its effect.
    "
  `);
});

test('R46: says which tools of the project a recording calls, and where one stops its replay', () => {
  const plain = entryOf();
  const call = (name: string, more: Partial<Entry['actions'][number]>): Entry['actions'][number] => ({
    action: { kind: 'tool', name, input: { name: '{{name}}', password: '<secret:login>' } },
    page: 0,
    gapMs: 1,
    ...more,
  });
  const actions = [
    call('create_user', { result: 'object' }),
    call('send_mail', { result: 'nothing', derived: 'tool-call' }),
  ];
  expect(
    sayEntry({ ...plain, actions }, 1)
      .split('\n')
      .slice(-11)
      .join('\n'),
  ).toMatchInlineSnapshot(`
    "Starts on /cart
      1. call tool "create_user" with {"name":"{{name}}","password":"<secret:login>"}
          the tool gave an object
      2. call tool "send_mail" with {"name":"{{name}}","password":"<secret:login>"}
          a replay stops before it: it can't be repeated (tool-call: the tool's calls may not be repeated)
          the tool gave nothing

    Ends on /cart; its effect came 5 ms after the last action

    Replays up to action 1 of 2, then the agent goes on: tool-call: the tool's calls may not be repeated.
    "
  `);
});

test('R46: says that a recording that is truncated, empty or of another matching version never replays', () => {
  expect(sayEntry(entryOf({ truncated: 'more than 50 actions' }), 1)).toContain(
    'Never replays: more than 50 actions.\n',
  );
  expect(sayEntry(entryOf({ actions: 0 }), 1)).toContain('Never replays: it has 0 actions.\n');
  expect(sayEntry(entryOf({ step: { matching: 0 } }), 1)).toContain(
    `Never replays: it was made with matching version 0, and this is ${MATCHING_VERSION}.\n`,
  );
});

test('lets no control character of an app reach the terminal', () => {
  const said = sayEntry(entryOf({ step: { instruction: 'tap\u001b[2J it', titlePath: ['a\u009bb'] } }), 1);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  expect(said.replaceAll('\n', '')).not.toMatch(/[\u0000-\u001f\u007f-\u009f]/);
});
