// Runs a command of Node to its end and says what it took: time on the wall and, where there is a /proc, processor time and memory of the
// command and of all that it started.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { userEnv } from '../harness/env.ts';

/** What is run: a script for Node, its arguments, where, and what it has in its environment besides a user's own. */
export interface Command {
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** How it went. */
export interface Ran {
  readonly wallMs: number;
  readonly exitCode: number | null;
  /** What it printed on either stream. */
  readonly output: string;
  /** Of its whole tree; absent unless it was sampled. */
  readonly usage?: Usage;
}

/** What a tree of processes took. */
interface Usage {
  /** User and system, of all processes. What one takes after its last sample is missing. */
  readonly cpuMs: number;
  /** The most that all took at one moment; what they share counts once. */
  readonly peakBytes: number;
}

/** Whether this system has what {@link runCommand} samples. Source: proc(5). */
export const CAN_SAMPLE: boolean = existsSync('/proc/self/smaps_rollup');

/** Time between two samples, in ms, and how many of them go by between two looks at the memory. Source: chosen; the looks cost the sampler 2 ms and 20 ms. */
const SAMPLE_MS = 25;
const MEMORY_EVERY = 8;

/** A clock tick of /proc, in ms. Source: proc(5); Linux has USER_HZ at 100 on every architecture that Node runs on. */
const TICK_MS = 10;

/** Runs a command. Sampling takes some of the processor: what it takes on the wall then is no figure to compare with others. */
export async function runCommand(
  { args, cwd, env = {} }: Command,
  { sample = false }: { readonly sample?: boolean } = {},
): Promise<Ran> {
  const startedAt = performance.now();
  const child = spawn(process.execPath, [...args], {
    cwd,
    env: { ...userEnv(), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const tree = sample && child.pid !== undefined ? watchTree(child.pid) : undefined;
  const printed = Promise.all([text(child.stdout), text(child.stderr)]);
  const [exitCode] = (await once(child, 'close')) as [number | null];
  const wallMs = performance.now() - startedAt;
  const usage = tree?.stop();
  const output = (await printed).join('');
  return { wallMs, exitCode, output, ...(usage === undefined ? {} : { usage }) };
}

/** Samples a process and all that it starts, also what outlives its parent. */
function watchTree(root: number): { stop(): Usage } {
  const ticks = new Map<number, number>([[root, 0]]);
  let peakBytes = 0;
  let samples = 0;
  const sample = (): void => {
    const living = readProcesses();
    // A child may have a lower id than its parent: ids go round.
    for (let found = true; found; ) {
      found = false;
      for (const [pid, { parent }] of living) {
        if (ticks.has(pid) || !ticks.has(parent)) continue;
        ticks.set(pid, 0);
        found = true;
      }
    }
    const own = [...living].filter(([pid]) => ticks.has(pid));
    for (const [pid, process] of own) ticks.set(pid, process.ticks);
    if (samples++ % MEMORY_EVERY !== 0) return;
    peakBytes = Math.max(
      peakBytes,
      own.reduce((sum, [pid]) => sum + shareOf(pid), 0),
    );
  };
  const timer = setInterval(sample, SAMPLE_MS);
  return {
    stop() {
      clearInterval(timer);
      return { cpuMs: TICK_MS * [...ticks.values()].reduce((sum, each) => sum + each, 0), peakBytes };
    },
  };
}

interface Process {
  readonly parent: number;
  /** User and system. */
  readonly ticks: number;
}

function readProcesses(): ReadonlyMap<number, Process> {
  const found = new Map<number, Process>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const stat = readText(`/proc/${name}/stat`);
    // The name of the program stands in brackets, and may hold any character.
    const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (fields !== undefined)
      found.set(Number(name), {
        parent: Number(fields[1]),
        ticks: Number(fields[11]) + Number(fields[12]),
      });
  }
  return found;
}

/** What a process has in memory, in bytes; of what it shares with others its share. */
function shareOf(pid: number): number {
  return 1024 * Number(/^Pss:\s+(\d+)/m.exec(readText(`/proc/${pid}/smaps_rollup`) ?? '')?.[1] ?? 0);
}

/** `undefined` for a process that is gone. */
function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
