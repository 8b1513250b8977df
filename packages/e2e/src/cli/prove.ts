// What `e2e cache prove` does: runs the proof, prints what survived and what to do about it. The replays are driven in `runner/prove.ts`.
import { E2EError } from '../base/error.ts';
import { sayAnchor } from '../cache/postcondition.ts';
import { anchorsOf } from '../cache/proof.ts';
import { sayRecorded } from '../cache/replay.ts';
import { oneLine } from '../report/text.ts';
import { findConfig, loadConfig } from '../runner/config.ts';
import { INTERRUPTED } from '../runner/exit-code.ts';
import { parseFileArgument } from '../runner/files.ts';
import { type ProofResult, type ProvenRecording, proveRecordings } from '../runner/prove.ts';
import { grepPattern } from '../runner/select.ts';
import { type RunFlags, runSettings } from '../runner/settings.ts';
import { hasSurvivor, isTroubled, sayProof } from './proof.ts';
import { surroundings } from './run.ts';

/** Flags of `prove`. */
export interface ProveFlags extends RunFlags {
  readonly json?: boolean;
}

/**
 * `e2e cache prove`.
 * @returns 0 when nothing survived, 1 when something did, 2 when some recording could not be proven.
 * @throws E2EError what a run throws; NO_TESTS when no recording was replayed.
 */
export async function prove(files: readonly string[], flags: ProveFlags): Promise<number> {
  const { json, ...runFlags } = flags;
  const around = surroundings();
  if (flags.grep !== undefined) grepPattern(flags.grep);
  const args = files.map((file) => parseFileArgument(file, around.cwd));
  const loaded = await loadConfig(findConfig(around.cwd, flags.config));
  const settings = runSettings(loaded, runFlags, process.env, around.cwd);
  const result = await proveRecordings(settings, args, flags.grep, around, (pass, of, tests) => {
    const part = of === undefined ? '' : ` of ${of}`;
    const what = tests === undefined ? 'every recording whole' : `one action left out, in ${tests} tests`;
    process.stderr.write(`run ${pass}${part}: ${what}\n`);
  });
  if (result === undefined) return INTERRUPTED;
  if (result.proven.length === 0 && result.unproven.length === 0) {
    throw new E2EError(
      'NO_TESTS',
      'Nothing to prove: no chosen test replayed a recording. Record some first with `e2e run`.',
    );
  }
  process.stdout.write(json === true ? `${JSON.stringify(jsonOf(result), null, 2)}\n` : sayProof(result));
  if (isTroubled(result)) return 2;
  return result.proven.some(hasSurvivor) ? 1 : 0;
}

function jsonOf({ proven, unproven, runs, durationMs }: ProofResult): unknown {
  return {
    runs,
    durationMs,
    recordings: proven.map(recordingOf),
    unproven: unproven.map(({ test, why, trouble }) => ({ ...placeOf(test), why: oneLine(why), trouble })),
  };
}

function recordingOf(proven: ProvenRecording): unknown {
  const { test, key, entry, proof, completed } = proven;
  return {
    entry: key,
    ...placeOf(test),
    instruction: entry.step.instruction,
    occurrence: entry.step.occurrence,
    completed,
    survived: hasSurvivor(proven),
    actions: proof.actions.map((verdict, index) => {
      const recorded = entry.actions[index];
      return { action: recorded === undefined ? '' : oneLine(sayRecorded(recorded)), ...verdict };
    }),
    anchors: anchorsOf(entry).map((anchor, index) => ({
      anchor: oneLine(sayAnchor(anchor)),
      change: index < entry.end.appeared.length ? 'appeared' : 'gone',
      role: proof.anchors[index],
    })),
  };
}

function placeOf({ file, titlePath, target, agent }: ProvenRecording['test']): object {
  return { file, titlePath, target, agent };
}
