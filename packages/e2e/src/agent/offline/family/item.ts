// One thing among many: add a product to the cart, delete or edit a row. The control is found by its own name, or by the row or card
// that the page's structure proves it to be in.
import type { ScreenNode } from '../../../screen/node.ts';
import type { Phrase } from '../goal.ts';
import type { Grammar, Groups, Handler, Intent, IntentOf, Memory, Move } from '../intent.ts';
import { unplaced } from '../intent.ts';
import { type Among, type Find, findBy, labelsOf } from '../match.ts';
import { findInItem, isNamed, wholeRules } from '../place.ts';
import { describe, indexesIn, insideOf, type Range, type View, wholeOf } from '../view.ts';
import { containsWords, fold, wordsOf } from '../words.ts';

const BUTTONS: ReadonlySet<string> = new Set(['button', 'link', 'menuitem']);
const CART: ReadonlySet<string> = new Set(['cart', 'basket', 'bag', 'trolley']);
const ANY_ITEM =
  /^(?:it|this|that|(?:(?:one|an?|1|the|this|that|another)\s+)?(?:more\s+)?(?:item|product|one|article))$/iu;
const ROW = '(?:row|card|item|entry|line|record|product|list item)';

/** Forms of clauses about one of many. */
export const ITEM_GRAMMARS: readonly Grammar[] = [
  {
    pattern:
      /^(?:add|put|place)\s+(?<item>.+?)\s+(?:to|in|into)\s+(?:the |my |your )?(?:shopping )?(?:cart|basket|bag|trolley)$/iu,
    read: addings,
  },
  {
    pattern: /^(?<verb>delete|remove|edit|archive|duplicate|rename|restore|cancel|view)\s+(?<item>.+)$/iu,
    read: itemReadings,
  },
];

function addings(groups: Groups): readonly (readonly Intent[])[] {
  const item = groups.phrase('item');
  if (!item.quoted && ANY_ITEM.test(item.text)) return [[{ kind: 'addToCart' }]];
  const text = item.quoted ? item.text : item.text.replace(/^(?:one|an?|1|the)\s+/iu, '');
  return [[{ kind: 'addToCart', item: { ...item, text } }]];
}

/** The longest reading first: `the company Beta` may be the row's name before `Beta` is. */
function itemReadings(groups: Groups): readonly (readonly Intent[])[] {
  const verb = groups.raw('verb').toLowerCase();
  const whole = groups.raw('item');
  const bare = whole
    .replace(/\s+from\s+(?:the |my )?\S+$/iu, '')
    .replace(/^the\s+/iu, '')
    .replace(new RegExp(`^${ROW}\\s+(?:named |called |for |of |with )?`, 'iu'), '')
    .replace(new RegExp(`\\s+${ROW}$`, 'iu'), '');
  const named = bare.replace(/^(?:\p{Ll}+\s+)+(?:named |called )?(?=[^\p{Ll}\s])/u, '');
  const texts = [...new Set([whole, bare, named])].filter((text) => text.trim() !== '');
  return texts.map((text) => [{ kind: 'item', verb, item: groups.at(text) }]);
}

/** Carries out an addition to the cart. */
export const ADD_TO_CART: Handler<'addToCart'> = {
  next(intent, view, memory): Move {
    if (memory.done.has('add')) return { kind: 'done' };
    const found =
      intent.item === undefined ? findAdding(view, wholeOf(view)) : findAddingOf(view, intent.item);
    if (found.kind === 'one') {
      return {
        kind: 'act',
        label: 'add',
        action: { kind: 'tap', target: found.node.id },
        says: `pressed ${describe(found.node)}${of(intent.item)}`,
      };
    }
    const said = intent.item === undefined ? 'to the cart' : `${intent.item.text}" and its "add to cart`;
    if (
      found.kind === 'none' &&
      intent.item !== undefined &&
      !memory.done.has('open') &&
      findAdding(view, wholeOf(view)).kind === 'none'
    ) {
      return openProduct(view, intent.item, said);
    }
    return unplaced(found, said, 'a button that adds to the cart');
  },
  recall(intent, sentence) {
    if (sentence.kind !== 'tap' || sentence.name === undefined) return undefined;
    if (addingRules().some((rule) => rule(sentence.name ?? ''))) return 'add';
    return intent.item !== undefined && containsWords(sentence.name, intent.item.text) ? 'open' : undefined;
  },
};

function of(item: Phrase | undefined): string {
  return item === undefined ? '' : ` of "${item.text}"`;
}

/** A list without such buttons: the product's own page has it. */
function openProduct(view: View, item: Phrase, said: string): Move {
  const link = findBy(view, { roles: new Set(['link', 'button']) }, wholeRules(item));
  if (link.kind !== 'one')
    return unplaced(link, said, 'a button that adds to the cart, or a link of that name');
  return {
    kind: 'act',
    label: 'open',
    action: { kind: 'tap', target: link.node.id },
    says: `opened ${describe(link.node)}`,
  };
}

/** `Add Walnut Desk to cart`. */
const ADDING =
  /^(?:add|put|buy)\s+(?:(?:the|an?|one|1)\s+)?(?<item>.+?)(?:\s+(?:to|in|into)\s+(?:the |my |your )?(?:shopping )?(?:cart|basket|bag|trolley))?$/iu;

