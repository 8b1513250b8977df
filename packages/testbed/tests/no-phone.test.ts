// Nothing phones home: the shop's suite with every way off this machine refused and recorded. Covered: TCP, datagrams and name look-ups by
// JavaScript in every Node process of the run, and all that Chromium's network service does by its own log (its connections, datagrams and
// look-ups), with a proxy for what is not on this machine. Not covered: what a program that is neither of them would do; a run of
// the shop starts none but a shell.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import type { CliResult } from '../harness/cli.ts';
import { serveModel } from '../harness/model.ts';
import { type NetEvent, readNetLog } from '../harness/net-log.ts';
import type { Project } from '../harness/project.ts';
import { type RefusingProxy, refuseAll } from '../harness/proxy.ts';
import { FETCH_HEADERS, relayTo, type Wire } from '../harness/wire.ts';
import { customer } from '../shop/customer.ts';
import { makeShop, shopEnv } from '../shop/suite.ts';

const REFUSE = fileURLToPath(new URL('../harness/refuse.mjs', import.meta.url));

const TIMEOUT_MS = 600_000;

/** Of `fetch`, and of OpenAI's protocol. */
const HEADERS: readonly string[] = [...FETCH_HEADERS, 'authorization'];

/** The AI SDK's own, versions aside. */
const USER_AGENT = 'ai-sdk/openai-compatible ai-sdk/provider-utils runtime/node.js';

/** What the processes of a run are started as. */
const MAINS: readonly RegExp[] = [/cli\/bin\.js$/m, /keeper/, /server\/start\.js$/m, /fork/];

/** A line of what `refuse.mjs` writes. */
interface Noted {
  readonly kind: 'loaded' | 'connect' | 'datagram' | 'name';
  readonly what: string;
  readonly main?: string;
  readonly from?: string;
}

/** Every browser of a run has a log of its own: a worker may start several. */
const WEB =
  "{ args: [...process.env.BROWSER_ARGS.split(' '), '--log-net-log=' + process.env.NET_LOG + process.pid + '-' + Date.now()] }";

async function notedIn(project: Project): Promise<readonly Noted[]> {
  const lines = (await project.read('phoned.jsonl')).split('\n').filter(Boolean);
  return lines.map((line) => JSON.parse(line) as Noted);
}

/** What the browsers of a run did: on this machine, and away from it. */
async function browsersWent(
  project: Project,
  run: string,
): Promise<{ readonly away: readonly NetEvent[]; readonly local: number }> {
  const logs = (await project.list('net')).filter((name) => name.startsWith(run));
  const events = (await Promise.all(logs.map((name) => readNetLog(join(project.dir, 'net', name))))).flat();
  const away = events.filter(({ what }) => !isLocal(what));
  return { away, local: events.length - away.length };
}

/** On this machine, or nowhere at all. */
function isLocal(what: string): boolean {
  return /^(?:\w+:\/\/)?(?:127\.0\.0\.1|localhost|\[::1\])(?:[:/]|$)|^(?:data|about|blob|chrome):/u.test(
    what,
  );
}

const PHONES = `import { lookup } from 'node:dns/promises';
import { createSocket } from 'node:dgram';
import { test } from 'e2e';

test('phones', async ({ app, browser }) => {
  await app.open('/products');
  await fetch('http://192.0.2.1/fetched').catch(() => {});
  await fetch('https://home.test/fetched').catch(() => {});
  await lookup('looked-up.test').catch(() => {});
  const socket = createSocket('udp4');
  try { socket.send('hello', 9, '192.0.2.2'); } catch {}
  socket.close();
  await browser.page.evaluate(() => fetch('http://paged.test/', { mode: 'no-cors' }).catch(() => {}));
  await browser.page.evaluate(() => fetch('https://paged-safely.test/', { mode: 'no-cors' }).catch(() => {}));
});
`;

