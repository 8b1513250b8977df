// The params of a step: plain values, values that differ on every run (`unique()`), and secrets by name. Decides how each stands in the
// key, in the goal and in a recording.
import type { Json } from '../base/digest.ts';
import { E2EError } from '../base/error.ts';

/** A param whose value differs on every run. Source: spec R12. */
export interface UniqueParam {
  readonly kind: 'unique';
  /** The value of this run, for checks: `expect(screen.getByText(name.value))`. */
  readonly value: string;
  /** @throws E2EError INVALID_CONFIG: in the text of a goal it would be an ordinary value, recorded as it is. */
  toString(): string;
}

/** A param that stands for a configured secret; it never holds the value. */
export interface SecretParam {
  readonly kind: 'secret';
  readonly name: string;
  toString(): string;
}

const MARKED: WeakSet<object> = new WeakSet();

/**
 * Marks a param whose value differs on every run, so that a recording keeps a slot in its place.
 * @example agent.act('create a company named {name}', { params: { name: unique(`Acme ${Date.now()}`) } })
 */
export function unique(value: string | number): UniqueParam {
  const text = String(value);
  return mark({
    kind: 'unique',
    value: text,
    toString: () => {
      throw new E2EError(
        'INVALID_CONFIG',
        `unique(${JSON.stringify(text)}) was put into a text, where nothing marks it as a value of this run only. In a goal write {name} and give it as a param: agent.act('create a list named {name}', { params: { name: unique(…) } }). Anywhere else use its .value.`,
      );
    },
  });
}

/** Stands for the configured secret of that name; only the runner ever sees its value, and only to fill it in. */
export function secret(name: string): SecretParam {
  return mark({ kind: 'secret', name, toString: () => `<secret:${name}>` });
}

/** How a secret stands in a text that an agent reads or gives. */
export const SECRET_HANDLE: RegExp = /<secret:([^<>]+)>/gu;

/** Names of the secrets that stand in a text. */
export function secretsIn(text: string): readonly string[] {
  return [...text.matchAll(SECRET_HANDLE)].map((match) => match[1] ?? '');
}

function mark<Param extends object>(param: Param): Param {
  MARKED.add(param);
  return Object.freeze(param);
}

/** Whether a param came from `unique()`. */
export function isUnique(value: unknown): value is UniqueParam {
  return isMarked(value) && value.kind === 'unique';
}

/** Whether a param came from `secret()`. */
export function isSecret(value: unknown): value is SecretParam {
  return isMarked(value) && value.kind === 'secret';
}

function isMarked(value: unknown): value is UniqueParam | SecretParam {
  return typeof value === 'object' && value !== null && MARKED.has(value);
}

/** A step's params as a test gives them. */
export type Params = Readonly<Record<string, unknown>>;

/** A param as text: what stands in the goal. */
export function paramText(value: unknown): string {
  if (isUnique(value)) return value.value;
  if (isSecret(value)) return value.toString();
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? String(value));
}

/**
 * The goal with each `{name}` filled in.
 * @throws E2EError INVALID_CONFIG for a `{name}` that no param gives: typed as it stands, it would pass for a value.
 */
export function fillGoal(goal: string, params: Params): string {
  return goal.replace(/\{([A-Za-z_][\w-]*)\}/gu, (_written, name: string) => {
    if (Object.hasOwn(params, name)) return paramText(params[name]);
    const known = Object.keys(params);
    const given =
      known.length === 0
        ? 'it has no params'
        : `its params are ${known.map((key) => JSON.stringify(key)).join(', ')}`;
    throw new E2EError(
      'INVALID_CONFIG',
      `the goal ${JSON.stringify(goal)} names {${name}}, and ${given}: add ${JSON.stringify(name)} to params, or take it out of the goal`,
    );
  });
}

/** The params as they stand in the key: a slot for a unique value, the name for a secret. Source: spec R9, R12. */
export function keyParams(params: Params): Json {
  return Object.fromEntries(
    Object.entries(params).map(([name, value]): [string, Json] => {
      if (isUnique(value)) return [name, { $unique: true }];
      if (isSecret(value)) return [name, { $secret: value.name }];
      return [name, toJson(value)];
    }),
  );
}

function toJson(value: unknown): Json {
  const text = JSON.stringify(value);
  return text === undefined ? null : (JSON.parse(text) as Json);
}
