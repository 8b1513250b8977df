import { ACTION_KINDS } from '../../screen/action.ts';
import { fakeEngine } from '../fake/engine.ts';
import { fixtureApp } from './app.ts';
import { describeEngine } from './engine.ts';

await describeEngine('the fake engine', () => ({ engine: fakeEngine(fixtureApp()) }));

await describeEngine('a fake engine like a device', () => ({
  engine: fakeEngine(fixtureApp(), {
    name: 'device',
    location: 'title',
    capabilities: { requests: false, dialogs: false, pages: false, pixels: false },
    actions: ACTION_KINDS.filter(
      (kind) => !['hover', 'dialog', 'page', 'forward', 'tapAt', 'hoverAt'].includes(kind),
    ),
  }),
}));
