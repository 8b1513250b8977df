// The tools a model acts with: one per kind of action, those that look closer, and the two that end a step. Arguments are checked here,
// before anything is done.
import type { ErrorCode } from '../../base/error.ts';
import { secretsIn } from '../../cache/params.ts';
import { ACTION_KINDS, ACTION_TARGETS, type Action, type ActionKind } from '../../screen/action.ts';
import type { ToolInfo, Verdict } from '../executor.ts';
import type { Seeing } from './eyes.ts';
import { parseInput, type Tool, type ToolCall } from './language.ts';
import type { Sight } from './sight/sight.ts';

/** A call that only looks. */
export type Look =
  | { readonly tool: 'unfold'; readonly id: string; readonly from: number }
  | { readonly tool: 'find'; readonly text: string; readonly role?: string }
  | { readonly tool: 'wait'; readonly seconds: number };

/** What a call asks for, or what is wrong with it. */
export type Wish =
  | { readonly kind: 'act'; readonly action: Action }
  /** An action whose controls stand at points of the picture. */
  | { readonly kind: 'aim'; readonly action: ActionKind; readonly fields: Fields; readonly points: Points }
  | { readonly kind: 'look'; readonly look: Look }
  /** A tool of the project. */
  | { readonly kind: 'tool'; readonly name: string; readonly input: unknown }
  /** `seen`: what the model says the screen says. */
  | { readonly kind: 'end'; readonly verdict: Verdict; readonly seen?: string }
  | { readonly kind: 'invalid'; readonly why: string };

/** The fields of an action beside its targets; each has been checked against its own type. */
type Fields = Readonly<Record<string, unknown>>;

/** A point of the viewport, in CSS pixels. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Points in the place of an action's targets. */
type Points = Readonly<Partial<Record<'target' | 'to', Point>>>;

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