/** `Delete row Beta`, after its verb. */
const NAMING = new RegExp(`^\\S+\\s+(?:the\\s+)?(?:${ROW}\\s+)?(?<item>.+)$`, 'iu');

function isWhole(item: Phrase, name: string | undefined): boolean {
  return name !== undefined && wholeRules(item).some((rule) => rule(name));
}

function findAddingOf(view: View, item: Phrase): Find {
  const named = findBy(view, { roles: BUTTONS }, [
    (label) => isWhole(item, ADDING.exec(label)?.groups?.item),
  ]);
  if (named.kind !== 'none') return named;
  return findInItem(view, item, (range) => findAdding(view, range), wholeRules(item));
}

function findAdding(view: View, range: Range): Find {
  return findBy(view, { roles: BUTTONS, range }, addingRules());
}

function addingRules(): readonly ((label: string) => boolean)[] {
  return [
    (label) =>
      /^(?:add|put)$/u.test(wordsOf(label)[0] ?? '') && wordsOf(label).some((word) => CART.has(word)),
    (label) => /^(?:\+ ?)?add (?:(?:one|an?|1|this|another) )?(?:item|product|one)$/u.test(fold(label)),
    (label) => /^(?:\+ ?)?add$/u.test(fold(label)),
  ];
}

/** Carries out an edit, deletion or the like of one row, and answers the question that a deletion asks. */
export const ITEM: Handler<'item'> = {
  next(intent, view, memory): Move {
    if (!memory.done.has('item')) return itemMove(intent, view);
    if (memory.done.has('confirm') || memory.more || !ASKING.has(intent.verb)) return { kind: 'done' };
    return confirmMove(intent, view, memory);
  },
  recall(intent, sentence) {
    const verbs = synonyms(intent.verb);
    const name = sentence.name ?? '';
    if (sentence.kind === 'dialog') return 'confirm';
    if (sentence.kind !== 'tap') return undefined;
    if (wordsOf(name).some((word) => verbs.includes(word))) return 'item';
    return CONFIRM.some((rule) => rule(name)) ? 'confirm' : undefined;
  },
};

const ASKING: ReadonlySet<string> = new Set(['delete', 'remove', 'archive', 'cancel']);
const CONFIRM: readonly ((label: string) => boolean)[] = [
  (label) => /^(?:yes\b.*|confirm\b.*)$/u.test(fold(label)),
  (label) => /^(?:ok|okay|continue)$/u.test(fold(label)),
];

function synonyms(verb: string): readonly string[] {
  const groups = [
    ['delete', 'remove', 'trash'],
    ['edit', 'change', 'modify'],
    ['duplicate', 'copy'],
    ['view', 'open', 'details'],
  ];
  const group = groups.find((words) => words.includes(verb)) ?? [];
  return [verb, ...group.filter((word) => word !== verb)];
}

function itemMove(intent: IntentOf<'item'>, view: View): Move {
  const verbs = synonyms(intent.verb);
  const rulesOf = (test: (label: string, verb: string) => boolean) =>
    verbs.map((verb) => (label: string) => test(label, verb));
  const named = findBy(
    view,
    { roles: BUTTONS },
    rulesOf(
      (label, verb) => wordsOf(label)[0] === verb && isWhole(intent.item, NAMING.exec(label)?.groups?.item),
    ),
  );
  const startsWith = rulesOf((label, verb) => wordsOf(label)[0] === verb);
  const among = (range: Range): Among => ({ roles: BUTTONS, range });
  const rules = wholeRules(intent.item);
  const found =
    named.kind !== 'none'
      ? named
      : findInItem(view, intent.item, (range) => findBy(view, among(range), startsWith), rules);
  if (found.kind === 'one') {
    const { node } = found;
    const whose = labelsOf(node).some((label) => containsWords(label, intent.item.text))
      ? ''
      : of(intent.item);
    return {
      kind: 'act',
      label: 'item',
      action: { kind: 'tap', target: node.id },
      says: `pressed ${describe(node)}${whose}`,
    };
  }
  const wanted = isNamed(view, intent.item, rules)
    ? `a "${intent.verb}" control of it`
    : 'a row, card or control of that name';
  return unplaced(found, intent.item.text, wanted);
}

/** The goal said what to delete, so a dialog that the deletion opened is answered, if it has one such button. */
function confirmMove(intent: IntentOf<'item'>, view: View, memory: Memory): Move {
  const isDialog = (node: ScreenNode): boolean => node.role === 'dialog' || node.role === 'alertdialog';
  const [dialog, second] = indexesIn(view, wholeOf(view), isDialog);
  const before = memory.before.nodes.some(isDialog);
  if (dialog === undefined || before) return { kind: 'done' };
  if (second !== undefined)
    return { kind: 'unable', why: 'two dialogs are open after the press; say which button to press next' };
  const verbs = synonyms(intent.verb).map((verb) => (label: string) => wordsOf(label)[0] === verb);
  const yes = findBy(view, { roles: BUTTONS, range: insideOf(view, dialog) }, [...verbs, ...CONFIRM]);
  if (yes.kind === 'none')
    return {
      kind: 'unable',
      why: 'a dialog opened after the press and has no button that plainly confirms it; say which button to press next',
    };
  if (yes.kind === 'many') return unplaced(yes, intent.verb, 'the button that confirms');
  return {
    kind: 'act',
    label: 'confirm',
    action: { kind: 'tap', target: yes.node.id },
    says: `confirmed with ${describe(yes.node)}`,
  };
}
