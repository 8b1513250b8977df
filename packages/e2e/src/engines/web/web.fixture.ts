// What the browser tests share: a loopback server of pages given as strings, a launched engine, a session per test.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type {
  ActionResult,
  AttemptOptions,
  CallOptions,
  RunningEngine,
  Session,
} from '../../engine/contract.ts';
import type { Action } from '../../screen/action.ts';
import type { NodeId, Reading, ReadNode } from '../../screen/node.ts';
import { web } from './index.ts';
import type { WebOptions } from './options.ts';

type Route = string | ((request: IncomingMessage, response: ServerResponse) => void);

/** Options of one call. */
export function call(timeoutMs: number = 10_000): CallOptions {
  return { timeoutMs, signal: new AbortController().signal };
}

/** A server, an engine and the sessions of one test file. */
export class WebRig {
  readonly routes: Record<string, Route> = {};
  readonly rootDir: string;
  url = '';
  running!: RunningEngine;
  #server: Server | undefined;
  readonly #sessions: Session[] = [];

  constructor(rootDir: string = process.cwd()) {
    this.rootDir = rootDir;
  }

  async start(options: WebOptions = {}): Promise<void> {
    const server = createServer((request, response) => {
      const route = this.routes[new URL(request.url ?? '/', 'http://x').pathname];
      if (typeof route === 'function') return route(request, response);
      response.writeHead(route === undefined ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' });
      response.end(route === undefined ? '' : `<!doctype html><link rel=icon href="data:,">${route}`);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    this.#server = server;
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    this.running = await web(options).launch({ rootDir: this.rootDir });
  }

  /** A session on a page of this content. `app`: where the app is said to be; default: here. */
  async on(html: string, app: AttemptOptions = { appUrl: this.url }): Promise<On> {
    this.routes['/'] = html;
    const session = await this.running.startAttempt(app);
    this.#sessions.push(session);
    await session.open(this.url);
    return new On(session);
  }

  async endSessions(): Promise<void> {
    for (const session of this.#sessions.splice(0)) await session.end();
  }

  async stop(): Promise<void> {
    await this.endSessions();
    await this.running?.close();
    this.#server?.closeAllConnections();
    this.#server?.close();
  }
}

/** A session with shorthands. */
export class On {
  readonly session: Session;

  constructor(session: Session) {
    this.session = session;
  }

  steady(): Promise<Reading> {
    return this.session.steady(call());
  }

  /** The first node of a role, and of a name or text where one is given. */
  async find(role: string, name?: string): Promise<ReadNode> {
    const { nodes } = await this.steady();
    const node = nodes.find(
      (each) => each.role === role && (name === undefined || each.name === name || each.text === name),
    );
    if (!node) throw new Error(`no ${role} "${name ?? ''}" among: ${nodes.map(lineOf).join(' | ')}`);
    return node;
  }

  async lines(): Promise<string[]> {
    return (await this.steady()).nodes.map(lineOf);
  }

  perform(action: Action<NodeId>, timeoutMs?: number): Promise<ActionResult> {
    return this.session.perform(action, call(timeoutMs));
  }

  async tap(role: string, name?: string): Promise<ActionResult> {
    return this.perform({ kind: 'tap', target: (await this.find(role, name)).id });
  }
}

/** A node on one line, indented by depth. */
function lineOf(node: ReadNode): string {
  return `${'  '.repeat(node.depth)}${node.role}${node.name ? ` "${node.name}"` : ''}${node.text ? `: ${node.text}` : ''}`;
}
