// The app under test as a process of ours: started, waited for, watched, and stopped with all its children. A keeper stands between, which
// ends the app's whole process group also when this process is killed.
import { type ChildProcess, spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AppConfig, TargetConfig } from '../api/config.ts';
import { now, sleep } from '../base/clock.ts';
import { E2EError } from '../base/error.ts';

/** A running app. */
export interface AppProcess {
  /** Ends the app and its children; resolves once they are gone. */
  stop(): Promise<void>;
}

/** What starting apps needs. */
export interface AppSurroundings {
  readonly rootDir: string;
  readonly env: NodeJS.ProcessEnv;
  readonly signal: AbortSignal;
  /** Takes secrets out of what the app printed last, where an error shows it. */
  redact(text: string): string;
  onOutput(text: string): void;
  /** The app ended by itself after it was ready. */
  onDeath(error: E2EError): void;
}

/** Milliseconds that an app may take to become ready. Source: Playwright's webServer default. */
const READY_TIMEOUT_MS = 60_000;
/** Milliseconds between two looks at the URL. Source: chosen; a server has no event to wait for. */
const PROBE_INTERVAL_MS = 100;
/** Milliseconds for one answer. Source: chosen; the next probe follows. */
const PROBE_TIMEOUT_MS = 5_000;
/** Lines of output shown in an error. Source: chosen. */
const LAST_LINES = 20;
/** Characters of output kept for that. Source: chosen: 20 long lines. */
const KEPT_CHARS = 20_000;

/**
 * Starts the app of every target that has a command; targets with the same command and URL share one.
 * @throws E2EError APP_UNREACHABLE; then none is left running.
 */
export async function startApps(
  targets: readonly TargetConfig[],
  around: AppSurroundings,
): Promise<readonly AppProcess[]> {
  const apps = new Map<string, AppConfig>();
  for (const { app } of targets) {
    if (app?.command !== undefined) apps.set(JSON.stringify([app.command, app.url, app.cwd, app.env]), app);
  }
  const started: AppProcess[] = [];
  try {
    for (const app of apps.values()) started.push(await startApp(app, around));
  } catch (thrown) {
    await Promise.all(started.map((app) => app.stop()));
    throw thrown;
  }
  return started;
}

async function startApp(app: AppConfig, around: AppSurroundings): Promise<AppProcess> {
  const readyUrl = app.readyUrl ?? app.url;
  const command = app.command ?? '';
  if (readyUrl !== undefined && (await answers(readyUrl, around.signal))) {
    throw new E2EError(
      'APP_UNREACHABLE',
      `${readyUrl} already answers, before \`${command}\` was started: something else has the port. Stop it, or give the app another port; to test what is running there, leave out app.command.`,
    );
  }
  const child = spawnApp(app, around);
  const stop = (): Promise<void> => stopApp(child);
  try {
    if (readyUrl !== undefined) await waitUntilReady(child, readyUrl, app, around.signal);
  } catch (thrown) {
    await stop();
    throw thrown;
  }
  child.died.then((how) => {
    if (child.isStopping) return;
    around.onDeath(
      new E2EError(
        'APP_UNREACHABLE',
        `The app (\`${command}\`) ended during the run: ${how}.${child.lastOutput()}`,
      ),
    );
  });
  return { stop };
}

interface Child {
  readonly process: ChildProcess;
  /** Resolves when the app has ended, to how: `exit code 1`. */
  readonly died: Promise<string>;
  isStopping: boolean;
  lastOutput(): string;
}

function spawnApp(app: AppConfig, around: AppSurroundings): Child {
  const keeper = fileURLToPath(new URL('./keeper.js', import.meta.url));
  const child = spawn(process.execPath, [keeper, app.command ?? ''], {
    cwd: resolve(around.rootDir, app.cwd ?? '.'),
    env: { ...around.env, ...app.env },
    // The keeper ends the app when its standard input closes: that also happens when this process is killed.
    stdio: ['pipe', 'pipe', 'pipe', 'ipc'],
    // Out of the terminal's process group: an interrupt there is for this process, which stops the app in order.
    detached: true,
  });
  // Written to only by closing; a keeper that is gone needs no word.
  child.stdin?.on('error', () => {});
  let printed = '';
  const keep = (text: string): void => {
    printed = (printed + text).slice(-KEPT_CHARS);
    around.onOutput(text);
  };
  child.stdout?.setEncoding('utf8').on('data', keep);
  child.stderr?.setEncoding('utf8').on('data', keep);
  let how = 'it stopped';
  child.on('message', (message) => {
    how = String(message);
  });
  return {
    process: child,
    isStopping: false,
    // `close` comes after the last output.
    died: new Promise((done) => {
      child.once('close', () => done(how));
      child.once('error', (error) => done(error.message));
    }),
    lastOutput: () => {
      const lines = lastLines(around.redact(printed), printed.length === KEPT_CHARS);
      return lines.length === 0
        ? ' It printed nothing.'
        : ` Its last output:\n${lines.map((line) => `  | ${line}`).join('\n')}`;
    },
  };
}

/** The last lines with something in them; the first of a text that was cut is no whole one, and may end in half a secret. */
function lastLines(text: string, wasCut: boolean): readonly string[] {
  const lines = text.split('\n').slice(wasCut ? 1 : 0);
  return lines.filter((line) => line.trim() !== '').slice(-LAST_LINES);
}

async function stopApp(child: Child): Promise<void> {
  child.isStopping = true;
  child.process.stdin?.end();
  await child.died;
}

async function waitUntilReady(child: Child, url: string, app: AppConfig, signal: AbortSignal): Promise<void> {
  const timeoutMs = app.readyTimeout ?? READY_TIMEOUT_MS;
  const start = now();
  let death: string | undefined;
  const ended = new AbortController();
  child.died.then((how) => {
    death = how;
    ended.abort();
  });
  const either = AbortSignal.any([signal, ended.signal]);
  while (now() - start < timeoutMs) {
    if (await answers(url, either)) {
      if (death === undefined) return;
    }
    await sleep(PROBE_INTERVAL_MS, either).catch(() => {});
    // An interrupt is no fault of the app: the run ends as interrupted.
    if (signal.aborted) return;
    if (death !== undefined) {
      throw new E2EError(
        'APP_UNREACHABLE',
        `The app (\`${app.command}\`) ended before ${url} answered: ${death}.${child.lastOutput()}`,
      );
    }
  }
  throw new E2EError(
    'APP_UNREACHABLE',
    `The app (\`${app.command}\`) did not answer at ${url} within ${timeoutMs} ms. Check the URL (app.readyUrl, app.url) or raise app.readyTimeout.${child.lastOutput()}`,
  );
}

/** Whether a server gives a sign of being ready: an answer under 400, or 400 to 404. Source: Playwright's webServer.url rule. */
async function answers(url: string, signal: AbortSignal): Promise<boolean> {
  try {
    const response = await fetch(url, {
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(PROBE_TIMEOUT_MS)]),
    });
    await response.body?.cancel();
    return response.status < 405;
  } catch {
    return false;
  }
}
