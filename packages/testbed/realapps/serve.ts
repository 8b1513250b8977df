// Starts what an application runs on: a process of its own that answers on a loopback port, or a small server in this process; with a
// folder for its data that goes when it stops.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join, normalize } from 'node:path';
import { listen } from '../harness/listen.ts';
import { freePort } from '../harness/server.ts';
import type { Running } from './app.ts';

/** How long an application may take to answer for the first time, in ms. Chosen: the slowest here takes five seconds on two busy cores. */
const READY_MS = 60_000;

/** How long a process may take to end when asked to, in ms, before it is killed. */
const END_MS = 5_000;

/** What is started of an application. */
export interface Start {
  /** Empty folder for its data. */
  readonly dir: string;
  /** A port that nobody listens on. */
  readonly port: number;
}

/** One process to start. */
export interface Command {
  readonly file: string;
  readonly args: readonly string[];
}

const living = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of living) child.kill('SIGKILL');
});

/**
 * Starts an application whose server is a process of its own.
 * @param plan what to run, given the folder and the port; the last command is the server.
 * @param options `path`: answers once the application is ready; `fill`: puts in its first data; `ask`: as in `Running`.
 */
export async function startProcess(
  plan: (start: Start) => Promise<readonly Command[]>,
  options: {
    readonly path: string;
    readonly fill?: (url: string, start: Start) => Promise<void>;
    readonly ask?: (question: string, start: Start) => Promise<string>;
  },
): Promise<Running> {
  const start = { dir: await mkdtemp(join(tmpdir(), 'realapps-')), port: await freePort() };
  const url = `http://127.0.0.1:${start.port}`;
  const children: ChildProcess[] = [];
  const stop = async (): Promise<void> => {
    await Promise.all(children.map(end));
    await rm(start.dir, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    for (const { file, args } of await plan(start)) children.push(launch(file, args, start.dir));
    await answers(url + options.path, children);
    await options.fill?.(url, start);
  } catch (thrown) {
    await stop();
    throw thrown;
  }
  const { ask } = options;
  return {
    url,
    stop,
    ask: (question) => (ask === undefined ? fetchText(url + question) : ask(question, start)),
  };
}

/** Serves an application from this process. */
export async function startServer(
  answer: (request: IncomingMessage, response: ServerResponse) => Promise<void>,
): Promise<Running> {
  const server = createServer((request, response) => {
    void answer(request, response).catch(() => response.destroy());
  });
  const port = await listen(server);
  const url = `http://127.0.0.1:${port}`;
  return {
    url,
    ask: (question) => fetchText(url + question),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
};

/** Answers a request with a file of a folder; 404 when there is none. */
export async function sendFile(dir: string, path: string, response: ServerResponse): Promise<void> {
  const file = join(dir, normalize(path.endsWith('/') ? `${path}index.html` : path));
  const isFile = file.startsWith(dir) && (await stat(file).catch(() => undefined))?.isFile() === true;
  if (!isFile) {
    response.writeHead(404, { 'content-type': 'text/plain' }).end('not found');
    return;
  }
  response.writeHead(200, { 'content-type': TYPES[extname(file)] ?? 'application/octet-stream' });
  response.end(await readFile(file));
}

function launch(file: string, args: readonly string[], dir: string): ChildProcess {
  const child = spawn(file, args, { cwd: dir, stdio: ['ignore', 'ignore', 'pipe'] });
  living.add(child);
  let errors = '';
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
    errors = (errors + chunk).slice(-2_000);
  });
  child.once('error', (error) => {
    errors += error.message;
  });
  child.once('exit', () => living.delete(child));
  complaints.set(child, () => errors);
  return child;
}

const complaints = new WeakMap<ChildProcess, () => string>();

/** Resolves once something answers there. No event of a foreign process says so; it is asked again and again. */
async function answers(url: string, children: readonly ChildProcess[]): Promise<void> {
  const deadline = performance.now() + READY_MS;
  for (;;) {
    const ended = children.find((child) => child.exitCode !== null || child.signalCode !== null);
    const answered = await fetch(url, { signal: AbortSignal.timeout(5_000) }).then(
      (response) => response.arrayBuffer().then(() => true),
      () => false,
    );
    if (answered) return;
    if (ended !== undefined || performance.now() > deadline) {
      const said = children.map((child) => complaints.get(child)?.() ?? '').join('\n');
      throw new Error(`${url} does not answer${ended === undefined ? '' : '; the server ended'}:\n${said}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  const closed = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  child.kill('SIGTERM');
  const late = setTimeout(() => child.kill('SIGKILL'), END_MS);
  await closed;
  clearTimeout(late);
}

async function fetchText(url: string): Promise<string> {
  const response = await fetch(url);
  return `${response.status} ${await response.text()}`;
}
