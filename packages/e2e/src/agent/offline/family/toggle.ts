// On and off: checkboxes, switches, toggle buttons. The wanted state is always said; a control is never just flipped.

import type { ScreenNode } from '../../../screen/node.ts';
import { type Phrase, phrase } from '../goal.ts';
import type { Grammar, Groups, Handler, Intent, Move } from '../intent.ts';
import { unplaced } from '../intent.ts';
import { CHECKABLE, type Find, find, settle } from '../match.ts';
import { findInItem } from '../place.ts';
import { describe, indexesIn, type View } from '../view.ts';
import { containsWords } from '../words.ts';

const toggles =
  (on: boolean) =>
  (groups: Groups): readonly (readonly Intent[])[] => {
    const text = groups.raw('target');
    const one: readonly Intent[] = [{ kind: 'toggle', target: groups.phrase('target'), on }];
    const parts = text.split(/,\s*and\s+|,\s+|\s+and\s+/iu).filter((part) => part.trim() !== '');
    if (parts.length < 2) return [one];
    return [one, parts.map((part): Intent => ({ kind: 'toggle', target: phrase(part, groups.pieces), on }))];
  };
const orPress =
  (verb: string, on: boolean) =>
  (groups: Groups): readonly (readonly Intent[])[] => [
    ...toggles(on)(groups),
    [
      {
        kind: 'press',
        gesture: 'tap',
        target: { text: `${verb} ${groups.phrase('target').text}`, quoted: false },
      },
    ],
  ];

/** Forms of clauses about on and off. */
export const TOGGLE_GRAMMARS: readonly Grammar[] = [
  { pattern: /^(?:check|tick|mark)(?: off)?\s+(?<target>.+)$/iu, read: toggles(true) },
  { pattern: /^(?:uncheck|untick|unmark|deselect|unselect)\s+(?<target>.+)$/iu, read: toggles(false) },
  { pattern: /^(?:turn|switch)\s+on\s+(?<target>.+)$/iu, read: toggles(true) },
  { pattern: /^(?:turn|switch)\s+off\s+(?<target>.+)$/iu, read: toggles(false) },
  { pattern: /^(?:turn|switch|set)\s+(?<target>.+?)\s+(?:to\s+)?on$/iu, read: toggles(true) },
  { pattern: /^(?:turn|switch|set)\s+(?<target>.+?)\s+(?:to\s+)?off$/iu, read: toggles(false) },
  { pattern: /^(?:enable|activate)\s+(?<target>.+)$/iu, read: orPress('Enable', true) },
  { pattern: /^(?:disable|deactivate)\s+(?<target>.+)$/iu, read: orPress('Disable', false) },
];

/** Carries out one toggle. */
export const TOGGLE: Handler<'toggle'> = {
  next(intent, view, memory): Move {
    if (memory.done.has('toggle')) return { kind: 'done' };
    const found = findToggle(view, intent.target);
    if (found.kind !== 'one') return unplaced(found, intent.target.text, 'a checkbox or switch');
    const { node } = found;
    const word = intent.on ? 'on' : 'off';
    if (node.role === 'button') {
      if (node.pressed === intent.on) return { kind: 'done', note: `${describe(node)} is already ${word}` };
      return {
        kind: 'act',
        label: 'toggle',
        action: { kind: 'tap', target: node.id },
        says: `turned ${describe(node)} ${word}`,
      };
    }
    if (!intent.on && (node.role === 'radio' || node.role === 'menuitemradio')) {
      return {
        kind: 'unable',
        why: `${describe(node)} is one of several choices and cannot be turned off; say which to choose instead`,
      };
    }
    if (memory.continuing && node.checked === intent.on) {
      return { kind: 'done', note: `${describe(node)} is already ${word}` };
    }
    const action = { kind: 'check', target: node.id, checked: intent.on } as const;
    return {
      kind: 'act',
      label: 'toggle',
      action,
      says: `${intent.on ? 'checked' : 'unchecked'} ${describe(node)}`,
    };
  },
  recall: (intent, sentence) =>
    ['check', 'uncheck', 'tap'].includes(sentence.kind) &&
    containsWords(sentence.name ?? '', intent.target.text)
      ? 'toggle'
      : undefined,
};

function findToggle(view: View, target: Phrase): Find {
  const own = find(view, target, { roles: CHECKABLE });
  if (own.kind !== 'none') return own;
  const pressed = find(view, target, {
    roles: new Set(['button']),
    only: (node) => node.pressed !== undefined,
  });
  if (pressed.kind !== 'none') return pressed;
  const row = target.text.replace(/^(?:the\s+)?(?:(?:row|item|line|card|task)\s+)/iu, '');
  const isBox = (node: ScreenNode): boolean => node.role === 'checkbox' || node.role === 'switch';
  return findInItem(view, { ...target, text: row }, (range) => settle(view, indexesIn(view, range, isBox)));
}
