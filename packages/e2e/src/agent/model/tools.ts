// The tools a model acts with: one per kind of action, and the two that end a step. Arguments are checked here, before anything is done.
import { ACTION_KINDS, ACTION_TARGETS, type Action, type ActionKind } from '../../screen/action.ts';
import type { Screen } from '../../screen/node.ts';
import type { Verdict } from '../executor.ts';
import { parseInput, type Tool, type ToolCall } from './language.ts';

/** What a call asks for, or what is wrong with it. */
export type Wish =
  | { readonly kind: 'act'; readonly action: Action }
  | { readonly kind: 'end'; readonly verdict: Verdict }
  | { readonly kind: 'invalid'; readonly why: string };

type Field = readonly [schema: Readonly<Record<string, unknown>>, check: (value: unknown) => boolean];

const text = (description: string): Field => [
  { type: 'string', description },
  (value) => typeof value === 'string',
];
const yesNo = (description: string): Field => [
  { type: 'boolean', description },
  (value) => typeof value === 'boolean',
];
const whole = (description: string): Field => [
  { type: 'integer', minimum: 0, description },
  (value) => Number.isInteger(value) && Number(value) >= 0,
];
const number = (description: string): Field => [
  { type: 'number', description },
  (value) => typeof value === 'number' && Number.isFinite(value),
];
const direction: Field = [
  { type: 'string', enum: ['up', 'down', 'left', 'right'] },
  (value) => ['up', 'down', 'left', 'right'].includes(String(value)),
];
const texts = (description: string): Field => [
  { type: 'array', items: { type: 'string' }, description },
  (value) => Array.isArray(value) && value.length > 0 && value.every((item) => typeof item === 'string'),
];

interface Spec {
  readonly says: string;
  readonly fields?: Readonly<Record<string, Field>>;
  readonly optional?: Readonly<Record<string, Field>>;
}

/** Every kind with its fields beside the target; a new kind of action does not compile until it stands here. */
const SPECS: Readonly<Record<ActionKind, Spec>> = {
  tap: { says: 'Click or tap a control.' },
  doubleTap: { says: 'Double-click a control.' },
  longPress: { says: 'Press a control and hold it.' },
  secondaryTap: { says: 'Right-click a control.' },
  hover: { says: 'Point at a control.' },
  type: {
    says: "Replace a field's whole content; an empty text clears it.",
    fields: { text: text('The new content.') },
  },
  typeSecret: {
    says: 'Fill a field with a secret that the goal names as <secret:name>.',
    fields: { name: text('The name, without <secret:>.') },
  },
  press: {
    says: 'Press a key, such as Enter or Control+A, in a control or where the focus is.',
    fields: { key: text('The key.') },
  },
  select: { says: 'Choose an option of a native select.', fields: { option: text("The option's label.") } },
  check: { says: 'Turn a checkbox, switch or radio on or off.', fields: { checked: yesNo('true for on.') } },
  upload: { says: 'Give files to a file field.', fields: { paths: texts('Paths that the goal names.') } },
  drag: { says: 'Drag a control onto another.', fields: { to: text('Id of the node to drop on.') } },
  scroll: { says: 'Scroll the page, or a part of it.', fields: { direction } },
  scrollUntil: { says: 'Scroll until a text shows.', fields: { text: text('The text.'), direction } },
  navigate: { says: 'Go to an address.', fields: { url: text('Path or URL.') } },
  back: { says: 'Go back in history.' },
  forward: { says: 'Go forward in history.' },
  tapAt: {
    says: 'Click a point of the viewport; only where no node stands for it.',
    fields: { x: number('CSS pixels.'), y: number('CSS pixels.') },
  },
  hoverAt: {
    says: 'Point at a point of the viewport.',
    fields: { x: number('CSS pixels.'), y: number('CSS pixels.') },
  },
  dialog: {
    says: 'Answer the open native dialog.',
    fields: { accept: yesNo('false dismisses.') },
    optional: { text: text('Answer of a prompt.') },
  },
  page: { says: 'Go on in another tab.', fields: { index: whole('Index of the tab, from 0.') } },
};

const TARGET: Field = text('Id of a node, as it stands in [brackets] on the latest screen.');

