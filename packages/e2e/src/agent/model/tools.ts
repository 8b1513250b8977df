// The tools a model acts with: one per kind of action, those that look closer, and the two that end a step.
import type { ErrorCode } from '../../base/error.ts';
import { ACTION_KINDS, type ActionKind } from '../../screen/action.ts';
import type { ToolInfo, Verdict } from '../executor.ts';
import type { Seeing } from './eyes.ts';
import { fieldsOf, id, SPECS, text, whole } from './fields.ts';
import type { Tool } from './language.ts';

/** Actions on a bare point: for a model that sees lines and a picture; one that sees the picture alone aims all of its actions so. */
const AT_POINT: ReadonlySet<ActionKind> = new Set(['tapAt', 'hoverAt']);

/** Looking closer, for acts and judgments. */
export const LOOK_TOOLS: readonly Tool[] = [
  tool(
    'unfold',
    'Shows the lines inside a line; where the screen says "not shown", the call to make.',
    { id: id('Id of the line; 0 for the top.')[0], from: whole('First line inside to show. Default: 0.')[0] },
    ['id'],
  ),
  tool(
    'find',
    'Searches the whole screen, folded parts too, for lines that have all of the words.',
    {
      text: text('Words in a name, text, value or placeholder.')[0],
      role: text('Only this role, such as button.')[0],
    },
    ['text'],
  ),
];

/** The longest that `wait` may wait, in s. Chosen. */
export const MOST_WAIT_S: number = 10;

/** Why a model gives up, and the code that it stands for. Source: framework spec §8. */
export const CAUSES: Readonly<Record<string, readonly [Verdict['status'], ErrorCode]>> = {
  app: ['failed', 'ACTION_FAILED'],
  'not-found': ['failed', 'LOCATOR_NOT_FOUND'],
  ambiguous: ['failed', 'LOCATOR_AMBIGUOUS'],
  'missing-data': ['blocked', 'SEED_DATA_MISSING'],
  'sign-in-refused': ['blocked', 'AUTH_CREDENTIAL_INVALID'],
  'system-down': ['blocked', 'ENVIRONMENT_UNAVAILABLE'],
  'cannot-be-done': ['blocked', 'AUTOMATION_UNSUPPORTED'],
};

const endTools = (seeing: Seeing): readonly Tool[] => [
  tool(
    'done',
    'The goal is reached, and the latest screen shows it. Alone in its turn.',
    {
      summary: text('What was done, in one sentence.')[0],
      seen: text('Words that stand on the latest screen and show it, exactly as they stand there.')[0],
    },
    seeing === 'text' ? ['summary', 'seen'] : ['summary'],
  ),
  tool(
    'fail',
    'The goal cannot be reached, or the app answered with an error.',
    {
      reason: text('Why, in one sentence, with what the screen says.')[0],
      cause: {
        type: 'string',
        enum: Object.keys(CAUSES),
        description:
          'app: it answers with an error or does not react. not-found: no such control. ambiguous: several fit. missing-data: what the goal names is not there. Default: app.',
      },
    },
    ['reason'],
  ),
];

/**
 * The tools of an act, always in the same order: they are the first part of every prompt. Those of the project come last, so that agents with
 * others have the rest in common.
 * @param can what the engine can do.
 */
export function actTools(
  can: ReadonlySet<ActionKind> = new Set(ACTION_KINDS),
  own: readonly ToolInfo[] = [],
  seeing: Seeing = 'text',
): readonly Tool[] {
  const kinds = ACTION_KINDS.filter((kind) => can.has(kind) && (seeing === 'both' || !AT_POINT.has(kind)));
  const acting = kinds.map((kind): Tool => {
    const { needed, optional } = fieldsOf(kind, seeing);
    const fields = Object.entries({ ...needed, ...optional }).map(
      ([name, [schema]]) => [name, schema] as const,
    );
    return tool(kind, SPECS[kind].says, Object.fromEntries(fields), Object.keys(needed));
  });
  const waiting = tool(
    'wait',
    'Waits until the screen changes; for an app that is still working.',
    { seconds: { type: 'integer', minimum: 1, maximum: MOST_WAIT_S, description: 'The longest to wait.' } },
    ['seconds'],
  );
  return [...acting, ...(seeing === 'picture' ? [] : LOOK_TOOLS), waiting, ...endTools(seeing), ...own];
}

function tool(
  name: string,
  description: string,
  properties: Readonly<Record<string, unknown>>,
  required: readonly string[],
): Tool {
  return {
    name,
    description,
    inputSchema: { type: 'object', properties, required, additionalProperties: false },
  };
}
