// What tests of project tools share: one step on the fake engine, whose executor calls a tool that adds users.
import { z } from 'zod';
import { parseEntry, type RecordedAction } from '../../cache/entry.ts';
import { type FakeApp, fakeApp, find, memoryStore, node, scripted } from '../../testing/index.ts';
import { readWrite, run } from '../attempt.fixture.ts';
import type { ActOptions, AttemptSetup, AttemptStep } from '../attempt.ts';
import type { ActStep, ToolCalled } from '../executor.ts';
import { defineTool, type ProjectTool, type ToolOptions } from './define.ts';

/** The app's state. */
export interface Users {
  users: string[];
  search: string;
}

/** A list of users that only a tool adds to, and a button that only shows something. */
export function app(): FakeApp<Users> {
  return fakeApp<Users>({
    start: '/cart',
    state: { users: [], search: '' },
    routes: {
      '/cart': (state) => [
        node('heading', 'Users'),
        node('textbox', 'Search', {
          value: state.search,
          onType: (s, _app, text) => {
            s.search = text;
          },
        }),
        ...state.users.map((user) => node<Users>('listitem', user)),
      ],
    },
  });
}

/** What the tool takes. */
export interface Input {
  readonly name: string;
  readonly token?: string | undefined;
}

/** The same as a schema. */
export const INPUT: z.ZodObject<{ name: z.ZodString; token: z.ZodOptional<z.ZodString> }> = z.object({
  name: z.string().min(2),
  token: z.string().optional(),
});

/** One run of a step whose executor calls tools; what the tools were given, and what the executor was told. */
export interface Ran {
  readonly step: AttemptStep | undefined;
  readonly inputs: readonly unknown[];
  readonly told: readonly ToolCalled[];
  readonly asked: number;
  readonly handOff: ActStep['handOff'];
  readonly thrown: unknown;
}

export interface Scene {
  readonly tool?: Partial<ToolOptions<Input>>;
  readonly calls?: readonly unknown[];
  /** Typed into the search field after the calls. */
  readonly search?: (told: readonly ToolCalled[]) => string;
  readonly store?: ReturnType<typeof memoryStore>;
  readonly params?: ActOptions['params'];
  readonly maxSteps?: number;
  readonly tools?: readonly ProjectTool[];
  readonly goal?: string;
  readonly keepPicture?: AttemptSetup['keepPicture'];
}

/** Plays a scene once. */
export async function play(scene: Scene): Promise<Ran> {
  const inputs: unknown[] = [];
  const told: ToolCalled[] = [];
  let handOff: ActStep['handOff'];
  const goal = scene.goal ?? 'add users';
  const executor = scripted([
    [
      /./,
      async (step) => {
        handOff = step.handOff;
        for (const input of scene.calls ?? [{ name: 'Ann' }]) {
          told.push(await step.callTool('create_user', input));
        }
        if (scene.search !== undefined) {
          const target = find(await step.look(), { role: 'textbox', name: 'Search' }).id;
          await step.perform({ kind: 'type', target, text: scene.search(told) });
        }
        return undefined;
      },
    ],
  ]);
  const { steps, thrown } = await run({
    app: app(),
    executor,
    settings: readWrite(scene.store ?? memoryStore()),
    secrets: { token: 'hunter-22-secret' },
    ...(scene.keepPicture === undefined ? {} : { keepPicture: scene.keepPicture }),
    ...(scene.maxSteps === undefined ? {} : { maxSteps: scene.maxSteps }),
    tools: (handle) =>
      scene.tools ?? [
        defineTool({
          name: 'create_user',
          description: 'Creates a user.',
          input: INPUT,
          execute(input) {
            inputs.push(input);
            handle.update((state) => {
              state.users.push(input.name);
            });
            return { id: `USER-${inputs.length}204` };
          },
          replay: 'same-input',
          ...scene.tool,
        }),
      ],
    body: async (agent, attempt) => {
      await agent.act(goal, { params: scene.params ?? {} });
      attempt.verified();
    },
  });
  return { step: steps[0], inputs, told, asked: executor.calls.length, handOff, thrown };
}

/** The actions of the only recording. */
export function recorded(store: ReturnType<typeof memoryStore>): readonly RecordedAction[] {
  const [[key = '', text = ''] = []] = [...store.entries];
  const parsed = parseEntry(text, key);
  if (!parsed.ok) throw new Error(parsed.error);
  return parsed.value.actions;
}
