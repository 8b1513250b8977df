// `npm run realapps [app or app/goal …]`: installs, starts, records, replays and stops each application, and prints a table. The exit code
// is 1 when an outcome is not as it must be.
import { messageOf } from '../../e2e/src/base/error.ts';
import { wordsThatFit } from '../harness/words.ts';
import { APPS } from './apps.ts';
import { launchDriver } from './driver.ts';
import { isRight, judge, type Outcome, sayOutcome, type Verdict } from './judge.ts';
import { NotHere } from './place.ts';

const VERDICTS: readonly Verdict[] = ['replayed', 'handed off', 'missed', 'wrong', 'broken'];

const isWanted = wordsThatFit(
  process.argv.slice(2),
  APPS.flatMap((app) => app.goals.map(({ id }) => `${app.name}/${id}`)),
  (name, word) => name.startsWith(word),
);
const outcomes: Outcome[] = [];
const absent: string[] = [];
const driver = await launchDriver();
process.once('SIGINT', () => process.exit(130));
process.once('SIGTERM', () => process.exit(143));
const startedAt = performance.now();
for (const app of APPS) {
  const goals = app.goals.filter(({ id }) => isWanted(`${app.name}/${id}`));
  if (goals.length === 0) continue;
  console.log(`\n${app.name} ${app.versions.join(', then ')}: ${app.hard}`);
  try {
    await driver.run(app, (goal) => goals.includes(goal), show);
  } catch (thrown) {
    absent.push(`${app.name}: ${messageOf(thrown)}`);
    console.log(`  ${thrown instanceof NotHere ? 'not run' : 'failed'}: ${messageOf(thrown)}`);
    if (!(thrown instanceof NotHere)) process.exitCode = 1;
  }
}
await driver.close();
printTable();

function show(outcome: Outcome): void {
  outcomes.push(outcome);
  const { goal, round, durationMs } = outcome;
  const where =
    round.kind === 'record' ? 'record' : round.kind === 'replay' ? `replay ${round.turn}` : round.version;
  console.log(
    `  ${isRight(outcome) ? 'ok  ' : 'FAIL'}  ${goal.id.padEnd(16)}${where.padEnd(12)}${`${durationMs} ms`.padStart(9)}  ${sayOutcome(outcome)}`,
  );
}

function printTable(): void {
  console.log('\n| application | goal | recorded | replay 1 | replay 2 | older releases |');
  console.log('| --- | --- | --- | --- | --- | --- |');
  for (const app of APPS) {
    for (const goal of app.goals) {
      const own = outcomes.filter((outcome) => outcome.app === app && outcome.goal === goal);
      if (own.length === 0) continue;
      const at = (kind: string, turn: number): string => {
        const found = own.find(({ round }) => round.kind === kind && round.turn === turn);
        return found === undefined ? '–' : brief(found);
      };
      const older = own.filter(({ round }) => round.kind === 'older');
      const olderSaid = older.map((outcome) => `${outcome.round.version}: ${brief(outcome)}`).join(', ');
      console.log(
        `| ${app.name} ${app.versions[0]} | ${goal.id} | ${at('record', 1)} | ${at('replay', 1)} | ${at('replay', 2)} | ${olderSaid || '–'} |`,
      );
    }
  }
  const replays = outcomes.filter(({ round }) => round.kind === 'replay');
  const older = outcomes.filter(({ round }) => round.kind === 'older');
  console.log(`\nsame release:   ${counts(replays)}`);
  console.log(`older releases: ${counts(older)}`);
  for (const line of absent) console.log(`not run: ${line}`);
  console.log(`${Math.round((performance.now() - startedAt) / 1000)} s`);
  if (!outcomes.every(isRight)) process.exitCode = 1;
}

function brief(outcome: Outcome): string {
  const verdict = judge(outcome);
  const { reason, write, notRecorded } = outcome.cache ?? {};
  if (verdict === 'handed off' || verdict === 'missed') return `${verdict} (${reason})`;
  return verdict === 'not recorded' ? `${verdict} (${notRecorded ?? write})` : verdict;
}

function counts(some: readonly Outcome[]): string {
  return VERDICTS.map((verdict) => `${some.filter((one) => judge(one) === verdict).length} ${verdict}`).join(
    ' · ',
  );
}
