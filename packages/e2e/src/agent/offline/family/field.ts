// Text into fields: fill, set, enter, type, clear. It decides which words name the field and which are the value, by the connecting word.

import type { ScreenNode } from '../../../screen/node.ts';
import { type Phrase, phrase, type Value, value } from '../goal.ts';
import type { Grammar, Groups, Handler, Intent, Move } from '../intent.ts';
import { unplaced } from '../intent.ts';
import { CHECKABLE, FILLABLE, find, labelsOf, PRESSABLE } from '../match.ts';
import { describe, type View } from '../view.ts';
import { containsWords } from '../words.ts';
import { optionLabel } from './choose.ts';

const BREAK = /,\s*and\s+|,\s+|\s+and\s+/giu;
/** Above this many places to break at, only the finest reading is tried. Source: chosen; 64 readings. */
const MAX_BREAKS = 6;

interface Order {
  readonly connector: RegExp;
  readonly valueFirst: boolean;
}
const WITH: Order = { connector: /\s+(?:with|as|=)\s+|\s*[:=]\s+/giu, valueFirst: false };
const TO: Order = { connector: /\s+(?:to|as|=)\s+|\s*[:=]\s+/giu, valueFirst: false };
const INTO: Order = { connector: /\s+(?:in\s?to|in|to|as|for)\s+(?:the\s+)?/giu, valueFirst: true };

/** Forms of clauses about text in fields. */
export const FIELD_GRAMMARS: readonly Grammar[] = [
  {
    pattern: /^fill(?: in| out)?\s+(?<pairs>.+)$/iu,
    read: (groups) => [...pairs(groups, WITH), ...pairs(groups, TO), ...pairs(groups, INTO)],
  },
  {
    pattern: /^(?:set|change|update)\s+(?<pairs>.+)$/iu,
    read: (groups) => [...pairs(groups, TO), ...pairs(groups, WITH)],
  },
  {
    pattern: /^(?:enter|type|write|put|input)\s+(?<pairs>.+)$/iu,
    read: (groups) => [...pairs(groups, INTO), ...pairs(groups, WITH)],
  },
  {
    pattern: /^(?:clear|empty|erase)(?: out)?\s+(?<field>.+)$/iu,
    read: (groups) => [
      [{ kind: 'fill', field: groups.phrase('field'), value: { kind: 'text', text: '' } }],
      [
        {
          kind: 'press',
          gesture: 'tap',
          target: { text: `Clear ${groups.phrase('field').text}`, quoted: false },
        },
      ],
    ],
  },
];

function pairs(groups: Groups, order: Order): readonly (readonly Intent[])[] {
  const text = groups.raw('pairs');
  const readings: Intent[][] = [];
  for (const parts of segmentations(text, order.connector)) {
    const first = parts.map((part) => splits(part, order));
    if (first.some((options) => options.length === 0)) continue;
    const longest = parts.length === 1 ? (first[0]?.length ?? 0) : 1;
    for (let at = 0; at < longest; at += 1) {
      readings.push(first.flatMap((options) => intentsOf(options[at], groups)));
    }
  }
  return readings;
}

function intentsOf(split: readonly [string, string] | undefined, groups: Groups): readonly Intent[] {
  if (split === undefined) return [];
  const field = phrase(split[0], groups.pieces);
  const filled = value(split[1], groups.pieces);
  return [{ kind: 'fill', field, value: filled }];
}

/** Ways to break a list of pairs, finest first: `A with x, B with y` is two pairs before it is one. */
function segmentations(text: string, connector: RegExp): readonly (readonly string[])[] {
  const has = (part: string): boolean => part.search(connector) !== -1;
  const breaks = [...text.matchAll(BREAK)].filter((match) => has(text.slice(match.index + match[0].length)));
  const subsets = breaks.length > MAX_BREAKS ? [2 ** breaks.length - 1, 0] : descending(breaks.length);
  const found: string[][] = [];
  for (const subset of subsets) {
    const parts: string[] = [];
    let from = 0;
    breaks.forEach((match, at) => {
      if (Math.floor(subset / 2 ** at) % 2 === 0) return;
      parts.push(text.slice(from, match.index));
      from = match.index + match[0].length;
    });
    parts.push(text.slice(from));
    if (parts.every(has)) found.push(parts);
  }
  return found;
}

