// An executor whose brain is a table: goal → function. It does what the script says and nothing else, and counts how often it
// was asked, so that a test can prove that it was not. It calls no model.
import type { ActStep, Executor, JudgeStep, Judgment, Verdict } from '../agent/executor.ts';

/** What a script does for one goal. Nothing returned means passed. */
export type ActScript = (step: ActStep) => Promise<Verdict | undefined> | Verdict | undefined;

/** What a script answers to one statement; a boolean stands for `holds` or `fails`. */
export type JudgeScript =
  | boolean
  | Judgment
  | ((step: JudgeStep) => Promise<boolean | Judgment> | boolean | Judgment);

/** Pairs in order; a string key is the whole instruction, a pattern matches part of it. The first match wins. */
export type Table<Script> =
  | Readonly<Record<string, Script>>
  | ReadonlyMap<string | RegExp, Script>
  | readonly (readonly [string | RegExp, Script])[];

/** What a scripted executor may be given besides its acts. */
export interface ScriptedOptions {
  /** Default: `scripted`. */
  readonly name?: string;
  readonly version?: string;
  /** For `assert`, `waitFor` and `extract`; absent: the executor has no judge. */
  readonly judge?: Table<JudgeScript>;
}

/** An executor that remembers what it was asked. */
export interface ScriptedExecutor extends Executor {
  /** The instruction of every `act` call, oldest first; calls that threw included. */
  readonly calls: readonly string[];
  /** The statement of every `judge` call, oldest first. */
  readonly judged: readonly string[];
  /** Empties both lists. */
  reset(): void;
}

/**
 * An executor that follows a script.
 * A goal without a script throws an error that names the goal and the known scripts.
 */
export function scripted(acts: Table<ActScript>, options: ScriptedOptions = {}): ScriptedExecutor {
  const known = pairs(acts);
  const calls: string[] = [];
  const judged: string[] = [];
  const judges = options.judge === undefined ? undefined : pairs(options.judge);
  return {
    name: options.name ?? 'scripted',
    ...(options.version === undefined ? {} : { version: options.version }),
    calls,
    judged,
    reset() {
      calls.length = 0;
      judged.length = 0;
    },
    async act(step) {
      calls.push(step.instruction);
      const verdict = await lookUp(known, step.instruction, 'goal')(step);
      return verdict ?? { status: 'passed', summary: `did as scripted: ${step.instruction}` };
    },
    ...(judges === undefined
      ? {}
      : {
          async judge(step: JudgeStep) {
            judged.push(step.statement);
            const script = lookUp(judges, step.statement, 'statement');
            const answer = typeof script === 'function' ? await script(step) : script;
            return typeof answer === 'boolean' ? judgment(answer, step.statement) : answer;
          },
        }),
  };
}

function judgment(holds: boolean, statement: string): Judgment {
  return {
    status: holds ? 'holds' : 'fails',
    reason: `the script says that this ${holds ? 'holds' : 'does not hold'}: ${statement}`,
  };
}

function pairs<Script>(table: Table<Script>): readonly (readonly [string | RegExp, Script])[] {
  if (Array.isArray(table)) return table;
  if (table instanceof Map) return [...table];
  return Object.entries(table as Readonly<Record<string, Script>>);
}

function lookUp<Script>(
  known: readonly (readonly [string | RegExp, Script])[],
  wanted: string,
  what: string,
): Script {
  // search() starts at 0 whatever a global pattern's lastIndex says.
  const hit = known.find(([key]) => (typeof key === 'string' ? key === wanted : wanted.search(key) !== -1));
  if (hit !== undefined) return hit[1];
  const names = known.map(([key]) => `  - ${typeof key === 'string' ? `"${key}"` : String(key)}`);
  throw new Error(
    `no script for the ${what} "${wanted}"; ${
      names.length === 0 ? 'there are no scripts.' : `the scripts are:\n${names.join('\n')}`
    }`,
  );
}
