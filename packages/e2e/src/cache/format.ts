// The shape of an entry's fields, checked one by one: strict, so that an unknown field is a fault too. Hand-written, because a replay
// reads it on its way and a schema library costs more to import than a replay takes.
import { ACTION_TARGETS, type ActionKind } from '../screen/action.ts';
import { DERIVED } from './outcome.ts';
import { RESULT_KINDS } from './tool.ts';

/**
 * What is wrong with a value, or `undefined` when nothing is, as it goes on after the path to the value: ` is not a text`,
 * `.step.file is missing`. The path is put together on the way back from a fault: nearly every entry has none.
 */
type Check = (value: unknown) => string | undefined;

const text: Check = (value) => (typeof value === 'string' ? undefined : ' is not a text');
const flag: Check = (value) => (typeof value === 'boolean' ? undefined : ' is not true or false');
const anything: Check = () => undefined;
const count: Check = (value) =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0 ? undefined : ' is not a count';
const number: Check = (value) =>
  typeof value === 'number' && Number.isFinite(value) ? undefined : ' is not a number';

function oneOf(values: readonly unknown[]): Check {
  return (value) => (values.includes(value) ? undefined : ` is ${JSON.stringify(value)}`);
}

function list(item: Check): Check {
  return (value) => {
    if (!Array.isArray(value)) return ' is not a list';
    for (let index = 0; index < value.length; index += 1) {
      const fault = item(value[index]);
      if (fault !== undefined) return `[${index}]${fault}`;
    }
    return undefined;
  };
}

/** Fields with a `?` at the end of their name may be absent; any other field is a fault. */
function fields(shape: Readonly<Record<string, Check>>): Check {
  const known = new Set<string>();
  const checks: { readonly name: string; readonly check: Check; readonly optional: boolean }[] = [];
  for (const [spelled, check] of Object.entries(shape)) {
    const name = spelled.replace(/\?$/u, '');
    known.add(name);
    checks.push({ name, check, optional: spelled.endsWith('?') });
  }
  return (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return ' is not an object';
    const record = value as Readonly<Record<string, unknown>>;
    for (const name of Object.keys(record)) {
      if (!known.has(name)) return `.${name} is unknown`;
    }
    for (const { name, check, optional } of checks) {
      const field = record[name];
      // No field has the name of something that every object has: what is not there is undefined.
      if (field === undefined && !Object.hasOwn(record, name)) {
        if (optional) continue;
        return `.${name} is missing`;
      }
      const fault = check(field);
      if (fault !== undefined) return `.${name}${fault}`;
    }
    return undefined;
  };
}

const tristate = oneOf([true, false, 'mixed']);
const size = fields({ width: count, height: count, 'pixelRatio?': number });

const container = fields({
  role: text,
  by: oneOf(['name', 'heading', 'header', 'leaf', 'text', 'fields', 'role']),
  'label?': text,
  'place?': count,
  'of?': count,
  'beside?': list(text),
});

const descriptor = fields({
  role: text,
  'name?': text,
  'text?': text,
  'testId?': text,
  'placeholder?': text,
  'purpose?': text,
  'within?': list(container),
  'twin?': fields({ index: count, of: count, 'after?': text }),
  'state?': fields({ 'checked?': tristate, 'pressed?': tristate, 'expanded?': flag }),
});

/** Fields of each action besides `kind`, `target` and `to`. */
const ACTION_FIELDS: Readonly<Record<ActionKind, Readonly<Record<string, Check>>>> = {
  tap: {},
  doubleTap: {},
  longPress: {},
  secondaryTap: {},
  hover: {},
  type: { text },
  typeSecret: { name: text },
  press: { key: text },
  select: { option: text },
  check: { checked: flag },
  upload: { paths: list(text) },
  drag: { to: descriptor },
  scroll: { direction: oneOf(['up', 'down', 'left', 'right']) },
  scrollUntil: { text, direction: oneOf(['up', 'down', 'left', 'right']) },
  navigate: { url: text },
  back: {},
  forward: {},
  tapAt: { x: number, y: number },
  hoverAt: { x: number, y: number },
  dialog: { accept: flag, 'text?': text },
  page: { index: count },
};

const ACTION_CHECKS: ReadonlyMap<string, Check> = new Map([
  ...Object.entries(ACTION_FIELDS).map(([kind, extra]): [string, Check] => {
    const targets = ACTION_TARGETS[kind as ActionKind];
    const target: Readonly<Record<string, Check>> =
      targets === 'none' ? {} : targets === 'required' ? { target: descriptor } : { 'target?': descriptor };
    return [kind, fields({ kind: oneOf([kind]), ...target, ...extra })];
  }),
  ['tool', fields({ kind: oneOf(['tool']), name: text, input: anything })],
]);

const action: Check = (value) => {
  const kind = typeof value === 'object' && value !== null && 'kind' in value ? value.kind : undefined;
  const check = typeof kind === 'string' ? ACTION_CHECKS.get(kind) : undefined;
  return check === undefined ? `.kind is ${JSON.stringify(kind) ?? 'missing'}` : check(value);
};

const anchor = fields({
  descriptor,
  'shown?': fields({
    'value?': text,
    'checked?': tristate,
    'selected?': flag,
    'expanded?': flag,
    'pressed?': tristate,
  }),
  count,
  'echo?': oneOf([true]),
  'volatile?': oneOf([true]),
});

const entryBody = fields({
  schema: number,
  key: text,
  step: fields({
    project: text,
    file: text,
    titlePath: list(text),
    target: text,
    engine: text,
    app: text,
    agent: text,
    agentContext: text,
    instruction: text,
    params: anything,
    occurrence: count,
    matching: count,
  }),
  recordedBy: fields({ executor: text, 'model?': text, version: text }),
  recordedAt: text,
  summary: text,
  'truncated?': text,
  'paced?': oneOf([true]),
  start: fields({ route: text, 'language?': text, 'likeness?': text }),
  actions: list(
    fields({
      action,
      page: count,
      'shows?': text,
      'viewport?': size,
      'result?': oneOf(RESULT_KINDS),
      'message?': text,
      'asked?': list(text),
      'focus?': descriptor,
      'change?': fields({ 'route?': text, appeared: list(anchor), gone: list(anchor) }),
      'derived?': oneOf(DERIVED),
      gapMs: count,
    }),
  ),
  end: fields({
    route: text,
    appeared: list(anchor),
    gone: list(anchor),
    alerts: list(text),
    waitMs: count,
    requests: list(fields({ method: text, route: text, statusClass: count, 'by?': count })),
  }),
});

/** What is wrong with an entry's body (the file without its digest), or `undefined` when it is whole. */
export function entryFault(body: unknown): string | undefined {
  const fault = entryBody(body);
  return fault === undefined ? undefined : `entry${fault}`;
}
