// Entries for tests of the format: a small one as runs make them, and one that uses every kind of action and every optional field.
import type { Action, ActionKind, ToolAction } from '../screen/action.ts';
import type { Descriptor } from '../screen/descriptor.ts';
import type { Route } from '../screen/route.ts';
import { ENTRY_SCHEMA, type Entry, type RecordedAction } from './entry.ts';
import { keyOf, MATCHING_VERSION, type StepIdentity } from './key.ts';
import { RESULT_KINDS } from './tool.ts';

/** The identity of the step that both entries belong to. */
export const STEP: StepIdentity = {
  project: 'shop',
  file: 'tests/cart.e2e.ts',
  titlePath: ['cart', 'adds an item'],
  target: 'web',
  engine: 'web',
  app: 'http://localhost:3000',
  agent: 'default',
  agentContext: '',
  instruction: 'add one item to the cart',
  params: { name: { $unique: true }, count: 3 },
  occurrence: 1,
  matching: MATCHING_VERSION,
};

const BUTTON: Descriptor = {
  role: 'button',
  name: 'Add item',
  within: [{ role: 'row', by: 'leaf', label: 'B', place: 0 }],
  twin: { index: 1, of: 2 },
  state: { pressed: false },
};

/** A few actions, as a run records them. */
export const SMALL: Entry = {
  schema: ENTRY_SCHEMA,
  key: keyOf(STEP),
  step: STEP,
  recordedBy: { executor: 'offline', version: '0.1.0' },
  recordedAt: '2026-11-30T12:00:00.000Z',
  summary: 'added {{name}}',
  start: { route: '/cart' as Route },
  actions: [
    { action: { kind: 'tap', target: BUTTON }, page: 0, gapMs: 12 },
    {
      action: { kind: 'type', target: { role: 'textbox', placeholder: 'Name' }, text: '{{name}}' },
      page: 0,
      shows: '{{name}}',
      gapMs: 5,
    },
    {
      action: { kind: 'press', key: 'Enter' },
      page: 0,
      focus: { role: 'textbox', placeholder: 'Name' },
      gapMs: 5,
    },
  ],
  end: {
    route: '/cart' as Route,
    appeared: [{ descriptor: { role: 'status', name: '1 item' }, shown: { checked: 'mixed' }, count: 1 }],
    gone: [{ descriptor: { role: 'dialog', name: 'Cookies' }, count: 0 }],
    alerts: [],
    waitMs: 40,
    requests: [{ method: 'POST', route: '/api/cart' as Route, statusClass: 2 }],
  },
};

const FULL_TARGET: Descriptor = {
  ...BUTTON,
  within: [{ role: 'row', by: 'leaf', label: 'B', place: 0, of: 2, beside: ['A', '{{name}}'] }],
  text: 'Söns & Töchter “日本語” 🛒 e\u0301',
  testId: 'add-\ud800',
  placeholder: '</script>\u2028\u0000',
  purpose: 'email',
  twin: { index: 0, of: 3, after: 'First' },
  state: { checked: 'mixed', expanded: true },
};

/** One action of each kind; a new kind does not compile until it is here. */
const EACH_KIND: Readonly<Record<ActionKind, Action<Descriptor>>> = {
  tap: { kind: 'tap', target: FULL_TARGET },
  doubleTap: { kind: 'doubleTap', target: BUTTON },
  longPress: { kind: 'longPress', target: BUTTON },
  secondaryTap: { kind: 'secondaryTap', target: BUTTON },
  hover: { kind: 'hover', target: BUTTON },
  type: { kind: 'type', target: BUTTON, text: '"quoted" \\ and\nmore' },
  typeSecret: { kind: 'typeSecret', target: BUTTON, name: 'password' },
  press: { kind: 'press', key: 'Control+A', target: BUTTON },
  select: { kind: 'select', target: BUTTON, option: 'Norway' },
  check: { kind: 'check', target: BUTTON, checked: true },
  upload: { kind: 'upload', target: BUTTON, paths: ['a.txt', 'b/c.txt'] },
  drag: { kind: 'drag', target: BUTTON, to: FULL_TARGET },
  scroll: { kind: 'scroll', direction: 'down' },
  scrollUntil: { kind: 'scrollUntil', text: 'Terms', direction: 'up', target: BUTTON },
  navigate: { kind: 'navigate', url: '/checkout?mode=safe' },
  back: { kind: 'back' },
  forward: { kind: 'forward' },
  tapAt: { kind: 'tapAt', x: 10.5, y: -0.25 },
  hoverAt: { kind: 'hoverAt', x: 0, y: 3 },
  dialog: { kind: 'dialog', accept: true, text: '7' },
  page: { kind: 'page', index: 1 },
};

const CALL: ToolAction = {
  kind: 'tool',
  name: 'create_user',
  input: { key: 'Ann {{name}}', roles: ['admin', null], deep: { kind: 'tool', age: 41.5, active: true } },
};

/** Every kind of action and every optional field. */
export const FULL: Entry = {
  ...SMALL,
  recordedBy: { executor: 'model', model: 'openai/gpt-6-luna-fast', version: '0.1.0' },
  truncated: 'it has 60 actions, more than 50',
  paced: true,
  actions: [...Object.values(EACH_KIND), CALL].map(
    (action, index): RecordedAction => ({
      action,
      page: index % 3,
      shows: 'shown',
      viewport: { width: 1280, height: 720 },
      result: RESULT_KINDS[index % RESULT_KINDS.length] ?? 'nothing',
      message: 'Leave?',
      focus: BUTTON,
      change: {
        route: '/cart?step=2' as Route,
        appeared: [{ descriptor: BUTTON, count: 1, echo: true, volatile: true }],
        gone: [],
      },
      derived: 'minted-token',
      gapMs: index * 1.5,
    }),
  ),
  end: {
    ...SMALL.end,
    appeared: [
      {
        descriptor: FULL_TARGET,
        shown: { value: '1', checked: true, selected: false, expanded: true, pressed: 'mixed' },
        count: 2,
      },
    ],
    alerts: ['saved at …'],
  },
};
