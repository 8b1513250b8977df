// Every application of the suite. A further one is a file in apps/ and a line here.

import type { App } from './app.ts';
import { djangoAdmin } from './apps/django-admin.ts';
import { dokuwiki } from './apps/dokuwiki.ts';
import { PEOPLE } from './apps/people.ts';
import { redisCommander } from './apps/redis-commander.ts';
import { swaggerUi } from './apps/swagger-ui.ts';
import { tiddlywiki } from './apps/tiddlywiki.ts';
import { verdaccio } from './apps/verdaccio.ts';

/** In the order in which they run. */
export const APPS: readonly App[] = [
  ...PEOPLE,
  verdaccio,
  swaggerUi,
  tiddlywiki,
  redisCommander,
  djangoAdmin,
  dokuwiki,
];
