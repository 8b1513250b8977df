// Small forms that one clause speaks of as a whole: sign in, sign out, search, create something by name. Each field and button is taken
// only where the form has a single one that fits.
import type { Value } from '../goal.ts';
import type { Grammar, Handler, IntentOf, Memory, Move } from '../intent.ts';
import { unplaced } from '../intent.ts';
import { type Find, findBy, PRESSABLE, settle } from '../match.ts';
import { describe, indexesIn, insideOf, type View, wholeOf } from '../view.ts';
import { containsWords, contentWords, fold, wordsOf } from '../words.ts';
import { isPassword, said, whyNot } from './field.ts';

const TEXT_FIELDS: ReadonlySet<string> = new Set(['textbox', 'combobox']);
const BUTTON: ReadonlySet<string> = new Set(['button']);
const SIGN_IN = '(?:sign|log) ?in|login';

/** Forms of clauses about whole forms. */
export const FORM_GRAMMARS: readonly Grammar[] = [
  {
    pattern: new RegExp(
      `^(?:${SIGN_IN})(?:\\s+(?:as|with|using)\\s+(?:(?:the )?(?:e-?mail|username|user|account)(?: address)?\\s+)?(?<user>.+?))??(?:,?\\s+(?:and|with|using)(?:\\s+with)?(?:\\s+the)?\\s+password\\s+(?<password>.+))?$`,
      'iu',
    ),
    read: (groups) => [
      [
        {
          kind: 'signIn',
          ...(groups.has('user') ? { user: groups.value('user') } : {}),
          ...(groups.has('password') ? { password: groups.value('password') } : {}),
        },
      ],
    ],
  },
  {
    pattern: /^expect (?:an? |the )?(?:error|alert|error message|refusal|it to fail|it to be refused)$/iu,
    read: () => [[{ kind: 'expectError' }]],
  },
  { pattern: /^(?:(?:sign|log) ?(?:out|off)|logout)$/iu, read: () => [[{ kind: 'signOut' }]] },
  {
    pattern: /^(?:search|look)(?: for)?\s+(?<value>.+)$/iu,
    read: (groups) => [[{ kind: 'search', value: groups.value('value') }]],
  },
  {
    pattern:
      /^(?:create|add|make|register)\s+(?<thing>.+?)\s+(?:named|called|titled|with (?:the )?(?:name|title))\s+(?<value>.+)$/iu,
    read: (groups) => [[{ kind: 'create', thing: groups.phrase('thing'), value: groups.value('value') }]],
  },
  {
    // `add X to the cart` is about X, and only the family of items knows what may be called so.
    pattern:
      /^(?!add\s+\S.*\s(?:to|in|into)\s+(?:the |my |your )?(?:shopping )?(?:cart|basket|bag|trolley)$)(?<target>(?:create|add|make)\s+.+)$/iu,
    read: (groups) => [[{ kind: 'press', gesture: 'tap', target: groups.phrase('target') }]],
  },
];

function typing(label: string, view: View, index: number, filled: Value): Move {
  const node = view.nodes[index];
  if (filled.kind === 'mixed' || filled.kind === 'unclear') return { kind: 'unable', why: whyNot(filled) };
  if (node === undefined) return { kind: 'none', words: said(filled), wanted: 'a field' };
  const says = `filled ${describe(node)} with ${filled.kind === 'text' ? `"${filled.text}"` : said(filled)}`;
  const action =
    filled.kind === 'secret'
      ? ({ kind: 'typeSecret', target: node.id, name: filled.name } as const)
      : ({ kind: 'type', target: node.id, text: filled.text } as const);
  return { kind: 'act', label, action, says };
}

/** The smallest part of the screen around a node in which the search finds anything. */
function nearest(view: View, index: number, search: (holder: number) => Find): Find {
  for (let at = view.parent(index); ; at = view.parent(at)) {
    const found = search(at);
    if (found.kind !== 'none' || at === -1) return found;
  }
}

const byWord =
  (...words: readonly string[]) =>
  (label: string): boolean =>
    wordsOf(label).some((word) => words.includes(word));
const isOneOf =
  (...names: readonly string[]) =>
  (label: string): boolean =>
    names.includes(fold(label));

const SIGN_IN_NAMES = isOneOf('sign in', 'log in', 'login', 'signin');

