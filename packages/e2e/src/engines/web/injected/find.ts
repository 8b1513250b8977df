// Finds elements by the query of a hand-written test, as Playwright's locators find them. It answers where there is one answer by plain
// rules; where a rule with exceptions would decide (shadow trees, names from labels or styles, roles taken away) it gives none.
import type { ElementState } from '../../../engine/contract.ts';
import { stateOfAll } from '../element-state.ts';
import { startLook } from './dom.ts';
import { labelsOf } from './label.ts';
import { isRole } from './role.ts';
import { shadowRoots } from './watch.ts';

/** What to find: an element's role and name, its text, or its test id; then, of these, the one at a place (-1: the last). */
export interface Find {
  readonly by: 'role' | 'text' | 'testId';
  readonly text: string;
  readonly name?: string;
  readonly exact: boolean;
  readonly nth?: number;
}

/** Roles that are found here, each with what has it without saying so. Source: HTML-AAM, as Playwright has it. */
const IMPLICIT: Readonly<Record<string, string>> = {
  alert: ':not(*)',
  alertdialog: ':not(*)',
  article: 'article',
  button:
    'button, input[type=button i], input[type=submit i], input[type=reset i], input[type=image i], input[type=file i]',
  dialog: 'dialog',
  heading: 'h1, h2, h3, h4, h5, h6',
  link: 'a[href], area[href]',
  list: 'ul, ol, menu',
  listitem: 'li',
  log: ':not(*)',
  main: 'main',
  menuitem: ':not(*)',
  navigation: 'nav',
  status: 'output',
  switch: ':not(*)',
  tab: ':not(*)',
  tabpanel: ':not(*)',
};

/** Those that are named by what they hold. */
const NAMED_BY_CONTENT: ReadonlySet<string> = new Set('button heading link menuitem switch tab'.split(' '));

/** Elements that give a name nothing but their content. */
const PLAIN: ReadonlySet<string> = new Set(
  'a b button div em h1 h2 h3 h4 h5 h6 i li small span strong'.split(' '),
);
const PLAIN_INSIDE: ReadonlySet<string> = new Set('b em i small span strong'.split(' '));

/** Says of one element that it cannot be told here. */
const UNSURE = Symbol('unsure');

/** The state of each element found, in document order; `undefined` where this is not the place to tell. */
export function find(wanted: Find, testIdAttribute: string): readonly ElementState[] | undefined {
  if (shadowRoots().length > 0) return undefined;
  startLook();
  const found = tellable(() => elementsOf(wanted, testIdAttribute));
  // What was learnt holds for one look, and must not keep removed elements alive.
  startLook();
  if (found === undefined || wanted.nth === undefined) return found && stateOfAll(found);
  return stateOfAll(found.slice(wanted.nth, wanted.nth === -1 ? undefined : wanted.nth + 1));
}

/** A field of a form stands before what every element has by that name, such as `children`: what stumbles over one is for Playwright to say. */
function tellable<Value>(look: () => Value): Value | undefined {
  try {
    return look();
  } catch {
    return undefined;
  }
}

function elementsOf(wanted: Find, testIdAttribute: string): readonly Element[] | undefined {
  switch (wanted.by) {
    case 'testId':
      return [...document.querySelectorAll(`[${testIdAttribute}]`)].filter(
        (element) => element.getAttribute(testIdAttribute) === wanted.text,
      );
    case 'text':
      return byText(normal(wanted.text), wanted.exact);
    default:
      return byRole(wanted);
  }
}

/** White space as Playwright compares it. */
function normal(text: string): string {
  return text
    .replace(/[\u200b\u00ad]/g, '')
    .trim()
    .replace(/\s+/g, ' ');
}

function byText(wanted: string, isExact: boolean): readonly Element[] {
  const texts = new Map<Element, string>();
  const lower = wanted.toLowerCase();
  const holds = (element: Element): boolean => {
    const text = normal(textOf(element, texts));
    return isExact ? text === wanted : text.toLowerCase().includes(lower);
  };
  const found: Element[] = [];
  let without: Element | undefined;
  for (const element of document.querySelectorAll('*')) {
    // What is not in the whole is in no part of it; what the whole is not, a part may be.
    if (!isExact && without?.contains(element)) continue;
    if (isTextless(element) || !holds(element)) without = element;
    else if (![...element.children].some(holds)) found.push(element);
  }
  return found;
}

function isTextless(element: Element): boolean {
  const { nodeName } = element;
  return (
    nodeName === 'SCRIPT' ||
    nodeName === 'NOSCRIPT' ||
    nodeName === 'STYLE' ||
    document.head?.contains(element) === true
  );
}

