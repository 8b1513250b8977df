// The values of the config's secrets as the main process knows them, so that no text of its own shows one: resolved before anything starts,
// and added to as workers resolve others. A function that fails or takes too long here is no error: the step that needs it will say so.
import type { Config } from '../api/config.ts';
import { sleep } from '../base/clock.ts';
import { createRedactor, type Redactor } from '../base/redact.ts';

/** Milliseconds that a function of the config may take before the run starts without its value. Source: chosen; a vault answers in one or two. */
const RESOLVE_MS = 5_000;

/** What is known of a run's secrets. */
export interface RunSecrets {
  readonly redactor: Redactor;
  /** Name and value of what functions gave, for the redactors of workers. */
  readonly resolved: readonly (readonly [name: string, value: string])[];
}

/** Resolves every secret once. Never throws. */
export async function resolveSecrets(secrets: Config['secrets'] = {}): Promise<RunSecrets> {
  const redactor = createRedactor();
  const stop = new AbortController();
  const tooLong = sleep(RESOLVE_MS, stop.signal).then(
    () => undefined,
    () => undefined,
  );
  const answers = await Promise.all(
    Object.entries(secrets).map(async ([name, source]) => {
      if (typeof source === 'string') {
        redactor.add(name, source);
        return [];
      }
      const value: unknown = await Promise.race([call(source), tooLong]);
      if (typeof value !== 'string') return [];
      redactor.add(name, value);
      return [[name, value] as const];
    }),
  );
  stop.abort();
  return { redactor, resolved: answers.flat() };
}

async function call(source: () => unknown): Promise<unknown> {
  try {
    return await source();
  } catch {
    return undefined;
  }
}