/** Carries out a sign-in. */
export const SIGN_IN_FORM: Handler<'signIn'> = {
  next(intent, view, memory): Move {
    if (memory.done.has('submit')) return { kind: 'done' };
    const [password, second] = indexesIn(view, wholeOf(view), isPassword);
    if (password === undefined) return signInWithoutPassword(view, memory);
    if (second !== undefined) {
      const nodes = [password, second].flatMap((index) => view.nodes[index] ?? []);
      return { kind: 'many', words: 'password', nodes };
    }
    return signInMove(intent, view, memory, password);
  },
  recall(intent, sentence) {
    const name = sentence.name ?? '';
    if (sentence.kind === 'typeSecret' || sentence.kind === 'type') {
      return /password|passcode|pin/iu.test(name)
        ? 'password'
        : intent.user === undefined
          ? undefined
          : 'user';
    }
    if (sentence.kind !== 'tap') return undefined;
    return SUBMIT.some((rule) => rule(name)) ? 'submit-or-open' : undefined;
  },
};

const SUBMIT: readonly ((label: string) => boolean)[] = [
  SIGN_IN_NAMES,
  byWord('sign-in', 'signin', 'login'),
  isOneOf('continue', 'submit', 'next', 'go'),
];

function signInWithoutPassword(view: View, memory: Memory): Move {
  const opener: Find = memory.done.has('open')
    ? { kind: 'none' }
    : findBy(view, { roles: PRESSABLE }, [SIGN_IN_NAMES]);
  if (opener.kind !== 'one')
    return unplaced(opener, 'password', 'a password field, or one control that leads to it');
  return {
    kind: 'act',
    label: 'open',
    action: { kind: 'tap', target: opener.node.id },
    says: `opened ${describe(opener.node)}`,
  };
}

function signInMove(intent: IntentOf<'signIn'>, view: View, memory: Memory, password: number): Move {
  if (intent.user !== undefined && !memory.done.has('user')) {
    const only = (_: unknown, index: number): boolean => index !== password;
    const user = nearest(view, password, (holder) =>
      findBy(view, { roles: TEXT_FIELDS, range: insideOf(view, holder), only }, [
        isOneOf('email', 'e-mail', 'email address', 'e-mail address', 'username', 'user name'),
        byWord('email', 'e-mail', 'username', 'user', 'login', 'account'),
      ]),
    );
    if (user.kind !== 'one') return unplaced(user, said(intent.user), 'a field for the user');
    return typing('user', view, user.index, intent.user);
  }
  if (intent.password !== undefined && !memory.done.has('password'))
    return typing('password', view, password, intent.password);
  const submit = submitAfter(view, password, SUBMIT);
  if (submit.kind !== 'one') return unplaced(submit, 'sign in', 'the button that signs in');
  return {
    kind: 'act',
    label: 'submit',
    action: { kind: 'tap', target: submit.node.id },
    says: `pressed ${describe(submit.node)}`,
  };
}

/** The button of a field's form, where the page has no form to tell by: around the field and after it, so that a button of the page's header is never taken for it. */
export function submitAfter(view: View, field: number, rules: readonly ((label: string) => boolean)[]): Find {
  return nearest(view, field, (holder) =>
    findBy(view, { roles: BUTTON, range: { from: field + 1, to: insideOf(view, holder).to } }, rules),
  );
}

/** Carries out a sign-out, through an account menu when there is one. */
export const SIGN_OUT: Handler<'signOut'> = {
  next(_intent, view, memory): Move {
    if (memory.done.has('out')) return { kind: 'done' };
    const found = findBy(view, { roles: PRESSABLE }, [
      isOneOf('sign out', 'log out', 'logout', 'log off', 'sign off', 'signout'),
    ]);
    if (found.kind !== 'one') return unplaced(found, 'sign out', 'a button or link that signs out');
    return {
      kind: 'act',
      label: 'out',
      action: { kind: 'tap', target: found.node.id },
      says: `pressed ${describe(found.node)}`,
    };
  },
  recall: (_intent, sentence) =>
    sentence.kind === 'tap' && /(?:sign|log) ?(?:out|off)/iu.test(sentence.name ?? '') ? 'out' : undefined,
};

