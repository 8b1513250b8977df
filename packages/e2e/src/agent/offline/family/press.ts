// Presses and ways to go: press, click, open, go to, hover, back. A press goes to a control of that name, or to that control of a named
// row or card; "open" also takes an address.
import { type Phrase, phrase } from '../goal.ts';
import type { Grammar, Groups, Handler, Intent, Move, Sentence } from '../intent.ts';
import { unplaced } from '../intent.ts';
import { type Find, find, PRESSABLE } from '../match.ts';
import { findInItem, isNamed } from '../place.ts';
import { describe, insideOf, type View } from '../view.ts';
import { containsWords } from '../words.ts';

type Gesture = Extract<Intent, { kind: 'press' }>['gesture'];

const pressing =
  (gesture: Gesture) =>
  (groups: Groups): readonly (readonly Intent[])[] => {
    const text = groups.raw('target');
    const whole: Intent = { kind: 'press', gesture, target: groups.phrase('target') };
    const scoped = [...text.matchAll(/\s+(?:in|for|of|on|from|within|next to|beside)\s+(?:the\s+)?/giu)]
      .reverse()
      .map((match) => [
        {
          kind: 'press' as const,
          gesture,
          target: phrase(text.slice(0, match.index), groups.pieces),
          within: phrase(text.slice(match.index + match[0].length), groups.pieces),
        },
      ]);
    return [[whole], ...scoped];
  };

const opening = (groups: Groups): readonly (readonly Intent[])[] => {
  const target = groups.phrase('target');
  if (/^(?:https?:\/\/\S+|\/\S*)$/u.test(target.text)) return [[{ kind: 'navigate', url: target.text }]];
  return [[{ kind: 'open', target }], ...pressing('tap')(groups).slice(1)];
};

/** Forms of clauses that press or go. */
export const PRESS_GRAMMARS: readonly Grammar[] = [
  {
    pattern: /^(?:go|navigate|move)\s+(?<to>back|forward)$/iu,
    read: (groups) => [
      [{ kind: 'history', to: groups.raw('to').toLowerCase() === 'back' ? 'back' : 'forward' }],
    ],
  },
  { pattern: /^(?:double[- ]?click|double[- ]?tap)(?: on)?\s+(?<target>.+)$/iu, read: pressing('doubleTap') },
  { pattern: /^(?:right[- ]?click)(?: on)?\s+(?<target>.+)$/iu, read: pressing('secondaryTap') },
  {
    pattern: /^(?:long[- ]?press|long[- ]?tap|press and hold|hold)(?: on)?\s+(?<target>.+)$/iu,
    read: pressing('longPress'),
  },
  { pattern: /^(?:hover|point)(?: over| on| at)?\s+(?<target>.+)$/iu, read: pressing('hover') },
  { pattern: /^(?:press|click|tap|hit|push)(?: on)?\s+(?<target>.+)$/iu, read: pressing('tap') },
  {
    pattern:
      /^(?:open(?: up)?|go to|go into|navigate to|visit|view|show|see|switch to|proceed to|expand)\s+(?<target>.+)$/iu,
    read: opening,
  },
  {
    pattern:
      /^(?<target>submit|continue|save|confirm|cancel|close|next|check out|checkout|place (?:the |an? |my )?order)(?:\s+(?:the|this|my)\s+(?:form|changes|page))?$/iu,
    read: pressing('tap'),
  },
  {
    pattern:
      /^(?<target>(?:submit|save|confirm|apply|send|publish|place|cancel|start|stop|finish|reset|export|download|collapse|mark|invite|approve|reject)\s+.+)$/iu,
    read: pressing('tap'),
  },
];

/** What a gesture reads like once it is done. */
const DID: Readonly<Record<Gesture, string>> = {
  tap: 'pressed',
  doubleTap: 'double-pressed',
  longPress: 'long-pressed',
  secondaryTap: 'right-clicked',
  hover: 'pointed at',
};

