// The published contract over an app in memory, for tests of whatever stands on an engine. It remembers every action it was
// asked for, so that a test can prove what was done and what was not.
import type { Capabilities, Engine, RunningEngine } from '../../engine/contract.ts';
import { ACTION_KINDS, type ActionKind } from '../../screen/action.ts';
import type { AppHandle, FakeApp } from './app.ts';
import { FakeSession, type Journal, type PerformedAction, type SessionOptions } from './session.ts';
import { World } from './world.ts';

/** How a fake engine differs from a full browser. */
export interface FakeEngineOptions extends SessionOptions {
  /** Default: `fake`. */
  readonly name?: string;
  /** Default: all true. */
  readonly capabilities?: Partial<Capabilities>;
  /** Default: every kind that the capabilities allow. */
  readonly actions?: Iterable<ActionKind>;
}

/** A fake engine and what happened to it. */
export interface FakeEngine<State> extends Engine {
  /** Every action, whatever came of it, oldest first. */
  readonly performed: readonly PerformedAction[];
  /** The app of the latest attempt, at its current page. @throws Error before the first attempt. */
  readonly app: AppHandle<State>;
  /** How many attempts were started, and how many of them have ended. */
  readonly attempts: { readonly started: number; readonly ended: number };
  /** How often screens were read or waited for, over all attempts. */
  readonly looks: number;
}

/** An engine over an app in memory. */
export function fakeEngine<State>(app: FakeApp<State>, options: FakeEngineOptions = {}): FakeEngine<State> {
  const capabilities = { pixels: true, requests: true, dialogs: true, pages: true, ...options.capabilities };
  const actions = new Set(options.actions ?? ACTION_KINDS.filter((kind) => allowed(kind, capabilities)));
  const performed: PerformedAction[] = [];
  const counts = { started: 0, ended: 0, looks: 0 };
  let latest: World<State> | undefined;
  const engine: FakeEngine<State> = {
    name: options.name ?? 'fake',
    capabilities,
    actions,
    performed,
    get attempts() {
      return { started: counts.started, ended: counts.ended };
    },
    get looks() {
      return counts.looks;
    },
    get app() {
      if (latest === undefined) throw new Error('the fake engine has started no attempt yet');
      return latest.handle(latest.page);
    },
    async launch({ rootDir }): Promise<RunningEngine> {
      return {
        version: 'Fake 1',
        async startAttempt({ appUrl }) {
          counts.started += 1;
          latest = new World(app, appUrl);
          const journal: Journal = {
            attempt: counts.started,
            performed: (entry) => performed.push(entry),
            looked: () => {
              counts.looks += 1;
            },
            ended: () => {
              counts.ended += 1;
            },
          };
          return new FakeSession(latest, engine, options, rootDir, journal);
        },
        async close() {},
      };
    },
  };
  return engine;
}

function allowed(kind: ActionKind, capabilities: Capabilities): boolean {
  if (kind === 'tapAt' || kind === 'hoverAt') return capabilities.pixels;
  if (kind === 'dialog') return capabilities.dialogs;
  return kind !== 'page' || capabilities.pages;
}
