// How much a model is shown over an act: ten actions on a real page through the built-in model loop, beside ten whole screens of it, in characters.
import { modelExecutor } from '../../e2e/src/agent/model/executor.ts';
import { memoryStore } from '../../e2e/src/testing/index.ts';
import { type ModelAnswer, type ModelRequest, startModelServer } from '../../e2e/src/testing/model-server.ts';
import { openAttempt } from '../harness/attempt.ts';
import { idOf, toldTo } from '../harness/model.ts';
import { withPromptPages } from './prompt.ts';

/** The largest share of ten whole screens. Source: issue "The agent", done when. */
export const MOST_ACT_SHARE = 0.4;

const ACTIONS = 10;

/** One act, measured. */
export interface MeasuredAct {
  readonly name: string;
  /** All that the model was shown of the screen, from the first to the last of its calls. */
  readonly shownChars: number;
  /** The first screen as often as there were actions. */
  readonly wholeChars: number;
}

type Move = (request: ModelRequest, index: number) => ModelAnswer;

const FIELDS = ['Full name', 'Street', 'City', 'Postal code', 'Phone', 'Note'] as const;

const typed = (request: ModelRequest, field: string, text: string): ModelAnswer => ({
  tool: 'type',
  input: { target: idOf(request, 'textbox', field), text },
});

/** What is done on each page: by index, ten times. */
const MOVES: Readonly<Record<string, Move>> = {
  form: (request, index) => typed(request, FIELDS[index % FIELDS.length] ?? '', `text ${index}`),
  mail: (request, index) => ({
    tool: 'check',
    input: { target: nthOf(request, 'checkbox', index), checked: true },
  }),
  'table-50': (request, index) => ({
    tool: 'type',
    input: { target: idOf(request, 'searchbox', 'Search'), text: `person ${index}` },
  }),
};

/** The id of the n-th control of a role, from 0, on the first screen that the model was shown. */
function nthOf(request: ModelRequest, role: string, index: number): string {
  const found = [...toldTo(request).matchAll(new RegExp(`(?:^|\\s)(\\d+) ${role}\\b`, 'gmu'))][index]?.[1];
  if (found === undefined) throw new Error(`the model was shown no ${role} number ${index + 1}`);
  return found;
}

/** Ten actions on each of the pages, in a real browser. */
export async function measureActs(): Promise<readonly MeasuredAct[]> {
  return await withPromptPages(async (session, appUrl) => {
    const measured: MeasuredAct[] = [];
    for (const [name, move] of Object.entries(MOVES)) {
      await session.open(`/${name}`);
      const server = await startModelServer((request, index) =>
        index < ACTIONS
          ? move(request, index)
          : { tool: 'fail', input: { reason: 'that was all', cause: 'cannot-be-done' } },
      );
      const attempt = openAttempt({
        project: 'bench',
        file: 'prompt.e2e.ts',
        title: name,
        rootDir: process.cwd(),
        appUrl,
        session,
        store: memoryStore(),
        hasFailed: () => false,
      });
      const executor = modelExecutor({ model: { baseURL: server.baseURL, model: 'scripted' } });
      const ended = await attempt
        .agent({ name: 'default', executor })
        .act('fill it in', { maxSteps: 2 * ACTIONS, cache: 'off' })
        .then(
          () => 'done',
          (thrown: unknown) => String(thrown),
        );
      if (!ended.includes('that was all')) throw new Error(`the act on ${name} ended otherwise: ${ended}`);
      measured.push({ name, ...shownIn(server.requests.at(-1)) });
      await server.close();
    }
    return measured;
  });
}

function shownIn(last: ModelRequest | undefined): Omit<MeasuredAct, 'name'> {
  const told = last === undefined ? '' : toldTo(last);
  const shown = [...told.matchAll(/<(screen|change|screen-part)>[\s\S]*?<\/\1>/gu)].map(([text]) => text);
  const [first = ''] = shown;
  return {
    shownChars: shown.reduce((sum, text) => sum + text.length, 0),
    wholeChars: ACTIONS * first.length,
  };
}

/** The measurements as lines of a table. */
export function actTable(measured: readonly MeasuredAct[]): readonly string[] {
  return [
    '| ten actions on | shown | ten screens | share |',
    '| --- | ---: | ---: | ---: |',
    ...measured.map(({ name, shownChars, wholeChars }) => {
      const share = `${((100 * shownChars) / wholeChars).toPrecision(2)} %`;
      return `| ${[name, shownChars, wholeChars, share].join(' | ')} |`;
    }),
  ];
}