/** Models write the ids of lines as numbers, too. */
const id = (description: string): Field => [
  { type: 'string', description },
  (value) => typeof value === 'string' || Number.isInteger(value),
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
  drag: { says: 'Drag a control onto another.', fields: { to: id('Id of the line to drop on.') } },
  scroll: { says: 'Scroll the page, or a part of it.', fields: { direction } },
  scrollUntil: { says: 'Scroll until a text shows.', fields: { text: text('The text.'), direction } },
  navigate: { says: 'Go to an address.', fields: { url: text('Path or URL.') } },
  back: { says: 'Go back in history.' },
  forward: { says: 'Go forward in history.' },
  tapAt: {
    says: 'Click a point of the viewport; only where no line stands for it.',
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

const TARGET: Field = id('Id of the control: the number that begins its line, or stands before its role.');

/** Where a control is on the picture, for a model that is told no ids. */
const AT: Readonly<Record<string, Field>> = {
  x: number('Of the control: CSS pixels from the left of the picture.'),
  y: number('CSS pixels from its top.'),
};
const TO: Readonly<Record<string, Field>> = {
  toX: number('Where to drop: CSS pixels from the left.'),
  toY: number('CSS pixels from the top.'),
};

function fieldsOf(
  kind: ActionKind,
  seeing: Seeing,
): {
  readonly needed: Readonly<Record<string, Field>>;
  readonly optional: Readonly<Record<string, Field>>;
} {
  const target = ACTION_TARGETS[kind];
  const { fields = {}, optional = {} } = SPECS[kind];
  const aimed: Readonly<Record<string, Field>> = seeing === 'picture' ? AT : { target: TARGET };
  const { to, ...others } = fields;
  const dropped: Readonly<Record<string, Field>> = to === undefined ? {} : seeing === 'picture' ? TO : { to };
  return {
    needed: { ...(target === 'required' ? aimed : {}), ...others, ...dropped },
    optional: { ...(target === 'optional' ? aimed : {}), ...optional },
  };
}

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
const MOST_WAIT_S = 10;

/** Why a model gives up, and the code that it stands for. Source: framework spec §8. */
const CAUSES: Readonly<Record<string, readonly [Verdict['status'], ErrorCode]>> = {
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

/** Reads a call. `secrets` are the names that the goal itself has: a page's text can ask for no other. */
export function readCall(
  call: ToolCall,
  tools: readonly Tool[],
  sight: Sight,
  secrets: ReadonlySet<string>,
  seeing: Seeing = 'text',
): Wish {
  if (call.isCut)
    return invalid(`the answer was cut off in the middle of ${call.name}: say less, call fewer`);
  const input = parseInput(call.input);
  if (input === undefined) return invalid(`the arguments of ${call.name} are no JSON object`);
  if (!tools.some(({ name }) => name === call.name)) {
    const known = tools.map(({ name }) => name).join(', ');
    return invalid(`there is no tool ${JSON.stringify(call.name)}; use one of ${known}`);
  }
  if (call.name === 'done' || call.name === 'fail') return readEnd(call.name, input, seeing);
  const look = readLook(call.name, input);
  if (look !== undefined) return look;
  const kind = ACTION_KINDS.find((known) => known === call.name);
  if (kind !== undefined) return readAction(kind, input, { sight, secrets, seeing });
  // What its arguments must be is for the tool to say.
  const unnamed = secretsIn(JSON.stringify(input)).find((name) => !secrets.has(name));
  return unnamed === undefined
    ? { kind: 'tool', name: call.name, input }
    : invalid(`the goal names no secret ${JSON.stringify(unnamed)}`);
}

function readAction(
  kind: ActionKind,
  input: Readonly<Record<string, unknown>>,
  {
    sight,
    secrets,
    seeing,
  }: { readonly sight: Sight; readonly secrets: ReadonlySet<string>; readonly seeing: Seeing },
): Wish {
  const { needed, optional } = fieldsOf(kind, seeing);
  const bad = [
    ...Object.entries(needed),
    ...Object.entries(optional).filter(([name]) => isGiven(input[name])),
  ].find(([name, [, check]]) => !check(input[name]));
  if (bad !== undefined) {
    const [name, [schema]] = bad;
    return invalid(
      `${kind} needs ${name} (${JSON.stringify(schema)}), not ${JSON.stringify(input[name]) ?? 'nothing'}`,
    );
  }
  if (kind === 'typeSecret' && !secrets.has(String(input.name)))
    return invalid(`the goal names no secret ${JSON.stringify(input.name)}`);
  if (seeing === 'picture') return aimed(kind, input, { ...needed, ...optional });
  const fields: Record<string, unknown> = {};
  for (const name of Object.keys({ ...needed, ...optional })) {
    if (!isGiven(input[name])) continue;
    const isTarget = name === 'target' || name === 'to';
    const value = isTarget ? sight.nodeOf(String(input[name])) : input[name];
    if (value === undefined) return invalid(`no line ${String(input[name])} is on the latest screen`);
    fields[name] = value;
  }
  // Every field of the kind has just been checked against its own type.
  return { kind: 'act', action: { kind, ...fields } as unknown as Action };
}

/** An action of a model that names places on the picture. */
function aimed(kind: ActionKind, input: Fields, known: Readonly<Record<string, Field>>): Wish {
  const { x, y, toX, toY, ...rest } = input;
  const fields = Object.fromEntries(
    Object.entries(rest).filter(([name, value]) => Object.hasOwn(known, name) && isGiven(value)),
  );
  const hasPoint = ACTION_TARGETS[kind] !== 'none' && isGiven(x) && isGiven(y);
  return {
    kind: 'aim',
    action: kind,
    fields,
    points: {
      ...(hasPoint ? { target: { x: Number(x), y: Number(y) } } : {}),
      ...(kind === 'drag' ? { to: { x: Number(toX), y: Number(toY) } } : {}),
    },
  };
}

/** Some models fill optional fields with nothing. */
function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null;
}

/** A call that looks; `undefined` when it is another. */
export function readLook(name: string, input: Readonly<Record<string, unknown>>): Wish | undefined {
  const { id: line, from, text: words, role, seconds } = input;
  switch (name) {
    case 'unfold': {
      const first = isGiven(from) ? Number(from) : 0;
      if (!isGiven(line) || !Number.isInteger(first) || first < 0) {
        return invalid('unfold needs the id of a line, and from as a whole number');
      }
      return {
        kind: 'look',
        look: { tool: 'unfold', id: String(line).replace(/^\W+|\W+$/gu, ''), from: first },
      };
    }
    case 'find': {
      if (typeof words !== 'string') return invalid('find needs text');
      const only = typeof role === 'string' && role !== '' ? { role } : {};
      return { kind: 'look', look: { tool: 'find', text: words, ...only } };
    }
    case 'wait': {
      const most = Number(seconds);
      if (!(most > 0)) return invalid('wait needs seconds, 1 or more');
      return { kind: 'look', look: { tool: 'wait', seconds: Math.min(most, MOST_WAIT_S) } };
    }
    default:
      return undefined;
  }
}

function readEnd(name: 'done' | 'fail', input: Fields, seeing: Seeing): Wish {
  const said = name === 'done' ? input.summary : input.reason;
  if (typeof said !== 'string' || said.trim() === '') {
    return invalid(`${name} needs a ${name === 'done' ? 'summary' : 'reason'}`);
  }
  if (name === 'done') {
    const { seen } = input;
    // What only a picture shows can't be quoted.
    if (seeing !== 'text' && (!isGiven(seen) || seen === ''))
      return { kind: 'end', verdict: { status: 'passed', summary: said } };
    if (typeof seen !== 'string' || seen.trim() === '')
      return invalid('done needs seen: words of the screen');
    return { kind: 'end', verdict: { status: 'passed', summary: said }, seen };
  }
  const cause = typeof input.cause === 'string' ? CAUSES[input.cause] : undefined;
  const [status, code] = cause ?? ['failed', 'ACTION_FAILED'];
  return { kind: 'end', verdict: { status, code, summary: said } };
}

function invalid(why: string): Wish {
  return { kind: 'invalid', why };
}
