// Answers and the keyboard: dialogs, banners, cookies; keys; scrolling; files. An answer goes to the one button that plainly gives it.

import type { ScreenNode } from '../../../screen/node.ts';
import type { Phrase } from '../goal.ts';
import type { Grammar, Handler, IntentOf, Memory, Move } from '../intent.ts';
import { unplaced } from '../intent.ts';
import { type Find, find, findBy, PRESSABLE, settle } from '../match.ts';
import { describe, indexesIn, insideOf, type View, wholeOf } from '../view.ts';
import { containsWords, fold } from '../words.ts';
import { findField } from './field.ts';

const KEYS: Readonly<Record<string, string>> = {
  enter: 'Enter',
  return: 'Enter',
  escape: 'Escape',
  esc: 'Escape',
  tab: 'Tab',
  backspace: 'Backspace',
  delete: 'Delete',
  space: 'Space',
  home: 'Home',
  end: 'End',
  'page up': 'PageUp',
  pageup: 'PageUp',
  'page down': 'PageDown',
  pagedown: 'PageDown',
  'arrow up': 'ArrowUp',
  arrowup: 'ArrowUp',
  'arrow down': 'ArrowDown',
  arrowdown: 'ArrowDown',
  'arrow left': 'ArrowLeft',
  arrowleft: 'ArrowLeft',
  'arrow right': 'ArrowRight',
  arrowright: 'ArrowRight',
};
const MODIFIED =
  '(?:(?:control|ctrl|alt|shift|meta|command|cmd)\\+)+(?:[a-z]+(?: (?:up|down|left|right))?|f\\d{1,2}|\\S)';
/** Keys that nobody takes for the label of a button. */
const PLAIN = 'enter|escape|esc|tab|backspace|page ?up|page ?down|arrow ?(?:up|down|left|right)';
const NAMED = `(?:${Object.keys(KEYS).join('|')}|f\\d{1,2}|[a-z0-9])`;
/** `Delete`, `Home` and the like are labels of buttons too: they are keys only where the goal says "key". */
const KEY = `(?:(?<key>${MODIFIED}|${PLAIN})(?:\\s+key)?|(?<named>${NAMED})\\s+key)`;

/** Forms of clauses that answer, type keys, scroll or upload. */
export const ANSWER_GRAMMARS: readonly Grammar[] = [
  {
    pattern: new RegExp(
      `^(?:press|hit|push|send)\\s+(?:the\\s+)?${KEY}(?:\\s+(?:in|on)\\s+(?:the\\s+)?(?<field>.+))?$`,
      'iu',
    ),
    read: (groups) => [
      [
        {
          kind: 'key',
          key: keyName(groups.raw('key') || groups.raw('named')),
          bare: groups.has('key') && !groups.raw('key').includes('+'),
          ...(groups.has('field') ? { field: groups.phrase('field') } : {}),
        },
      ],
    ],
  },
  {
    pattern: /^(?<verb>accept|agree to|allow|confirm)\s+(?<what>.+)$/iu,
    read: (groups) => [
      [{ kind: 'answer', accept: true, verb: groups.raw('verb').toLowerCase(), what: groups.phrase('what') }],
      [
        {
          kind: 'toggle',
          on: true,
          target: { text: `${groups.raw('verb')} ${groups.phrase('what').text}`, quoted: false },
        },
      ],
    ],
  },
  {
    pattern: /^(?<verb>dismiss|close|decline|reject|refuse|cancel)\s+(?<what>.+)$/iu,
    read: (groups) => [
      [
        {
          kind: 'answer',
          accept: false,
          verb: groups.raw('verb').toLowerCase(),
          what: groups.phrase('what'),
        },
      ],
    ],
  },
  {
    pattern: /^scroll\s+(?<direction>up|down|left|right)$/iu,
    read: (groups) => [[{ kind: 'scrollBy', direction: groups.raw('direction').toLowerCase() as 'up' }]],
  },
  {
    pattern: /^scroll(?: down| up)?(?: until| to)?\s+(?<to>.+)$/iu,
    read: (groups) => [[{ kind: 'scroll', to: groups.phrase('to') }]],
  },
  {
    pattern: /^(?:upload|attach)\s+(?<files>.+?)\s+(?:to|in|into|as|for)\s+(?:the\s+)?(?<field>.+)$/iu,
    read: (groups) => [
      [
        {
          kind: 'upload',
          paths: groups
            .raw('files')
            .split(/,\s*and\s+|,\s+|\s+and\s+/iu)
            .map((file) => groups.at(file).text),
          field: groups.phrase('field'),
        },
      ],
    ],
  },
];