/** Carries out one press. */
export const PRESS: Handler<'press'> = {
  next(intent, view, memory): Move {
    if (memory.done.has('press')) return { kind: 'done' };
    const found =
      intent.within === undefined
        ? pressable(view, intent.target, intent.gesture)
        : pressableIn(view, intent.target, intent.within);
    const words =
      intent.within === undefined ? intent.target.text : `${intent.target.text}" in "${intent.within.text}`;
    if (found.kind !== 'one') return unplaced(found, words, 'a button, link, tab or menu item');
    const { node } = found;
    return {
      kind: 'act',
      label: 'press',
      action: { kind: intent.gesture, target: node.id },
      says: `${DID[intent.gesture]} ${describe(node)}`,
    };
  },
  recall: (intent, sentence) =>
    sentence.kind === intent.gesture && speaksOf(sentence, intent.target) ? 'press' : undefined,
};

/** Whether a sentence's control is the one that a phrase names. */
function speaksOf(sentence: Sentence, target: Phrase): boolean {
  const bare = target.text
    .replace(/^(?:the|a|an|my)\s+/iu, '')
    .replace(/\s+(?:button|link|tab|icon|menu|option|field|checkbox|switch|page)$/iu, '');
  return sentence.name !== undefined && containsWords(sentence.name, bare);
}

function pressable(view: View, target: Phrase, gesture: Gesture): Find {
  const own = find(view, target, { roles: PRESSABLE });
  if (own.kind !== 'none' || gesture === 'tap') return own;
  // Pointing at something needs no control.
  const roles = new Set(view.nodes.map((node) => node.role));
  return find(view, target, { roles });
}

/** A control of a named dialog, section, row or card. */
function pressableIn(view: View, target: Phrase, within: Phrase): Find {
  const kind = /^(?:the\s+)?(?:row|card|item|entry|line|list item)\s+(?:named\s+|called\s+|for\s+|of\s+)?/iu;
  const bare = {
    ...within,
    text: within.text.replace(kind, '').replace(/\s+(?:row|card|item|entry|line)$/iu, ''),
  };
  const part = find(view, bare, { roles: PARTS });
  if (part.kind === 'one') return find(view, target, { roles: PRESSABLE, range: insideOf(view, part.index) });
  if (part.kind === 'many') return part;
  const found = findInItem(view, bare, (range) => find(view, target, { roles: PRESSABLE, range }));
  return found.kind === 'none' && !isNamed(view, bare) ? { kind: 'none' } : found;
}

const PARTS: ReadonlySet<string> = new Set(
  'dialog alertdialog region form navigation banner contentinfo complementary group radiogroup toolbar menu tablist tabpanel table'.split(
    ' ',
  ),
);

/** Carries out one opening: a press, unless what is named is open already. */
export const OPEN: Handler<'open'> = {
  next(intent, view, memory): Move {
    if (memory.done.has('open')) return { kind: 'done' };
    const found = find(view, intent.target, { roles: PRESSABLE });
    if (found.kind !== 'one') return unplaced(found, intent.target.text, 'a link, button, tab or menu item');
    const { node } = found;
    if (node.expanded === true) return { kind: 'done', note: `${describe(node)} is already open` };
    return {
      kind: 'act',
      label: 'open',
      action: { kind: 'tap', target: node.id },
      says: `opened ${describe(node)}`,
    };
  },
  recall: (intent, sentence) =>
    sentence.kind === 'tap' && speaksOf(sentence, intent.target) ? 'open' : undefined,
};

/** Carries out a move to an address. */
export const NAVIGATE: Handler<'navigate'> = {
  next: (intent, _view, memory): Move =>
    memory.done.has('go')
      ? { kind: 'done' }
      : {
          kind: 'act',
          label: 'go',
          action: { kind: 'navigate', url: intent.url },
          says: `went to ${intent.url}`,
        },
  recall: (intent, sentence) =>
    sentence.kind === 'navigate' && sentence.text.includes(intent.url) ? 'go' : undefined,
};

/** Carries out a step back or forward. */
export const HISTORY: Handler<'history'> = {
  next: (intent, _view, memory): Move =>
    memory.done.has('go')
      ? { kind: 'done' }
      : { kind: 'act', label: 'go', action: { kind: intent.to }, says: `went ${intent.to}` },
  recall: (intent, sentence) => (sentence.kind === intent.to ? 'go' : undefined),
};
