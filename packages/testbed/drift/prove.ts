// `npm run drift:prove`: the load-bearing proof over the situations (all, or those whose id is an argument). Each is recorded, then replayed
// unchanged with one action left out at a time; what survives without an excuse makes the exit code 1.

import { sayAnchor } from '../../e2e/src/cache/postcondition.ts';
import { anchorsOf, isLoose, type Verdict } from '../../e2e/src/cache/proof.ts';
import { sayRecorded } from '../../e2e/src/cache/replay.ts';
import { wordsThatFit } from '../harness/words.ts';
import { launchDriver } from './driver.ts';
import { limitTo } from './lanes.ts';
import type { ProvenStep } from './proving.ts';
import type { Situation } from './situation.ts';
import { SITUATIONS } from './situations.ts';
import { RACING_AT_ONCE } from './suite.ts';

/** Sessions at once. Chosen: a replay that lacks an action mostly waits, and a busy machine must not make it stop for another reason. */
const AT_ONCE = 4;

interface Finding {
  readonly line: string;
  /** Something survived that nothing excuses and no check noticed. */
  readonly loose: boolean;
}

const isWanted = wordsThatFit(
  process.argv.slice(2),
  SITUATIONS.map(({ id }) => id),
  (id, word) => id === word,
);
const situations = SITUATIONS.filter(({ id }) => isWanted(id));
const driver = await launchDriver();
const startedAt = performance.now();
const found: Finding[] = [];
const totals = { recordings: 0, actions: 0, noticed: 0, anchors: 0 };
const prove = async (situation: Situation): Promise<void> => {
  const own = await findingsOf(situation);
  found.push(...own);
  for (const { line } of own.length === 0 ? [{ line: `${'holds'.padEnd(13)}${situation.id}` }] : own)
    console.log(line);
};
const lanes = limitTo({ all: AT_ONCE }, RACING_AT_ONCE);
await Promise.all(
  situations.map((one) => (one.races ? lanes.race(() => prove(one)) : lanes.run('all', () => prove(one)))),
);
await driver.close();
const loose = found.filter((finding) => finding.loose).length;
console.log(
  `\n${situations.length} situations, ${totals.recordings} recordings in ${Math.round((performance.now() - startedAt) / 1000)} s: ${totals.noticed} of ${totals.actions} actions noticed when left out, ${totals.anchors} anchors; ${loose} survived unexcused`,
);
process.exitCode = loose > 0 ? 1 : 0;

async function findingsOf(situation: Situation): Promise<readonly Finding[]> {
  try {
    const steps = await driver.prove(situation);
    return steps.flatMap((step) => findings(situation.id, step));
  } catch (thrown) {
    const why = thrown instanceof Error ? thrown.message : String(thrown);
    return [{ line: `fault        ${situation.id}  ${why}`, loose: true }];
  }
}

function findings(id: string, { entry, proof }: ProvenStep): readonly Finding[] {
  if (proof === undefined) return [{ line: `not proven   ${id}  it is not replayed whole`, loose: false }];
  totals.recordings += 1;
  totals.actions += proof.actions.length;
  totals.anchors += proof.anchors.length;
  totals.noticed += proof.actions.filter(({ kind }) => kind === 'noticed').length;
  const actions = proof.actions.flatMap((verdict, index): readonly Finding[] => {
    if (verdict.kind === 'noticed') return [];
    const recorded = entry.actions[index];
    const said = recorded === undefined ? '' : sayRecorded(recorded);
    const place = `${id} action ${index + 1}`;
    return [survivor(place, `of ${entry.actions.length}, ${said}: ${say(verdict)}`, isLoose(verdict))];
  });
  const idle = proof.anchors.flatMap((role, index): readonly Finding[] => {
    const anchor = anchorsOf(entry)[index];
    if (role !== 'idle' || anchor === undefined) return [];
    return [survivor(`${id} anchor ${index + 1}`, sayAnchor(anchor), true)];
  });
  return [...actions, ...idle];
}

function survivor(place: string, what: string, loose: boolean): Finding {
  return { line: `${(loose ? 'SURVIVED' : 'excused').padEnd(13)}${place} ${what}`, loose };
}

function say(verdict: Verdict): string {
  switch (verdict.kind) {
    case 'noticed':
      return verdict.detail;
    case 'undecided':
      return `undecided: ${verdict.why}`;
    case 'survived':
      return [
        verdict.excuse ?? 'its effect shows without it',
        ...(verdict.guard === undefined ? [] : [`held to its ${verdict.guard} while it is done`]),
        ...(verdict.caughtBy === undefined ? [] : [`the check failed: ${verdict.caughtBy}`]),
      ].join('; ');
  }
}