/** Carries out a search: the field, then its button or the Enter key. */
export const SEARCH: Handler<'search'> = {
  next(intent, view, memory): Move {
    if (memory.done.has('go')) return { kind: 'done' };
    const field = findSearchField(view);
    if (field.kind === 'none' && !memory.done.has('open')) {
      const opener = findBy(view, { roles: new Set(['button', 'link']) }, [isOneOf('search', 'find')]);
      if (opener.kind === 'one')
        return {
          kind: 'act',
          label: 'open',
          action: { kind: 'tap', target: opener.node.id },
          says: `opened ${describe(opener.node)}`,
        };
    }
    if (field.kind !== 'one') return unplaced(field, 'search', 'a search field');
    if (!memory.done.has('type')) return typing('type', view, field.index, intent.value);
    const button = submitAfter(view, field.index, [isOneOf('search', 'find', 'go')]);
    if (button.kind === 'one')
      return {
        kind: 'act',
        label: 'go',
        action: { kind: 'tap', target: button.node.id },
        says: `pressed ${describe(button.node)}`,
      };
    return {
      kind: 'act',
      label: 'go',
      action: { kind: 'press', key: 'Enter', target: field.node.id },
      says: 'pressed Enter',
    };
  },
  recall(_intent, sentence) {
    if (sentence.kind === 'type') return 'type';
    if (sentence.kind === 'press') return 'go';
    return sentence.kind === 'tap' && /^(?:search|find|go)$/iu.test(sentence.name ?? '')
      ? 'submit-or-open'
      : undefined;
  },
};

function findSearchField(view: View): Find {
  const boxes = indexesIn(view, wholeOf(view), (node) => node.role === 'searchbox');
  if (boxes.length > 0) return settle(view, boxes);
  return findBy(view, { roles: TEXT_FIELDS }, [isOneOf('search'), byWord('search', 'find')]);
}

/** Carries out a creation: open the form, fill the one name field, press the form's button. */
export const CREATE: Handler<'create'> = {
  next(intent, view, memory): Move {
    if (memory.done.has('submit')) return { kind: 'done' };
    const field = findNameField(view, intent);
    if (field.kind === 'none' && !memory.done.has('open')) return openForm(intent, view);
    if (field.kind !== 'one') return unplaced(field, said(intent.value), 'a field for the name');
    if (!memory.done.has('name')) return typing('name', view, field.index, intent.value);
    const thing = contentWords(intent.thing.text);
    const submit = submitAfter(view, field.index, [
      (label) =>
        CREATING.has(wordsOf(label)[0] ?? '') && thing.every((word) => wordsOf(label).includes(word)),
      isOneOf('create', 'save', 'add', 'submit', 'done', 'ok'),
    ]);
    if (submit.kind !== 'one')
      return unplaced(submit, `create ${intent.thing.text}`, 'the button that creates it');
    return {
      kind: 'act',
      label: 'submit',
      action: { kind: 'tap', target: submit.node.id },
      says: `pressed ${describe(submit.node)}`,
    };
  },
  recall(_intent, sentence) {
    if (sentence.kind === 'type' || sentence.kind === 'typeSecret') return 'name';
    return sentence.kind === 'tap' &&
      [...CREATING, 'submit', 'done', 'ok'].includes(wordsOf(sentence.name ?? '')[0] ?? '')
      ? 'submit-or-open'
      : undefined;
  },
};

const CREATING: ReadonlySet<string> = new Set(['new', 'create', 'add', 'save', 'register']);

function findNameField(view: View, intent: IntentOf<'create'>): Find {
  const thing = contentWords(intent.thing.text).join(' ');
  return findBy(view, { roles: new Set(['textbox']) }, [
    isOneOf(`${thing} name`, `name of ${thing}`, `${thing} title`, `new ${thing}`, `name of the ${thing}`),
    isOneOf('name', 'title'),
    (label) => byWord('name', 'title')(label) && !byWord('search', 'filter', 'find')(label),
  ]);
}

function openForm(intent: IntentOf<'create'>, view: View): Move {
  const thing = contentWords(intent.thing.text).join(' ');
  const opener = findBy(view, { roles: PRESSABLE }, [
    (label) =>
      ['new', 'create', 'add', 'register'].includes(wordsOf(label)[0] ?? '') && containsWords(label, thing),
    (label) => ['new', 'create', 'add'].includes(wordsOf(label).join(' ')),
  ]);
  if (opener.kind !== 'one')
    return unplaced(opener, intent.thing.text, 'a field for its name, or a button that opens a form for it');
  return {
    kind: 'act',
    label: 'open',
    action: { kind: 'tap', target: opener.node.id },
    says: `opened ${describe(opener.node)}`,
  };
}

/** Carries out "expect an error": done once the app has shown one. */
export const EXPECT_ERROR: Handler<'expectError'> = {
  next: (_intent, _view, memory): Move =>
    memory.alert === undefined
      ? { kind: 'none', words: 'an error', wanted: 'a new alert that speaks of an error' }
      : { kind: 'done', note: `the app refused it: "${memory.alert}"` },
  recall: () => undefined,
};
