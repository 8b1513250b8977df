// Reads what a model calls: its arguments are checked here, before anything is done.
import { secretsIn } from '../../cache/params.ts';
import { ACTION_KINDS, ACTION_TARGETS, type Action, type ActionKind } from '../../screen/action.ts';
import type { Verdict } from '../executor.ts';
import type { Seeing } from './eyes.ts';
import { type Field, fieldsOf, isGiven } from './fields.ts';
import { parseInput, type Tool, type ToolCall } from './language.ts';
import type { Sight } from './sight/sight.ts';
import { CAUSES, MOST_WAIT_S } from './tools.ts';

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