function descending(breaks: number): readonly number[] {
  const ones = (subset: number): number => subset.toString(2).replaceAll('0', '').length;
  return Array.from({ length: 2 ** breaks }, (_, subset) => subset).sort((a, b) => ones(b) - ones(a));
}

/** Field and value at each connecting word: the shortest field first. */
function splits(part: string, order: Order): readonly (readonly [string, string])[] {
  const found = [...part.matchAll(order.connector)].map((match) => {
    const left = part.slice(0, match.index).trim();
    const right = part.slice(match.index + match[0].length).trim();
    return order.valueFirst ? ([right, left] as const) : ([left, right] as const);
  });
  const usable = found.filter(([left, right]) => left !== '' && right !== '');
  return order.valueFirst ? usable.reverse() : usable;
}

/** Carries out one field. */
export const FILL: Handler<'fill'> = {
  next(intent, view, memory): Move {
    if (memory.done.has('fill')) return { kind: 'done' };
    const found = findField(view, intent.field);
    if (found.kind !== 'one') return unplaced(found, intent.field.text, 'a field');
    const { node } = found;
    if (intent.value.kind === 'mixed' || intent.value.kind === 'unclear')
      return { kind: 'unable', why: whyNot(intent.value) };
    if (intent.value.kind === 'secret') {
      const action = { kind: 'typeSecret', target: node.id, name: intent.value.name } as const;
      return {
        kind: 'act',
        label: 'fill',
        action,
        says: `filled ${describe(node)} with <secret:${intent.value.name}>`,
      };
    }
    return fillText(view, found.index, node, intent.value.text, memory);
  },
  recall: (intent, sentence) =>
    FILLING.has(sentence.kind) &&
    sentence.name !== undefined &&
    containsWords(sentence.name, intent.field.text)
      ? 'fill'
      : undefined,
};

const FILLING: ReadonlySet<string> = new Set(['type', 'typeSecret', 'fill', 'enter', 'select', 'clear']);

function fillText(
  view: View,
  index: number,
  node: ScreenNode,
  text: string,
  memory: { readonly continuing: boolean; readonly failed: ReadonlySet<string> },
): Move {
  if (memory.continuing && (node.value ?? '') === text)
    return { kind: 'done', note: `${describe(node)} already has "${text}"` };
  const options =
    node.role === 'combobox' || node.role === 'listbox'
      ? optionLabel(view, index, { text, quoted: true })
      : undefined;
  if (options !== undefined || memory.failed.has('fill')) {
    const action = { kind: 'select', target: node.id, option: options ?? text } as const;
    return {
      kind: 'act',
      label: memory.failed.has('fill') ? 'select' : 'fill',
      action,
      says: `chose "${text}" in ${describe(node)}`,
    };
  }
  const says = text === '' ? `cleared ${describe(node)}` : `filled ${describe(node)} with "${text}"`;
  return { kind: 'act', label: 'fill', action: { kind: 'type', target: node.id, text }, says };
}

/** The one field of that name. A node with a value that nothing else claims is a field too, whatever an engine calls its role. */
export function findField(view: View, field: Phrase): ReturnType<typeof find> {
  const own = find(view, field, { roles: FILLABLE });
  if (own.kind !== 'none') return own;
  const others = new Set(
    view.nodes
      .filter(
        (node) =>
          node.value !== undefined &&
          !PRESSABLE.has(node.role) &&
          !CHECKABLE.has(node.role) &&
          node.role !== 'text',
      )
      .map((node) => node.role),
  );
  return find(view, field, { roles: others, only: (node) => node.value !== undefined });
}

/** Whether a field stands for a secret: its name speaks of a password. */
export function isPassword(node: ScreenNode): boolean {
  return (
    node.role === 'textbox' &&
    labelsOf(node).some((label) => /\b(?:password|passphrase|passcode|pin)\b/iu.test(label))
  );
}

/** Why a value cannot be typed. */
export function whyNot(filled: Extract<Value, { readonly kind: 'mixed' | 'unclear' }>): string {
  return filled.kind === 'mixed'
    ? `"${filled.text}" has a secret inside other text; a secret can only be the whole value of a field`
    : `where the value "${filled.text}" ends is not clear; put it in quotes`;
}

/** Text of a value for a message; a secret by its name. */
export function said(filled: Value): string {
  return filled.kind === 'secret' ? `<secret:${filled.name}>` : filled.text;
}
