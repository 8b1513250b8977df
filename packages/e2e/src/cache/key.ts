// Which entry is a step's: the facts that it belongs to, their digest, and the count of repeats within an attempt.
import { canonicalJson, type Json, sha256 } from '../base/digest.ts';

/** A recording's name: 64 hex digits. */
export type EntryKey = string & { readonly __brand: 'EntryKey' };

/**
 * Version of the rules by which controls and effects are found again. A change of it gives every entry a new key.
 * Source: spec R8, R10.
 */
export const MATCHING_VERSION = 3;

/** Everything that an entry belongs to. Source: spec R9. */
export interface StepIdentity {
  readonly project: string;
  readonly file: string;
  readonly titlePath: readonly string[];
  readonly target: string;
  readonly engine: string;
  readonly app: string;
  readonly agent: string;
  /** Digest of the agent's context and the test's; empty when there is none. Secrets in them count by name. */
  readonly agentContext: string;
  readonly instruction: string;
  /** Unique values as slots, secrets as names. */
  readonly params: Json;
  /** 1 for the first call with this instruction and params by this agent in the attempt. */
  readonly occurrence: number;
  readonly matching: number;
}

/** The instruction as it counts: line ends, Unicode form and outer white space aside. */
export function normaliseInstruction(text: string): string {
  return text.replaceAll('\r\n', '\n').normalize('NFC').trim();
}

/** The name of the entry that belongs to these facts. */
export function keyOf(identity: StepIdentity): EntryKey {
  return sha256(canonicalJson(identity as unknown as Json)) as EntryKey;
}

/** Counts the calls of one attempt. */
export interface Occurrences {
  /** The number of this call among its like, from 1. */
  claim(agent: string, instruction: string, params: Json): number;
}

/** A count that starts anew; one per attempt. */
export function createOccurrences(): Occurrences {
  const counts = new Map<string, number>();
  return {
    claim(agent, instruction, params) {
      const like = canonicalJson([agent, instruction, params]);
      const count = (counts.get(like) ?? 0) + 1;
      counts.set(like, count);
      return count;
    },
  };
}
