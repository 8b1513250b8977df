// redis-commander, a page over a Redis of its own: a tree of keys whose names count what is in them, and a page that loads itself anew.
import { join } from 'node:path';
import { text } from '../../drift/checker.ts';
import { freePort } from '../../harness/server.ts';
import { type App, tap, type } from '../app.ts';
import { command, debianPackages, npmPackages } from '../place.ts';
import { startProcess } from '../serve.ts';

const SERVER = '/usr/bin/redis-server';
const CLIENT = '/usr/bin/redis-cli';

const DATA: readonly (readonly string[])[] = [
  ['set', 'user:1:name', 'Ann'],
  ['rpush', 'queue:mail', 'a', 'b', 'c'],
  ['hset', 'user:1', 'age', '31', 'city', 'Oslo'],
];

/** The page reloads itself once; the names of folders count their keys. */
export const redisCommander: App = {
  name: 'redis-commander',
  hard: 'the page reloads itself, counts inside names, a tree opened by double taps',
  versions: ['0.9.0'],
  async install(version) {
    await debianPackages(SERVER, ['redis-server']);
    const dir = await npmPackages(`redis-commander-${version}`, [`redis-commander@${version}`]);
    return { start: () => startOn(dir) };
  },
  goals: [
    {
      id: 'open-key',
      goal: 'Open the key user:1:name and show its value',
      actions: [
        { kind: 'doubleTap', target: { name: /^user:\*/ } },
        { kind: 'doubleTap', target: { name: /^1:\*/ } },
        tap({ name: /^name/ }),
      ],
      appear: [text(/user:1:name/)],
    },
    {
      id: 'add-key',
      goal: 'Add a string key named user:2:name with the value Bo',
      actions: [
        tap({ name: /^user:\*/ }),
        tap({ role: 'button', name: 'Add New Key...' }),
        type({ role: 'textbox', name: 'Key' }, 'user:2:name'),
        type({ role: 'textbox', name: 'Value' }, 'Bo'),
        tap({ role: 'button', name: 'Save' }),
      ],
      appear: [text(/^user:\* \(3\)/)],
      vanish: [text(/^user:\* \(2\)/)],
      truth: { question: 'user:2:name', answer: /^Bo\s*$/ },
    },
  ],
};

async function startOn(dir: string): ReturnType<typeof startProcess> {
  const redisPort = await freePort();
  const redis = (...words: readonly string[]): Promise<string> =>
    command(CLIENT, ['-h', '127.0.0.1', '-p', String(redisPort), ...words], '/');
  return await startProcess(
    async ({ dir: data, port }) => [
      {
        file: SERVER,
        args: ['--port', String(redisPort), '--bind', '127.0.0.1', '--dir', data, '--save', ''],
      },
      {
        file: process.execPath,
        args: [
          join(dir, 'node_modules/redis-commander/bin/redis-commander.js'),
          ...['--redis-host', '127.0.0.1', '--redis-port', String(redisPort)],
          ...['--address', '127.0.0.1', '--port', String(port), '--no-save'],
        ],
      },
    ],
    {
      path: '/',
      fill: async () => {
        for (const words of DATA) await redis(...words);
      },
      ask: (key) => redis('get', key),
    },
  );
}