function textOf(element: Element, known: Map<Element, string>): string {
  const before = known.get(element);
  if (before !== undefined) return before;
  let text = '';
  if (isTextless(element)) text = '';
  else if (element instanceof HTMLInputElement && /^(?:submit|button|reset)$/.test(element.type))
    text = element.value;
  else {
    for (let child = element.firstChild; child; child = child.nextSibling) {
      if (child.nodeType === Node.TEXT_NODE) text += child.nodeValue ?? '';
      else if (child.nodeType === Node.ELEMENT_NODE) text += textOf(child as Element, known);
    }
  }
  known.set(element, text);
  return text;
}

function byRole({ text, name, exact }: Find): readonly Element[] | undefined {
  const role = text.toLowerCase();
  const implicit = IMPLICIT[role];
  if (implicit === undefined) return undefined;
  const wanted = name === undefined ? undefined : normal(name);
  const found: Element[] = [];
  for (const element of document.querySelectorAll(`[role], ${implicit}`)) {
    const has = hasRole(element, role, implicit);
    if (has === UNSURE) return undefined;
    if (!has) continue;
    const hidden = isOutOfReach(element);
    if (hidden === UNSURE) return undefined;
    if (hidden) continue;
    if (wanted !== undefined) {
      const own = nameOf(element, role);
      if (own === UNSURE || own === '') return undefined;
      if (exact ? own !== wanted : !own.toUpperCase().includes(wanted.toUpperCase())) continue;
    }
    found.push(element);
  }
  return found;
}

function hasRole(element: Element, role: string, implicit: string): boolean | typeof UNSURE {
  const isImplicit = element.matches(implicit);
  const said = element.getAttribute('role')?.toLowerCase().trim() ?? '';
  if (said === role) return true;
  if (said === '') {
    // A list or a table whose own role was taken away takes its parts' along.
    const around = isImplicit ? element.parentElement?.getAttribute('role') : undefined;
    return /none|presentation/i.test(around ?? '') ? UNSURE : isImplicit;
  }
  // Playwright does not know the last.
  const isOther = isRole(said) && !/^(?:none|presentation|suggestion)$/.test(said);
  if (isOther) return false;
  return isImplicit || said.includes(role) ? UNSURE : false;
}

function isOutOfReach(element: Element): boolean | typeof UNSURE {
  const { display, visibility } = getComputedStyle(element);
  if (display === 'contents') return UNSURE;
  return (
    /^(?:STYLE|SCRIPT|NOSCRIPT|TEMPLATE)$/.test(element.nodeName) ||
    !element.checkVisibility() ||
    visibility !== 'visible' ||
    element.closest('[aria-hidden=true i]') !== null
  );
}

function nameOf(element: Element, role: string): string | typeof UNSURE {
  if (element.hasAttribute('aria-labelledby') || (element.ariaLabelledByElements?.length ?? 0) > 0)
    return UNSURE;
  const label = element.getAttribute('aria-label') ?? '';
  if (label.trim() !== '') return normal(label);
  if (!NAMED_BY_CONTENT.has(role) || !isPlain(element, PLAIN)) return UNSURE;
  if (labelsOf(element).length > 0) return UNSURE;
  const content = contentOf(element);
  return content === UNSURE ? UNSURE : normal(content);
}

function contentOf(element: Element): string | typeof UNSURE {
  let content = '';
  for (let child = element.firstChild; child; child = child.nextSibling) {
    if (child.nodeType === Node.TEXT_NODE) content += child.nodeValue ?? '';
    if (child.nodeType !== Node.ELEMENT_NODE) continue;
    const inner = insideOf(child as Element);
    if (inner === UNSURE) return UNSURE;
    content += inner;
  }
  return content;
}

function insideOf(child: Element): string | typeof UNSURE {
  const names = child.getAttributeNames();
  const isSilent = names.every((name) => !name.startsWith('aria-') && name !== 'role' && name !== 'title');
  const { display, visibility } = getComputedStyle(child);
  const isShown = display === 'inline' && visibility === 'visible' && child.checkVisibility();
  return isSilent && isShown && isPlain(child, PLAIN_INSIDE) ? contentOf(child) : UNSURE;
}

/** Whether the element is one of those, and its style adds no text to it. */
function isPlain(element: Element, names: ReadonlySet<string>): boolean {
  if (!(element instanceof HTMLElement) || !names.has(element.localName)) return false;
  return [undefined, '::before', '::after'].every((pseudo) => {
    const { content } = getComputedStyle(element, pseudo);
    return content === 'none' || content === 'normal' || content === '';
  });
}
