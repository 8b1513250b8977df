// `test`, `describe` and the hooks: puts our options beside the test and hands the rest to the runner underneath. Decides which tests a
// call makes (one per agent), never how one is run.
import { E2EError } from '../base/error.ts';
import { nearest } from '../base/nearest.ts';
import { checkFixtures, checkNoFixtures, FIXTURES } from './fixtures.ts';
import { type Host, host } from './host.ts';
import type {
  DescribeFunction,
  Fixtures,
  Register,
  RegisterEach,
  RegisterGroup,
  TestBody,
  TestFunction,
  TestOptions,
} from './options.ts';
import { caseTitle } from './title.ts';

type VitestTest = Host['test'];
type Mode = 'run' | 'only' | 'skip';
type Handler = (...args: never[]) => unknown;

/** What a test carries for the runner, under `task.meta.e2e`. */
export interface TestMeta {
  /** `undefined`: the config's default agent. */
  readonly agent?: string;
  readonly agentContext?: string;
  readonly cache?: 'off';
  readonly tags?: readonly string[];
  /** Milliseconds; `undefined`: the config's. */
  readonly timeout?: number;
}

// The options of the groups around the call, outermost first; groups are collected one after another.
let groupOptions: readonly TestOptions[] = [];

/** Options of a call, over those of the groups around it; tags add up. */
function merged(options: TestOptions): TestOptions {
  const all = [...groupOptions, options];
  const tags = all.flatMap((item) => item.tags ?? []);
  return Object.assign({}, ...all, tags.length > 0 ? { tags: [...new Set(tags)] } : {});
}

function metaOf(options: TestOptions, agent: string | undefined): TestMeta {
  return {
    ...(agent === undefined ? {} : { agent }),
    ...(options.agentContext === undefined ? {} : { agentContext: options.agentContext }),
    ...(options.cache === undefined ? {} : { cache: options.cache }),
    ...(options.tags === undefined ? {} : { tags: options.tags }),
    ...(options.timeout === undefined ? {} : { timeout: options.timeout }),
  };
}

const OPTION_KEYS = ['retries', 'timeout', 'tags', 'agent', 'agentContext', 'cache'] as const;

/** What a test has is at run time whatever JavaScript gave; a test without a title would be left out in silence. */
function checkTitle(title: unknown): void {
  if (typeof title === 'string' && title.trim() !== '') return;
  throw new E2EError(
    'INVALID_CONFIG',
    `A test or describe has no title: its first argument is ${typeof title === 'string' ? 'an empty text' : `a ${typeof title}`}. Write test('what the user does', async ({ app, agent }) => { … }).`,
  );
}

function checkOptions(title: string, options: TestOptions, agents: readonly string[]): void {
  checkTitle(title);
  for (const key of Object.keys(options)) {
    if ((OPTION_KEYS as readonly string[]).includes(key)) continue;
    const near = nearest(key, OPTION_KEYS);
    throw new E2EError(
      'INVALID_CONFIG',
      `Test "${title}": unknown option "${key}"${near === undefined ? '' : `; did you mean "${near}"?`} Known: ${OPTION_KEYS.join(', ')}.`,
    );
  }
  for (const name of [options.agent ?? []].flat()) {
    if (agents.includes(name)) continue;
    const near = nearest(name, agents);
    throw new E2EError(
      'INVALID_CONFIG',
      `Test "${title}": the config has no agent "${name}"${near === undefined ? '' : `; did you mean "${near}"?`} It has: ${agents.join(', ')}.`,
    );
  }
}

/** Registers one runner test per agent. */
function register(
  base: VitestTest,
  mode: Mode,
  title: string,
  options: TestOptions,
  add: (test: VitestTest, title: string, options: object) => void,
): void {
  const { agents, retries } = host('test()');
  checkOptions(title, options, agents);
  const all = merged(options);
  const names = all.agent === undefined ? [undefined] : [all.agent].flat();
  const chosen = (mode === 'run' ? base : base[mode]) as VitestTest;
  for (const agent of names) {
    add(chosen, title, {
      // The runner adds the condition under which a failed attempt may be tried again.
      retry: { count: all.retries ?? retries },
      meta: { e2e: metaOf(all, agent) },
    });
  }
}

function split<Body>(optionsOrBody: TestOptions | Body, body: Body | undefined): [TestOptions, Body] {
  return typeof optionsOrBody === 'function' || body === undefined
    ? [{}, optionsOrBody as Body]
    : [optionsOrBody as TestOptions, body];
}

function registerer<Context>(
  base: () => VitestTest,
  mode: Mode,
  names: readonly string[],
): Register<Context> {
  return (
    title: string,
    optionsOrBody: TestOptions | TestBody<Context>,
    maybeBody?: TestBody<Context>,
  ): void => {
    const [options, body] = split(optionsOrBody, maybeBody);
    checkFixtures(`Test "${title}"`, body, names);
    register(base(), mode, title, options, (test, name, own) => test(name, own, body as never));
  };
}

