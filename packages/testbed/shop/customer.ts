// A model that knows the shop: it reads the goal and the screen of a request and answers by the script of that goal. It plays the actor
// and the judge of the whole suite, and remembers nothing between requests.
import type { ModelAnswer, ModelRequest } from '../../e2e/src/testing/model-server.ts';
import { toldTo } from '../harness/model.ts';
import { GOALS } from './goals.ts';
import { type Shown, shownIn } from './shown.ts';

/** Whether a request asks for a judgment; all others ask to act. */
export function isJudgment(request: ModelRequest): boolean {
  return request.tools.some((tool) => tool.function.name === 'verdict');
}

/** Answers one request. @throws Error for a goal that has no script, and for a control that the model was not shown. */
export function customer(request: ModelRequest): ModelAnswer {
  const told = toldTo(request);
  const shown = shownIn(request);
  if (isJudgment(request)) return judge(/^Statement: (.+)$/mu.exec(told)?.[1] ?? '', shown);
  const goal = /^Goal: (.+)$/mu.exec(told)?.[1] ?? '';
  const script = GOALS.find(({ form }) => form.test(goal));
  if (script === undefined) throw new Error(`there is no script for the goal ${JSON.stringify(goal)}`);
  const words = script.form.exec(goal)?.slice(1) ?? [];
  const turn = script.turns[request.messages.filter(({ role }) => role === 'assistant').length];
  if (turn !== undefined) return { calls: turn(shown, words) };
  return { tool: 'done', input: { summary: goal, seen: script.seen(words) } };
}

/** Judges a statement by its last quoted words. */
function judge(statement: string, shown: Shown): ModelAnswer {
  const words = statement
    .match(/"[^"]+"/gu)
    ?.at(-1)
    ?.slice(1, -1);
  if (words === undefined)
    throw new Error(`there is no script for the statement ${JSON.stringify(statement)}`);
  const holds = shown.says(words);
  return {
    tool: 'verdict',
    input: {
      status: holds ? 'holds' : 'fails',
      reason: `the screen ${holds ? 'has' : 'lacks'} it`,
      seen: holds ? [words] : [],
    },
  };
}