function keyName(said: string): string {
  const parts = said.split('+');
  const named = parts.map((part, at) => {
    const low = part.toLowerCase();
    if (at < parts.length - 1)
      return { control: 'Control', ctrl: 'Control', alt: 'Alt', shift: 'Shift' }[low] ?? 'Meta';
    return KEYS[low] ?? (part.length === 1 ? part : part.toUpperCase());
  });
  return named.join('+');
}

/** Carries out a key press. */
export const KEY_PRESS: Handler<'key'> = {
  next(intent, view, memory): Move {
    if (memory.done.has('key')) return { kind: 'done' };
    const twin = intent.bare
      ? find(view, { text: intent.key, quoted: true }, { roles: PRESSABLE })
      : undefined;
    if (twin?.kind === 'many') return unplaced(twin, intent.key, 'a key');
    if (twin?.kind === 'one') {
      return {
        kind: 'unable',
        why: `"${intent.key}" is a key and also ${describe(twin.node)}; say "the ${intent.key} key" or "the ${intent.key} ${twin.node.role}"`,
      };
    }
    const says = `pressed ${intent.key}`;
    if (intent.field === undefined)
      return { kind: 'act', label: 'key', action: { kind: 'press', key: intent.key }, says };
    const field = findField(view, intent.field);
    if (field.kind !== 'one') return unplaced(field, intent.field.text, 'a field');
    return {
      kind: 'act',
      label: 'key',
      action: { kind: 'press', key: intent.key, target: field.node.id },
      says: `${says} in ${describe(field.node)}`,
    };
  },
  recall: (intent, sentence) =>
    sentence.kind === 'press' && sentence.text.includes(intent.key) ? 'key' : undefined,
};

const DIALOG_WORD =
  /^(?:(?:the|this|that|native|browser|confirmation|open|alert|confirm|prompt|modal|popup|pop-up)\s+)*(?:dialog|dialogue|alert|prompt|confirm|confirmation|popup|pop-up|modal|message|question)(?: box)?$/iu;

/** Carries out an answer. */
export const ANSWER: Handler<'answer'> = {
  next(intent, view, memory): Move {
    if (memory.done.has('answer')) return { kind: 'done' };
    const found = findAnswer(intent, view);
    if (found.kind === 'one') {
      return {
        kind: 'act',
        label: 'answer',
        action: { kind: 'tap', target: found.node.id },
        says: `pressed ${describe(found.node)}`,
      };
    }
    if (found.kind === 'none' && DIALOG_WORD.test(intent.what.text) && !memory.failed.has('answer')) {
      return nativeAnswer(intent);
    }
    return unplaced(found, `${intent.verb} ${intent.what.text}`, 'a button that gives this answer');
  },
  recall(intent, sentence) {
    if (sentence.kind === 'dialog') return 'answer';
    return sentence.kind === 'tap' && answerRules(intent).some((rule) => rule(sentence.name ?? ''))
      ? 'answer'
      : undefined;
  },
};

function nativeAnswer(intent: IntentOf<'answer'>): Move {
  return {
    kind: 'act',
    label: 'answer',
    action: { kind: 'dialog', accept: intent.accept },
    says: `${intent.accept ? 'accepted' : 'dismissed'} the dialog`,
  };
}