function fieldsOf(kind: ActionKind): {
  readonly needed: Readonly<Record<string, Field>>;
  readonly optional: Readonly<Record<string, Field>>;
} {
  const target = ACTION_TARGETS[kind];
  const spec = SPECS[kind];
  return {
    needed: { ...(target === 'required' ? { target: TARGET } : {}), ...spec.fields },
    optional: { ...(target === 'optional' ? { target: TARGET } : {}), ...spec.optional },
  };
}

/** The tools of an act. */
export const ACT_TOOLS: readonly Tool[] = [
  ...ACTION_KINDS.map((kind): Tool => {
    const { needed, optional } = fieldsOf(kind);
    return tool(kind, SPECS[kind].says, { ...needed, ...optional }, Object.keys(needed));
  }),
  tool(
    'done',
    'The goal is reached, and the latest screen shows it.',
    { summary: text('What was done, in one sentence.') },
    ['summary'],
  ),
  tool(
    'fail',
    'The goal cannot be reached, or the app answered with an error.',
    { reason: text('Why, in one sentence.') },
    ['reason'],
  ),
];

function tool(
  name: string,
  description: string,
  fields: Readonly<Record<string, Field>>,
  required: readonly string[],
): Tool {
  const properties = Object.fromEntries(Object.entries(fields).map(([key, [schema]]) => [key, schema]));
  return {
    name,
    description,
    inputSchema: { type: 'object', properties, required, additionalProperties: false },
  };
}

/** Reads a call. `secrets` are the names that the goal itself has: a page's text can ask for no other. */
export function readCall(call: ToolCall, screen: Screen, secrets: ReadonlySet<string>): Wish {
  const input = parseInput(call.input);
  if (input === undefined) return invalid(`the arguments of ${call.name} are no JSON object`);
  if (call.name === 'done' || call.name === 'fail') return readEnd(call.name, input);
  const kind = ACTION_KINDS.find((known) => known === call.name);
  if (kind === undefined)
    return invalid(
      `there is no tool ${JSON.stringify(call.name)}; use one of ${ACT_TOOLS.map(({ name }) => name).join(', ')}`,
    );
  const { needed, optional } = fieldsOf(kind);
  const bad = [
    ...Object.entries(needed),
    ...Object.entries(optional).filter(([name]) => input[name] !== undefined),
  ].find(([name, [, check]]) => !check(input[name]));
  if (bad !== undefined)
    return invalid(
      `${kind} needs ${bad[0]} (${JSON.stringify(bad[1][0])}), not ${JSON.stringify(input[bad[0]]) ?? 'nothing'}`,
    );
  const known = Object.keys({ ...needed, ...optional }).filter((name) => input[name] !== undefined);
  // Every field of the kind has just been checked against its own type.
  const action = {
    kind,
    ...Object.fromEntries(known.map((name) => [name, input[name]])),
  } as unknown as Action;
  return check(action, input, screen, secrets);
}

function check(
  action: Action,
  input: Readonly<Record<string, unknown>>,
  screen: Screen,
  secrets: ReadonlySet<string>,
): Wish {
  const ids = new Set<string>(screen.nodes.map((node) => node.id));
  const stranger = [input.target, action.kind === 'drag' ? action.to : undefined].find(
    (id) => typeof id === 'string' && !ids.has(id),
  );
  if (stranger !== undefined) return invalid(`no node [${String(stranger)}] is on the latest screen`);
  if (action.kind === 'typeSecret' && !secrets.has(action.name))
    return invalid(`the goal names no secret ${JSON.stringify(action.name)}`);
  return { kind: 'act', action };
}

function readEnd(name: 'done' | 'fail', input: Readonly<Record<string, unknown>>): Wish {
  const said = name === 'done' ? input.summary : input.reason;
  if (typeof said !== 'string' || said.trim() === '')
    return invalid(`${name} needs a ${name === 'done' ? 'summary' : 'reason'}`);
  const verdict: Verdict =
    name === 'done'
      ? { status: 'passed', summary: said }
      : { status: 'failed', code: 'ACTION_FAILED', summary: said };
  return { kind: 'end', verdict };
}

function invalid(why: string): Wish {
  return { kind: 'invalid', why };
}