/**
 * A body for one case: the case's values, then the fixtures. The runner reads which fixtures a function wants from its source, so the
 * wrapper shows a source that names those the body mentions.
 */
function caseBody(body: Handler, values: readonly unknown[], names: readonly string[]): Handler {
  const source = String(body);
  const wanted = names.filter((name) => new RegExp(`\\b${name}\\b`).test(source));
  const wrapper = (context: unknown): unknown =>
    (body as (...args: unknown[]) => unknown)(...values, context);
  wrapper.toString = (): string => `async ({ ${wanted.join(', ')} }) => {}`;
  return wrapper as Handler;
}

function makeEach<Context>(base: () => VitestTest, names: readonly string[]): TestFunction<Context>['each'] {
  return <const Case>(cases: readonly Case[]): RegisterEach<Case, Context> =>
    (title: string, optionsOrBody: TestOptions | Handler, maybeBody?: Handler): void => {
      const [options, body] = split<Handler>(optionsOrBody, maybeBody);
      // A loop, not forEach: the line of the call is found within the ten innermost stack frames.
      for (const [index, item] of cases.entries()) {
        const values = Array.isArray(item) ? item : [item];
        checkFixtures(`Test "${title}"`, body, names, values.length);
        const wrapper = caseBody(body, values, names);
        register(base(), 'run', caseTitle(title, values, index), options, (test, name, own) =>
          test(name, own, wrapper as never),
        );
      }
    };
}

function makeTest<Context>(base: () => VitestTest, names: readonly string[]): TestFunction<Context> {
  return Object.assign(registerer<Context>(base, 'run', names), {
    only: registerer<Context>(base, 'only', names),
    skip: registerer<Context>(base, 'skip', names),
    todo: (title: string): void => base().todo(title),
    each: makeEach<Context>(base, names),
    extend: <Extra extends object>(fixtures: object): TestFunction<Context & Readonly<Extra>> => {
      const extended = base().extend(fixtures as never) as unknown as VitestTest;
      for (const name of Object.keys(fixtures)) OWN_NAMES.add(name);
      return makeTest(() => extended, [...new Set([...names, ...Object.keys(fixtures)])]);
    },
    beforeEach,
    afterEach,
  }) as TestFunction<Context>;
}

/** Fixtures that any `test.extend` of this process made: a hook is given those of the test that it runs for. */
const OWN_NAMES = new Set<string>();

/** Declares a test. */
export const test: TestFunction<Fixtures> = makeTest(() => host('test()').test, FIXTURES);

/** Runs a group's body with its options in force. */
function grouped(options: TestOptions, body: () => unknown): () => unknown {
  return async () => {
    const outer = groupOptions;
    groupOptions = [...outer, options];
    try {
      await body();
    } finally {
      groupOptions = outer;
    }
  };
}

function groupRegisterer(mode: Mode): RegisterGroup {
  return (title: string, optionsOrBody: TestOptions | (() => unknown), maybeBody?: () => unknown): void => {
    const { describe: base, agents } = host('describe()');
    const [options, body] = split(optionsOrBody, maybeBody);
    checkOptions(title, options, agents);
    (mode === 'run' ? base : base[mode])(title, grouped(options, body) as never);
  };
}

/** Groups tests under a title. */
export const describe: DescribeFunction = Object.assign(groupRegisterer('run'), {
  only: groupRegisterer('only'),
  skip: groupRegisterer('skip'),
  todo: (title: string): void => {
    host('describe()').describe.todo(title);
  },
  each:
    <const Case>(cases: readonly Case[]) =>
    (title: string, body: Handler): void => {
      for (const [index, item] of cases.entries()) {
        const values: readonly unknown[] = Array.isArray(item) ? item : [item];
        groupRegisterer('run')(caseTitle(title, values, index), () =>
          (body as (...args: unknown[]) => unknown)(...values),
        );
      }
    },
}) as DescribeFunction;

/** Runs before each test of the group, in the test's own attempt. */
export function beforeEach(hook: TestBody<Fixtures>, timeout?: number): void {
  checkFixtures('beforeEach()', hook, [...OWN_NAMES]);
  host('beforeEach()').beforeEach(hook as never, timeout);
}

/** Runs after each test of the group, still in the test's own attempt. */
export function afterEach(hook: TestBody<Fixtures>, timeout?: number): void {
  checkFixtures('afterEach()', hook, [...OWN_NAMES]);
  host('afterEach()').afterEach(hook as never, timeout);
}

/** Runs once before the group's tests; it has no fixtures. */
export function beforeAll(hook: () => unknown, timeout?: number): void {
  checkNoFixtures('beforeAll', hook);
  host('beforeAll()').beforeAll(hook, timeout);
}

/** Runs once after the group's tests; it has no fixtures. */
export function afterAll(hook: () => unknown, timeout?: number): void {
  checkNoFixtures('afterAll', hook);
  host('afterAll()').afterAll(hook, timeout);
}
