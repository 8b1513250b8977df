// Which elements may have words generated before or after them, told from the style sheets: to ask each element takes the browser longer than
// all else of a look. In doubt it says that any may. What is generated is read by name.ts.
import { mayShortCut, oncePerLook } from './dom.ts';
import { animations } from './motion.ts';
import { shadowRoots } from './watch.ts';

/** More rules than this are not read: asking the elements is not dearer then. Source: chosen. */
const MOST_RULES = 20_000;

/** More selectors than this are not looked up. Source: chosen. */
const MOST_SELECTORS = 500;

type Root = Document | ShadowRoot;

/** The browser's own style sheet generates quotation marks, and nothing else. Held by `short-cuts.test.ts`. */
const GENERATES_ALWAYS = 'q';

/** Whether words may be generated before or after an element. */
export function mayGenerate(element: Element): boolean {
  if (!mayShortCut() || element.localName === GENERATES_ALWAYS) return true;
  const found = suspects(document);
  return found === 'any' || (found.size > 0 && found.has(element));
}

/** Those of the whole document, shadow roots among it. */
const suspects = oncePerLook((document: Document): 'any' | ReadonlySet<Element> => {
  const scan = new Scan();
  const found = new Set<Element>();
  try {
    for (const root of [document, ...shadowRoots()]) {
      const selectors = scan.selectorsOf(root);
      if (selectors.length > MOST_SELECTORS) return 'any';
      if (selectors.length > 0)
        for (const element of root.querySelectorAll(selectors.join(','))) found.add(element);
    }
  } catch {
    // A sheet of another site, or a selector that cannot be looked up as it is.
    return 'any';
  }
  return animations().some(generatesInTime) ? 'any' : found;
});

/** An animation or a transition, from nothing to a word and back. */
function generatesInTime({ effect }: Animation): boolean {
  if (!(effect instanceof KeyframeEffect) || !effect.pseudoElement) return false;
  return effect.getKeyframes().some((frame) => 'content' in frame);
}

/** Parts of a rule as any kind of rule may have them. */
interface Rule {
  readonly type: number;
  readonly selectorText?: string;
  readonly cssRules?: CSSRuleList;
  readonly styleSheet?: CSSStyleSheet | null;
  readonly styleMap?: { get(property: string): { toString(): string } | undefined | null };
  readonly style?: { readonly content: string };
}

/** `CSSRule.PAGE_RULE`: for paper. */
const PAGE_RULE = 6;

/** What is generated before or after; not an escaped colon in the name of a class. With what stands in front where it is the whole of a compound. */
const GENERATED = /((?:^|[\s>+~,(])?)(?<!\\)::?(?:before|after)(?![\w\\-])/g;

/** What reaches out of the tree that a sheet is for, or cannot be looked up with the generated part cut off. */
const ELSEWHERE =
  /&|:host|::slotted|::part|:scope|\\\\|\||["'][^"']*(?:before|after)|(?<!\\)::?(?:before|after):/;

/** What is drawn and not read: nothing, or signs of an icon font. */
const WORDLESS = /^(?:none|normal|initial|unset|(?:"[\ue000-\uf8ff]*"\s*)+)$/;

/** One reading of the style sheets. @throws what a sheet of another site throws, and where nothing can be said. */
class Scan {
  readonly #bySheet = new Map<CSSStyleSheet, readonly string[]>();
  #count = 0;

  selectorsOf(root: Root): readonly string[] {
    const all: string[] = [];
    for (const sheet of root.styleSheets) for (const one of this.#ofSheet(sheet)) all.push(one);
    for (const sheet of root.adoptedStyleSheets) for (const one of this.#ofSheet(sheet)) all.push(one);
    return all;
  }

  #ofSheet(sheet: CSSStyleSheet): readonly string[] {
    const known = this.#bySheet.get(sheet);
    if (known !== undefined) return known;
    const selectors: string[] = [];
    this.#bySheet.set(sheet, selectors);
    this.#addRules(sheet.cssRules, undefined, selectors);
    return selectors;
  }

  #addRules(rules: CSSRuleList, parent: string | undefined, into: string[]): void {
    for (let at = 0; at < rules.length; at += 1) {
      this.#count += 1;
      if (this.#count > MOST_RULES) throw new Error('too many rules');
      this.#addRule(rules[at] as unknown as Rule, parent, into);
    }
  }

  #addRule(rule: Rule, parent: string | undefined, into: string[]): void {
    if (rule.type === PAGE_RULE) return;
    const { selectorText, cssRules, styleSheet } = rule;
    if (styleSheet) for (const one of this.#ofSheet(styleSheet)) into.push(one);
    let own = parent;
    if (selectorText !== undefined) {
      own = parent === undefined ? selectorText : selectorText.replaceAll('&', `:is(${plain(parent)})`);
      if (selectorText.search(GENERATED) >= 0 && saysWords(rule)) into.push(plainOrThrow(own));
    } else if (saysWords(rule)) throw new Error('words of a keyframe, or of a part of a rule');
    if (cssRules !== undefined && cssRules.length > 0) this.#addRules(cssRules, own, into);
  }
}

function saysWords({ styleMap, style }: Rule): boolean {
  const content = styleMap === undefined ? style?.content : styleMap.get('content')?.toString();
  return content !== undefined && content !== '' && !WORDLESS.test(content);
}

/** The elements before or after which something is generated. */
function plainOrThrow(selector: string): string {
  if (ELSEWHERE.test(selector)) throw new Error('it reaches elsewhere');
  return plain(selector);
}

function plain(selector: string): string {
  return selector.replace(GENERATED, (_all, front: string, at: number) =>
    front === '' && at > 0 ? '' : `${front}*`,
  );
}
