// Which control belongs to a named row, card or item, when the control's own name does not say it ("Delete", "Add to cart").
// The page's structure must prove it; where it does not, the answer is "many", never the nearest.
import type { Phrase } from './goal.ts';
import { type Find, labelsOf, settle } from './match.ts';
import { indexesIn, insideOf, type Range, type View, wholeOf } from './view.ts';
import { containsWords, fold } from './words.ts';

/** Roles that hold one thing of many. Source: WAI-ARIA 1.2. */
const ITEM_ROLES: ReadonlySet<string> = new Set([
  'row',
  'listitem',
  'article',
  'treeitem',
  'option',
  'figure',
]);
/** Roles that hold many things; what is inside one side by side has to be told apart by its order. */
const HOLDER_ROLES: ReadonlySet<string> = new Set(
  (
    'main region group form navigation banner contentinfo complementary list table grid rowgroup treegrid tree listbox feed ' +
    'dialog alertdialog document tabpanel search'
  ).split(' '),
);

/**
 * Finds the one control of an item. `search` says which controls count, within a part of the screen; `rules`: what the item may be called,
 * a name that contains its words included unless said otherwise.
 */
export function findInItem(
  view: View,
  item: Phrase,
  search: (range: Range) => Find,
  rules: readonly Rule[] = itemRules(item),
): Find {
  for (const rule of rules) {
    const named = indexesIn(
      view,
      wholeOf(view),
      (node) => !HOLDER_ROLES.has(node.role) && labelsOf(node).some(rule),
    );
    const found = new Set<number>();
    for (const index of named) {
      const own = controlOf(view, index, search);
      if (own.kind === 'many') return own;
      if (own.kind === 'one') found.add(own.index);
    }
    // A thing of exactly this name without such a control has none: a longer name (`Desk Lamp` for `Desk`) is another thing.
    if (named.length > 0) return settle(view, [...found]);
  }
  return { kind: 'none' };
}

/** Whether anything on the screen is called so; `rules` as for `findInItem`. */
export function isNamed(view: View, item: Phrase, rules: readonly Rule[] = itemRules(item)): boolean {
  return rules.some((rule) => view.nodes.some((node) => labelsOf(node).some(rule)));
}

type Rule = (label: string) => boolean;

function itemRules(item: Phrase): readonly Rule[] {
  const same = sameRules(item);
  return item.quoted ? same : [...same, (label: string) => containsWords(label, item.text)];
}

/**
 * What a thing may be called that is about to be bought, deleted or changed: its own name, with a count or a price after it at the most. With
 * one more word it is another thing, as `Walnut Desk Organiser` is no Walnut Desk, even when no Walnut Desk is there.
 */
export function wholeRules(item: Phrase): readonly Rule[] {
  return item.quoted ? sameRules(item) : [...sameRules(item), isWhole(fold(item.text))];
}

function sameRules(item: Phrase): readonly Rule[] {
  const folded = fold(item.text);
  return [(label) => label === item.text, (label) => fold(label) === folded];
}

/** What may stand after a name: `(3)`, `: 12.50`, ` $120`. The name itself must not go on, as `Version 1` does in `Version 1.2`. */
const AFTER_NAME = /^(?:[\s,:(][^\p{L}]*)?$/u;

const isWhole =
  (item: string): Rule =>
  (label) => {
    const said = fold(label);
    return said.startsWith(item) && AFTER_NAME.test(said.slice(item.length));
  };

function controlOf(view: View, index: number, search: (range: Range) => Find): Find {
  let child = index;
  for (let at = index; at !== -1; child = at, at = view.parent(at)) {
    const role = view.nodes[at]?.role ?? '';
    // An item has its own controls or none: what lies outside belongs to something else.
    if (ITEM_ROLES.has(role)) return search(insideOf(view, at));
    if (HOLDER_ROLES.has(role) && at !== index) return controlBeside(view, at, child, search);
  }
  return controlBeside(view, -1, child, search);
}

/**
 * Cards without a wrapper: name, controls, name, controls. The control after a name is its own only if every name from the first
 * one with a control on has exactly one, or only the very first name has one (a page about one thing), and none comes before the names.
 */
function controlBeside(view: View, holder: number, item: number, search: (range: Range) => Find): Find {
  const range = insideOf(view, holder);
  const like = view.nodes[item];
  const peers = indexesIn(
    view,
    range,
    (node, index) => node.role === like?.role && view.parent(index) === holder,
  );
  const parts = peers.map((from, at) => search({ from, to: peers[at + 1] ?? range.to }));
  const mine = parts[peers.indexOf(item)] ?? { kind: 'none' };
  if (mine.kind !== 'one') return mine;
  const shape = parts.map((part) => ({ none: '0', one: '1', many: '2' })[part.kind]).join('');
  const before = search({ from: range.from, to: peers[0] ?? range.to });
  const proven = /^0*1+$/u.test(shape) || (/^10*$/u.test(shape) && peers[0] === item);
  if (before.kind === 'none' && proven) return mine;
  const all = search(range);
  return all.kind === 'many' ? all : { kind: 'many', nodes: [mine.node] };
}
