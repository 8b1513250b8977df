// One of several: native selects, comboboxes, list boxes, radio groups. An option is taken by its own label only.

import type { ScreenNode } from '../../../screen/node.ts';
import { type Phrase, phrase } from '../goal.ts';
import type { Grammar, Groups, Handler, Intent, IntentOf, Memory, Move } from '../intent.ts';
import { unplaced } from '../intent.ts';
import { find, findBy, labelsOf } from '../match.ts';
import { describe, indexesIn, insideOf, type View } from '../view.ts';
import { containsWords, fold } from '../words.ts';

const LISTS: ReadonlySet<string> = new Set(['combobox', 'listbox']);
const GROUPS: ReadonlySet<string> = new Set([
  'radiogroup',
  'group',
  'region',
  'form',
  'toolbar',
  'list',
  'menu',
  'tablist',
]);
const CHOICES: ReadonlySet<string> = new Set(['radio', 'option', 'menuitemradio', 'tab']);
const PICKS: ReadonlySet<string> = new Set(['option', 'menuitem', 'menuitemradio', 'treeitem', 'gridcell']);

/** Forms of clauses that choose. */
export const CHOOSE_GRAMMARS: readonly Grammar[] = [
  {
    pattern: /^(?:choose|select|pick)\s+(?<what>.+)$/iu,
    read: (groups) => [...choices(groups), ...asToggleOrPress(groups)],
  },
];

function choices(groups: Groups): readonly (readonly Intent[])[] {
  const text = groups.raw('what');
  const split = [...text.matchAll(/\s+(?:as|for|in|from|under|on)\s+(?:the\s+)?/giu)]
    .reverse()
    .map((match): readonly Intent[] => [
      {
        kind: 'choose',
        option: phrase(text.slice(0, match.index), groups.pieces),
        field: phrase(text.slice(match.index + match[0].length), groups.pieces),
      },
    ]);
  return [[{ kind: 'choose', option: groups.phrase('what') }], ...split];
}

function asToggleOrPress(groups: Groups): readonly (readonly Intent[])[] {
  const target = groups.phrase('what');
  return [[{ kind: 'toggle', target, on: true }], [{ kind: 'press', gesture: 'tap', target }]];
}

/** Carries out one choice. */
export const CHOOSE: Handler<'choose'> = {
  next(intent, view, memory): Move {
    if (memory.done.has('choose')) return { kind: 'done' };
    if (intent.field === undefined) return chooseAlone(intent, view, memory);
    const list = find(view, intent.field, { roles: LISTS });
    if (list.kind === 'one') return chooseInList(intent, view, list.index, list.node, memory);
    if (list.kind === 'many') return unplaced(list, intent.field.text, 'a list');
    return chooseInGroup(intent, intent.field, view, memory);
  },
  recall(intent, sentence) {
    const about = sentence.text;
    if (!containsWords(about, intent.option.text)) {
      const opens =
        sentence.kind === 'tap' &&
        intent.field !== undefined &&
        containsWords(sentence.name ?? '', intent.field.text);
      return opens ? 'open' : undefined;
    }
    return ['select', 'tap', 'check', 'choose'].includes(sentence.kind) ? 'choose' : undefined;
  },
};

function chooseAlone(intent: IntentOf<'choose'>, view: View, memory: Memory): Move {
  const found = find(view, intent.option, { roles: CHOICES });
  if (found.kind !== 'one') return unplaced(found, intent.option.text, 'a choice');
  return take(found.node, memory);
}

function take(node: ScreenNode, memory: Memory): Move {
  const taken = node.checked === true || node.selected === true;
  if (memory.continuing && taken) return { kind: 'done', note: `${describe(node)} is already chosen` };
  const action =
    node.role === 'radio' || node.role === 'menuitemradio'
      ? ({ kind: 'check', target: node.id, checked: true } as const)
      : ({ kind: 'tap', target: node.id } as const);
  return { kind: 'act', label: 'choose', action, says: `chose ${describe(node)}` };
}

function chooseInList(
  intent: IntentOf<'choose'>,
  view: View,
  index: number,
  node: ScreenNode,
  memory: Memory,
): Move {
  if (!memory.failed.has('choose')) {
    const shown = optionLabel(view, index, intent.option);
    const hasOptions = view.nodes.slice(index + 1, view.end(index)).some((inner) => inner.role === 'option');
    if (hasOptions && shown === undefined) {
      return { kind: 'none', words: intent.option.text, wanted: `an option of ${describe(node)}` };
    }
    const option = shown ?? intent.option.text;
    if (memory.continuing && fold(node.value ?? '') === fold(option)) {
      return { kind: 'done', note: `${describe(node)} is already "${option}"` };
    }
    return {
      kind: 'act',
      label: 'choose',
      action: { kind: 'select', target: node.id, option },
      says: `chose "${option}" in ${describe(node)}`,
    };
  }
  // A list that is no native select: it opens on a press, and shows its options as controls of their own.
  const picks = find(view, intent.option, { roles: PICKS });
  if (picks.kind === 'one') {
    return {
      kind: 'act',
      label: 'choose',
      action: { kind: 'tap', target: picks.node.id },
      says: `chose ${describe(picks.node)} in ${describe(node)}`,
    };
  }
  if (picks.kind === 'none' && !memory.done.has('open') && node.expanded !== true) {
    return {
      kind: 'act',
      label: 'open',
      action: { kind: 'tap', target: node.id },
      says: `opened ${describe(node)}`,
    };
  }
  return unplaced(picks, intent.option.text, `an option of ${describe(node)}`);
}

function chooseInGroup(intent: IntentOf<'choose'>, field: Phrase, view: View, memory: Memory): Move {
  const group = find(view, field, { roles: GROUPS });
  if (group.kind !== 'one') return unplaced(group, field.text, 'a list or a group of choices');
  const among = { roles: new Set([...CHOICES, 'button', 'checkbox']), range: insideOf(view, group.index) };
  const found = find(view, intent.option, among);
  if (found.kind !== 'one') return unplaced(found, intent.option.text, `a choice in ${describe(group.node)}`);
  if (found.node.role === 'checkbox') {
    return {
      kind: 'act',
      label: 'choose',
      action: { kind: 'check', target: found.node.id, checked: true },
      says: `checked ${describe(found.node)}`,
    };
  }
  return take(found.node, memory);
}

/** The label of the one option that a phrase means, where the list shows its options; `undefined` where it does not, or has no such one. */
export function optionLabel(view: View, list: number, option: Phrase): string | undefined {
  const range = insideOf(view, list);
  const options = indexesIn(view, range, (node) => node.role === 'option');
  if (options.length === 0) return undefined;
  const rules = [
    (label: string) => label === option.text,
    (label: string) => fold(label) === fold(option.text),
    (label: string) => !option.quoted && containsWords(label, option.text),
  ];
  const found = findBy(view, { roles: new Set(['option']), range }, rules);
  return found.kind === 'one' ? labelsOf(found.node)[0] : undefined;
}
