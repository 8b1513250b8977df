// The fixture app of the engine suite as an app in memory: the same screens as `FIXTURE_PAGES`, for the fake engine.
import { type FakeApp, type FakeNode, fakeApp, type Handler, node, type ScreenOf } from '../fake/app.ts';

/** State of the fixture app. */
export interface FixtureState {
  log: string;
  removed: boolean;
  locked: boolean;
  covered: boolean;
  modal: boolean;
  scrolls: number;
  visits: number;
  known: boolean;
}

type Node = FakeNode<FixtureState>;

const say =
  (text: string): Handler<FixtureState> =>
  (state) => {
    state.log = text;
  };

const log = (state: FixtureState): Node => node('status', undefined, { text: state.log });

const reading: ScreenOf<FixtureState> = () => [
  node('heading', 'Reading'),
  node('navigation', 'Main', { children: [node('link', 'Acting', { href: '/acting' })] }),
  node('list', 'Fruit', {
    children: ['Apple', 'Pear'].map((text) =>
      node('listitem', undefined, { text, children: [node('button', 'Eat')] }),
    ),
  }),
  node('textbox', 'Email', {
    value: 'ann@x.test',
    purpose: 'email',
    placeholder: 'you@example.test',
    testId: 'email',
  }),
  node('textbox', 'Password', { value: 'hush', password: true }),
  node('checkbox', 'Terms', { checked: true }),
  node('combobox', 'Country', { value: 'Spain', options: ['Spain', 'Italy'] }),
  node('button', 'Frozen', { disabled: true }),
  node('button', 'Bold', { pressed: true }),
  node('button', 'More', { expanded: false }),
  node('button', 'Ghost', { hidden: true }),
  node('status', undefined, { text: 'all quiet' }),
];

const remover: Node = node('button', 'Remove me', {
  onTap: (state) => {
    state.log = 'removed';
    state.removed = true;
  },
});

const acting: ScreenOf<FixtureState> = (state) => [
  node('heading', 'Acting'),
  log(state),
  node('button', 'Tap me', {
    onTap: say('tapped'),
    onDoubleTap: say('double-tapped'),
    onSecondaryTap: say('menu'),
    onHover: say('hovered'),
  }),
  ...(state.removed ? [] : [remover]),
  node('button', 'Soon', { onTap: (_s, app) => app.later(80, say('later')) }),
  node('button', 'Locked', { disabled: state.locked, onTap: say('unlocked and tapped') }),
  node('button', 'Unlock', {
    onTap: (_s, app) =>
      app.later(80, (s) => {
        s.locked = false;
      }),
  }),
  ...fields,
  node('button', 'Under', { covered: state.covered ? 'a curtain' : undefined, onTap: say('reached') }),
  node('button', 'Uncover', {
    onTap: (_s, app) =>
      app.later(80, (s) => {
        s.covered = false;
      }),
  }),
];

const fields: readonly Node[] = [
  node('textbox', 'Name', {
    onType: (s, _app, text) => say(`typed ${text}`)(s, _app),
    onKey: { Enter: (s, app) => say(`entered ${app.value('Name')}`)(s, app) },
  }),
  node('textbox', 'Fixed', { value: 'stays', readOnly: true }),
  node('textbox', 'Secret', {
    password: true,
    onType: (s, app, text) => say(`secret of ${text.length}`)(s, app),
  }),
  node('checkbox', 'Agree', { onCheck: (s, app, checked) => say(`checked ${checked}`)(s, app) }),
  node('combobox', 'Colour', {
    options: ['Red', 'Blue'],
    onSelect: (s, app, option) => say(`chose ${option}`)(s, app),
  }),
  node('button', 'File', {
    files: true,
    onUpload: (s, app, paths) => say(`got ${paths[0]?.split('/').at(-1)}`)(s, app),
  }),
];

const pointer: ScreenOf<FixtureState> = (state) => [
  node('button', 'Corner', {
    box: { x: 10, y: 10, width: 100, height: 40 },
    onTap: say('corner tapped'),
    onHover: say('corner hovered'),
  }),
  node('heading', 'Pointer'),
  log(state),
  node('button', 'Hold me', { onLongPress: say('held') }),
  node('button', 'Card'),
  node('button', 'Slot', { onDrop: (s, app, what) => say(`dropped ${what}`)(s, app) }),
  node('main', undefined, {
    onScroll: (s, app) => {
      s.scrolls += 1;
      say('scrolled')(s, app);
    },
    children: ['The start', ...(state.scrolls > 1 ? ['The end'] : [])].map((text) =>
      node('paragraph', undefined, { text }),
    ),
  }),
];

const modal: ScreenOf<FixtureState> = (state) => [
  node('heading', 'Modal', { behindModal: state.modal }),
  node('button', 'Behind', { behindModal: state.modal }),
  node('dialog', 'Confirm', {
    hidden: !state.modal,
    children: [
      node('button', 'Close', {
        onTap: (s) => {
          s.modal = false;
        },
      }),
    ],
  }),
];

const dialogs: ScreenOf<FixtureState> = (state) => [
  node('heading', 'Dialogs'),
  log(state),
  node('button', 'Alert', {
    onTap: (_s, app) => app.dialog({ type: 'alert', message: 'Hello' }, say('alerted')),
  }),
  node('button', 'Confirm', {
    onTap: (_s, app) =>
      app.dialog({ type: 'confirm', message: 'Sure?' }, (s, a, yes) => say(`confirmed ${yes}`)(s, a)),
  }),
  node('button', 'Prompt', {
    onTap: (_s, app) =>
      app.dialog({ type: 'prompt', message: 'Who?' }, (s, a, who) =>
        say(`prompted ${who === false ? 'null' : who}`)(s, a),
      ),
  }),
];

const requests: ScreenOf<FixtureState> = (state) => [
  node('heading', 'Requests'),
  log(state),
  node('button', 'Send', {
    onTap: (_s, app) =>
      app.request({
        method: 'POST',
        url: '/api/items',
        status: 201,
        afterMs: 120,
        answered: say('answered 201'),
      }),
  }),
];

const visits: ScreenOf<FixtureState> = (state) => [
  node('heading', 'Visits'),
  node('status', undefined, { text: `visit ${state.visits}, ${state.known ? 'known' : 'new'}` }),
];

const FRESH = { log: 'nothing yet', removed: false, locked: true, covered: true, modal: true, scrolls: 0 };

/** The fixture app in memory. */
export function fixtureApp(): FakeApp<FixtureState> {
  return fakeApp<FixtureState>({
    start: '/reading',
    state: { ...FRESH, visits: 0, known: false },
    opened: (state, app) => {
      // A load brings the page as it was served; only the visits are stored.
      Object.assign(state, FRESH);
      if (app.path !== '/visits') return;
      state.known = state.visits > 0;
      state.visits += 1;
    },
    routes: {
      '/reading': { title: 'Reading', screen: reading },
      '/acting': { title: 'Acting', screen: acting },
      '/pointer': { title: 'Pointer', screen: pointer },
      '/modal': { title: 'Modal', screen: modal },
      '/dialogs': { title: 'Dialogs', screen: dialogs },
      '/pages': {
        title: 'Pages',
        screen: () => [
          node('heading', 'Pages'),
          node('link', 'Open second', { onTap: (_s, app) => app.openPage('/second') }),
        ],
      },
      '/second': { title: 'Second', screen: () => [node('heading', 'Second')] },
      '/requests': { title: 'Requests', screen: requests },
      '/visits': { title: 'Visits', screen: visits },
    },
  });
}
