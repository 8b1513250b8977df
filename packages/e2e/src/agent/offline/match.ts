// Which control a phrase means: exact rules in a fixed order, each with one answer, none, or twins. It never scores and never picks.
import type { ScreenNode } from '../../screen/node.ts';
import type { Phrase } from './goal.ts';
import { indexesIn, type Range, type View, wholeOf } from './view.ts';
import { containsWords, contentWords, fold, saysMore, wordsOf } from './words.ts';

/** What a search on the screen came to; indexes are those of the view. */
export type Find =
  | { readonly kind: 'one'; readonly index: number; readonly node: ScreenNode }
  | { readonly kind: 'none' }
  | { readonly kind: 'many'; readonly nodes: readonly ScreenNode[] };

const roles = (list: string): ReadonlySet<string> => new Set(list.split(' '));

/** Roles that a press may go to. Source: WAI-ARIA 1.2 widget roles, and `summary` as browsers expose it. */
export const PRESSABLE: ReadonlySet<string> = roles(
  'button link menuitem menuitemcheckbox menuitemradio tab option treeitem switch checkbox radio summary combobox gridcell',
);
/** Roles that text goes into. */
export const FILLABLE: ReadonlySet<string> = roles(
  'textbox searchbox spinbutton combobox slider date time datetime month week color',
);
/** Roles that are on or off. */
export const CHECKABLE: ReadonlySet<string> = roles('checkbox switch radio menuitemcheckbox menuitemradio');

/** What a noun after a name says about the control. */
const NOUNS: Readonly<Record<string, string>> = {
  button: 'button',
  btn: 'button',
  icon: 'button link',
  link: 'link',
  tab: 'tab link button',
  menuitem: 'menuitem',
  'menu item': 'menuitem menuitemcheckbox menuitemradio link',
  menu: 'button combobox menuitem link summary',
  option: 'option radio menuitemradio',
  checkbox: 'checkbox switch',
  'check box': 'checkbox switch',
  switch: 'switch checkbox',
  toggle: 'switch checkbox button',
  radio: 'radio',
  'radio button': 'radio',
  field: [...FILLABLE].join(' '),
  'text field': 'textbox searchbox',
  input: [...FILLABLE].join(' '),
  box: 'textbox searchbox combobox spinbutton checkbox',
  'text box': 'textbox searchbox',
  dropdown: 'combobox listbox button',
  'drop-down': 'combobox listbox button',
  list: 'combobox listbox',
  select: 'combobox listbox',
  page: 'link button tab menuitem',
  section: 'link button tab menuitem summary',
};
const NOUN = new RegExp(
  `^(.+?)\\s+(${Object.keys(NOUNS)
    .sort((a, b) => b.length - a.length)
    .join('|')})$`,
  'iu',
);

/** The names a node can be called by. */
export function labelsOf(node: ScreenNode): readonly string[] {
  const labels = [node.name, node.placeholder].filter((label) => label !== undefined && label !== '');
  return labels.length > 0 ? (labels as string[]) : node.text ? [node.text] : [];
}

/** What a search is limited to. */
export interface Among {
  readonly roles: ReadonlySet<string>;
  readonly range?: Range;
  /** Further test on the node. */
  readonly only?: (node: ScreenNode, index: number) => boolean;
  /** Only the same name counts, not one that contains its words. */
  readonly strict?: boolean;
}

/** Finds the one control that a phrase names. */
export function find(view: View, said: Phrase, all: Among): Find {
  const among = said.noun === undefined ? all : { ...all, roles: rolesOf(said.noun, all.roles) };
  const whole = findBy(view, among, [exactly(said.text), folded(said.text)]);
  if (whole.kind !== 'none') return whole;
  const bare = stripArticle(said.text);
  if (said.quoted) return { kind: 'none' };
  const noun = NOUN.exec(bare);
  if (noun?.[1] !== undefined && noun[2] !== undefined) {
    const wanted = roles(NOUNS[noun[2].toLowerCase()] ?? '');
    const hinted = { ...among, roles: new Set([...among.roles].filter((role) => wanted.has(role))) };
    const found = findBy(view, hinted, rulesFor(noun[1], among.strict));
    if (found.kind !== 'none') return found;
  }
  return findBy(view, among, rulesFor(bare, among.strict));
}

/** Runs the rules in order; the first with any match decides. */
export function findBy(view: View, among: Among, rules: readonly ((label: string) => boolean)[]): Find {
  const able = indexesIn(
    view,
    among.range ?? wholeOf(view),
    (node, index) => among.roles.has(node.role) && (among.only?.(node, index) ?? true),
  );
  for (const rule of rules) {
    const found = able.filter((index) => {
      const node = view.nodes[index];
      return node !== undefined && labelsOf(node).some(rule);
    });
    if (found.length > 0) return settle(view, found);
  }
  return { kind: 'none' };
}

/** One, none or many, from indexes. */
export function settle(view: View, found: readonly number[]): Find {
  const nodes = found.map((index) => view.nodes[index]).filter((node) => node !== undefined);
  const [index] = found;
  const [node] = nodes;
  if (index === undefined || node === undefined) return { kind: 'none' };
  return nodes.length === 1 ? { kind: 'one', index, node } : { kind: 'many', nodes };
}

/** The rules a plain name is tried by: exact, same but for case and marks, same but for articles and counts, all words contained. */
function rulesFor(text: string, strict = false): readonly ((label: string) => boolean)[] {
  const same = [exactly(text), folded(text)];
  return strict ? same : [...same, essentially(text), containing(text)];
}

const exactly =
  (text: string) =>
  (label: string): boolean =>
    label === text;
const folded = (text: string) => {
  const wanted = fold(text);
  return (label: string): boolean => wanted !== '' && fold(label) === wanted;
};
const essentially = (text: string) => {
  const wanted = essence(text);
  return (label: string): boolean => wanted !== '' && essence(label) === wanted;
};
const containing = (text: string) => {
  const said = wordsOf(text);
  return (label: string): boolean => containsWords(label, text) && !saysMore(label, said);
};

/** Whether a noun says which kind of control is meant. */
export function isControlNoun(noun: string): boolean {
  return NOUNS[noun] !== undefined;
}

/** The roles that a noun allows; a noun that names no kind of control allows them all. */
function rolesOf(noun: string, all: ReadonlySet<string>): ReadonlySet<string> {
  const wanted = all.has(noun) ? new Set([noun]) : roles(NOUNS[noun] ?? '');
  const both = new Set([...all].filter((role) => wanted.has(role)));
  return NOUNS[noun] === undefined && both.size === 0 ? all : both;
}

/** What is left of a name without articles, counts (`Cart (2)`) and words that only say "go there" (`View cart`). */
function essence(text: string): string {
  const content = contentWords(text);
  const named = content.filter(
    (word, at) => !/^\d+$/u.test(word) && !(at === 0 && content.length > 1 && GOING.has(word)),
  );
  return named.join(' ');
}

const GOING: ReadonlySet<string> = new Set(['view', 'open', 'show', 'see', 'go', 'visit']);

function stripArticle(text: string): string {
  return text.trim().replace(/^(?:the|a|an|my|your)\s+/iu, '');
}
