// What the tests of the engine suite share: a launched engine, a session per test, and looks at the screen that wait for
// what they expect. It decides nothing about right or wrong beyond "that never showed".
import assert from 'node:assert/strict';
import { now } from '../../base/clock.ts';
import type {
  ActionResult,
  CallOptions,
  Capabilities,
  Engine,
  RunningEngine,
  Session,
} from '../../engine/contract.ts';
import type { Action, ActionKind } from '../../screen/action.ts';
import type { NodeId, Reading, ReadNode } from '../../screen/node.ts';

/** Time for one call to end well, in ms. Source: chosen; far above what a loaded machine needs. */
export const CALL_MS = 10_000;
/** Time for a call that is expected to run out, in ms. Source: chosen. */
export const SHORT_MS = 150;

/** A file that lies in the project of the engine under test. */
export const NOTE = 'note.txt';

/** Options of one call. */
export function call(
  timeoutMs: number = CALL_MS,
  signal: AbortSignal = new AbortController().signal,
): CallOptions {
  return { timeoutMs, signal };
}

/** One session of the engine under test, on a screen of the fixture app. */
export class Rig {
  readonly session: Session;
  readonly #waitMs: number;

  constructor(session: Session, waitMs: number) {
    this.session = session;
    this.#waitMs = waitMs;
  }

  async find(role: string, name?: string): Promise<ReadNode> {
    return findIn(await this.session.steady(call()), role, name);
  }

  async do(kind: 'tap' | 'doubleTap' | 'secondaryTap' | 'hover', role: string, name: string): Promise<void> {
    const { id } = await this.find(role, name);
    assert.deepEqual(await this.session.perform({ kind, target: id }, call()), { ok: true });
  }

  perform(action: Action<NodeId>, timeoutMs?: number): Promise<ActionResult> {
    return this.session.perform(action, call(timeoutMs));
  }

  /** Waits, by the engine's own `changed`, until the screen says this. */
  async says(text: string): Promise<Reading> {
    const deadline = now() + this.#waitMs;
    for (;;) {
      const reading = await this.session.read();
      if (wordsOf(reading).includes(text)) return reading;
      const left = deadline - now();
      const changed = left > 0 && (await this.session.changed(call(left)));
      if (!changed)
        assert.fail(`the screen never said "${text}", but: ${wordsOf(await this.session.read())}`);
    }
  }
}

/** The one node of that role and name. */
export function findIn(reading: Reading, role: string, name?: string): ReadNode {
  const found = allIn(reading, role, name);
  assert.equal(found.length, 1, `${found.length} nodes are ${role} "${name ?? ''}" on: ${wordsOf(reading)}`);
  return found[0] as ReadNode;
}

/** Every node of that role and name. */
export function allIn(reading: Reading, role: string, name?: string): readonly ReadNode[] {
  return reading.nodes.filter((node) => node.role === role && (name === undefined || node.name === name));
}

/** Everything the screen says, on one line. */
export function wordsOf(reading: Reading): string {
  return reading.nodes
    .map((node) => [node.role, node.name, node.text, node.value].filter(Boolean).join(' '))
    .join(' | ');
}

/** Asserts a refusal with this code and a message. */
export function assertRefused(result: ActionResult, code: string): void {
  assert.ok(!result.ok, `the action went through, though "${code}" was expected`);
  assert.equal(result.code, code, result.message);
  assert.ok(result.message.length > 0, 'a refusal says why');
}

/** Declares one test; it is skipped, and says so, when the engine does not declare what the test needs. */
export type Declare = (
  title: string,
  body: () => Promise<void>,
  needs?: readonly (ActionKind | keyof Capabilities)[],
) => void;

/** An engine to try. */
export interface EngineUnderTest {
  readonly engine: Engine;
  /** Where the fixture app is served, when it is served. */
  readonly appUrl?: string;
  close?(): Promise<void>;
}

/** Launches once, opens a session per test and ends each. */
export class Bench {
  readonly #make: () => Promise<EngineUnderTest>;
  readonly #rootDir: () => string;
  readonly #waitMs: number;
  #under: EngineUnderTest | undefined;
  #running: RunningEngine | undefined;

  constructor(make: () => Promise<EngineUnderTest>, rootDir: () => string, waitMs: number) {
    this.#waitMs = waitMs;
    this.#make = make;
    this.#rootDir = rootDir;
  }

  async launch(): Promise<void> {
    this.#under = await this.#make();
    this.#running = await this.#under.engine.launch({ rootDir: this.#rootDir() });
  }

  async close(): Promise<void> {
    await this.#running?.close();
    await this.#under?.close?.();
  }

  get engine(): Engine {
    assert.ok(this.#under !== undefined, 'the engine was not made');
    return this.#under.engine;
  }

  get running(): RunningEngine {
    assert.ok(this.#running !== undefined, 'the engine was not launched');
    return this.#running;
  }

  has(need: ActionKind | keyof Capabilities): boolean {
    const { actions, capabilities } = this.engine;
    return need in capabilities ? capabilities[need as keyof Capabilities] : actions.has(need as ActionKind);
  }

  async session(): Promise<Session> {
    const appUrl = this.#under?.appUrl;
    return this.running.startAttempt(appUrl === undefined ? {} : { appUrl });
  }

  /** Runs a test on a screen, in a session of its own. */
  async on(path: string, body: (rig: Rig) => Promise<void>): Promise<void> {
    const session = await this.session();
    try {
      await session.open(path);
      await body(new Rig(session, this.#waitMs));
    } finally {
      await session.end();
    }
  }
}
