// A step as an executor may see it. Whoever may hand it to a model reads a registered secret by its name, wherever the value came from: the
// goal, the context, a page that shows it, an error that repeats it. It decides nothing about what is done to the app.
import type { Redactor } from '../base/redact.ts';
import type { Screen, ScreenNode } from '../screen/node.ts';
import type { ActStep, Executor, JudgeStep, Performed, ToolCalled } from './executor.ts';

/** An act as that executor may see it; as it is for one that asks no model. */
export function hideFromActor(step: ActStep, executor: Executor, redactor: Redactor): ActStep {
  if (executor.callsNoModel === true) return step;
  return {
    ...step,
    ...redactor.deep({ instruction: step.instruction, params: step.params, context: step.context }),
    ...(step.handOff === undefined ? {} : { handOff: redactor.deep(step.handOff) }),
    screen: hideOnScreen(step.screen, redactor),
    look: async () => hideOnScreen(await step.look(), redactor),
    perform: async (action) => hideInOutcome(await step.perform(action), redactor),
    tools: redactor.deep(step.tools),
    callTool: async (name, input) => hideInOutcome(await step.callTool(name, input), redactor),
  };
}

/** A judgment as that executor may see it; as it is for one that asks no model. */
export function hideFromJudge(step: JudgeStep, executor: Executor, redactor: Redactor): JudgeStep {
  if (executor.callsNoModel === true) return step;
  return {
    ...step,
    ...redactor.deep({ statement: step.statement, context: step.context }),
    ...(step.schema === undefined ? {} : { schema: redactor.deep(step.schema) }),
    screen: hideOnScreen(step.screen, redactor),
  };
}

function hideInOutcome<Done extends Performed | ToolCalled>(done: Done, redactor: Redactor): Done {
  const screen = hideOnScreen(done.screen, redactor);
  return done.ok ? { ...done, screen } : { ...done, message: redactor.text(done.message), screen };
}

function hideOnScreen(screen: Screen, redactor: Redactor): Screen {
  // Asked for each screen: a value is known from the moment at which it is first fetched, which may be in the middle of the step.
  if (!redactor.knowsAny()) return screen;
  // One search through all of it: a screen of ten thousand elements rarely shows any, and is looked at after every action.
  const testIds = screen.nodes.flatMap(({ testId }) => testId ?? []);
  if (!redactor.holds([screen.text, ...testIds].join('\n'))) return screen;
  return {
    location: redactor.text(screen.location),
    title: redactor.text(screen.title),
    nodes: screen.nodes.map((node) => hideInNode(node, redactor)),
    text: redactor.text(screen.text),
  };
}

/** Words of the app only: an id or a role that reads like a secret is none. */
function hideInNode(node: ScreenNode, redactor: Redactor): ScreenNode {
  const { name, text, value, testId, placeholder } = node;
  const words = { name, text, value, testId, placeholder };
  const given = Object.entries(words).flatMap(([key, word]) =>
    word === undefined ? [] : [[key, redactor.text(word)] as const],
  );
  return { ...node, ...Object.fromEntries(given) };
}