interface Watched {
  readonly project: Project;
  readonly proxy: RefusingProxy;
  readonly wire: Wire;
  run(name: string, args: readonly string[]): Promise<CliResult>;
}

/** The shop's suite, watched on every side. */
async function watchedShop(files: Readonly<Record<string, string>> = {}): Promise<Watched> {
  const wire = await relayTo((await serveModel(customer)).baseURL);
  const proxy = await refuseAll();
  const project = await makeShop({ baseURL: wire.url, web: WEB, files: { 'net/.keep': '', ...files } });
  const run = async (name: string, args: readonly string[]): Promise<CliResult> =>
    await project.run(args, {
      env: {
        ...(await shopEnv(project)),
        NODE_OPTIONS: `--import=${REFUSE}`,
        PHONED: join(project.dir, 'phoned.jsonl'),
        GITHUB_STEP_SUMMARY: join(project.dir, 'summary.md'),
        NET_LOG: join(project.dir, 'net', `${name}-`),
        BROWSER_ARGS: `--proxy-server=${proxy.url} --net-log-capture-mode=Everything`,
      },
    });
  return { project, proxy, wire, run };
}

const REPORT = ['--reporter', 'list,json,junit,github,html'];

test('no process of a run, and no browser of it, tries to leave this machine', {
  timeout: TIMEOUT_MS,
}, async () => {
  const { project, proxy, wire, run } = await watchedShop();
  expect(await run('list', ['list'])).toMatchObject({ exitCode: 0 });
  for (const name of ['recording', 'replaying'])
    expect(await run(name, ['run', ...REPORT])).toMatchObject({ exitCode: 0 });
  expect(await run('check', ['cache', 'check'])).toMatchObject({ exitCode: 0 });

  const noted = await notedIn(project);
  expect(noted.filter(({ kind }) => kind !== 'loaded')).toEqual([]);
  // The command, the keeper of the app, the app, a worker.
  const mains = noted.map(({ main }) => main).join('\n');
  for (const main of MAINS) expect(mains).toMatch(main);
  for (const name of ['recording', 'replaying']) {
    const { away, local } = await browsersWent(project, name);
    expect(away).toEqual([]);
    expect(local).toBeGreaterThan(8);
  }
  expect(proxy.asked).toEqual([]);
  // To the model goes what HTTP and its protocol need: no header for who asks, from where, or in whose name.
  const heads = wire
    .sent()
    .toString()
    .matchAll(/^([\w-]+): (.*)$/gmu);
  const headers = [...heads].map(([, name = '', value = '']) => [name.toLowerCase(), value] as const);
  expect([...new Set(headers.map(([name]) => name))].filter((name) => !HEADERS.includes(name))).toEqual([]);
  const agents = headers.filter(([name]) => name === 'user-agent').map(([, value]) => value);
  expect(new Set(agents.map((value) => value.replace(/\/v?\d[\d.]*/gu, '').trim()))).toEqual(
    new Set([USER_AGENT]),
  );
});

test('what does try to leave is refused and recorded, in the test process and in the page', {
  timeout: TIMEOUT_MS,
}, async () => {
  const { project, proxy, run } = await watchedShop({ 'tests/phones.e2e.ts': PHONES });
  expect(await run('phoning', ['run', 'tests/phones.e2e.ts'])).toMatchObject({ exitCode: 0 });
  const tried = (await notedIn(project)).filter(({ kind }) => kind !== 'loaded');
  expect(tried.map(({ kind, what }) => `${kind} ${what}`)).toEqual([
    'connect 192.0.2.1:80',
    'connect home.test:443',
    'name looked-up.test',
    'datagram 192.0.2.2',
  ]);
  expect(proxy.asked).toEqual(['GET http://paged.test/', 'CONNECT paged-safely.test:443']);
  const { away } = await browsersWent(project, 'phoning');
  for (const url of ['http://paged.test/', 'https://paged-safely.test/'])
    expect(away).toContainEqual({ type: 'URL_REQUEST_START_JOB', what: url });
});