function answerRules(intent: IntentOf<'answer'>): readonly ((label: string) => boolean)[] {
  const said = `${intent.verb} ${intent.what.text}`;
  const yes = [
    /^(?:accept|allow|agree)(?: (?:to )?all)?$/u,
    /^i agree$/u,
    /^(?:ok|okay|got it|yes|confirm)$/u,
  ];
  const no =
    intent.verb === 'close' || intent.verb === 'dismiss'
      ? [/^(?:close|dismiss|×|x|✕)$/u, /^(?:got it|ok|okay|no thanks|not now|cancel)$/u]
      : [/^(?:decline|reject|refuse|deny)(?: all)?$/u, /^(?:no|no thanks|cancel|not now|only necessary)$/u];
  return [
    (label) => fold(label) === fold(said),
    (label) => containsWords(label, said),
    ...(intent.accept ? yes : no).map((pattern) => (label: string) => pattern.test(fold(label))),
  ];
}

function findAnswer(intent: IntentOf<'answer'>, view: View): Find {
  const buttons = new Set(['button', 'link']);
  const [named, ...rest] = answerRules(intent);
  if (named === undefined) return { kind: 'none' };
  const own = findBy(view, { roles: buttons }, [named, ...rest.slice(0, 1)]);
  if (own.kind !== 'none') return own;
  // "Cancel" on a page is an answer to anything; it is this one's only inside what is named, or where all buttons speak of cookies.
  const holder = findHolder(view, intent.what);
  if (holder.kind === 'many') return holder;
  if (holder.kind === 'none' && !/\b(?:cookies?|consent)\b/iu.test(intent.what.text)) return { kind: 'none' };
  const range = holder.kind === 'one' ? insideOf(view, holder.index) : wholeOf(view);
  return findBy(view, { roles: buttons, range }, rest.slice(1));
}

/** The dialog or banner that is meant: by name, or the only dialog when the clause just says "dialog". */
function findHolder(view: View, what: Phrase): Find {
  const isHolder = (node: ScreenNode): boolean => HOLDERS.has(node.role);
  if (DIALOG_WORD.test(what.text)) {
    return settle(
      view,
      indexesIn(view, wholeOf(view), (node) => node.role === 'dialog' || node.role === 'alertdialog'),
    );
  }
  const bare = {
    ...what,
    text: what.text.replace(/\s+(?:dialog|banner|popup|modal|message|notice|window|panel)$/iu, ''),
  };
  return find(view, bare, { roles: HOLDERS, only: isHolder });
}

const HOLDERS: ReadonlySet<string> = new Set([
  'dialog',
  'alertdialog',
  'region',
  'complementary',
  'alert',
  'status',
  'group',
  'banner',
]);

/** Carries out a scroll to a text. */
export const SCROLL: Handler<'scroll'> = {
  next: (intent, _view, memory: Memory): Move =>
    memory.done.has('scroll')
      ? { kind: 'done' }
      : {
          kind: 'act',
          label: 'scroll',
          action: { kind: 'scrollUntil', text: intent.to.text.replace(/^the\s+/iu, ''), direction: 'down' },
          says: `scrolled to "${intent.to.text}"`,
        },
  recall: (_intent, sentence) =>
    sentence.kind === 'scrollUntil' || sentence.kind === 'scroll' ? 'scroll' : undefined,
};

/** Carries out a scroll in a direction. */
export const SCROLL_BY: Handler<'scrollBy'> = {
  next: (intent, _view, memory): Move =>
    memory.done.has('scroll')
      ? { kind: 'done' }
      : {
          kind: 'act',
          label: 'scroll',
          action: { kind: 'scroll', direction: intent.direction },
          says: `scrolled ${intent.direction}`,
        },
  recall: (_intent, sentence) => (sentence.kind === 'scroll' ? 'scroll' : undefined),
};

/** Carries out an upload. */
export const UPLOAD: Handler<'upload'> = {
  next(intent, view, memory): Move {
    if (memory.done.has('upload')) return { kind: 'done' };
    const roles = new Set(['button', 'textbox', 'file', 'filechooser', 'group']);
    const found = find(view, intent.field, { roles });
    if (found.kind !== 'one') return unplaced(found, intent.field.text, 'a field for files');
    return {
      kind: 'act',
      label: 'upload',
      action: { kind: 'upload', target: found.node.id, paths: intent.paths },
      says: `uploaded ${intent.paths.join(', ')} to ${describe(found.node)}`,
    };
  },
  recall: (_intent, sentence) => (sentence.kind === 'upload' ? 'upload' : undefined),
};
