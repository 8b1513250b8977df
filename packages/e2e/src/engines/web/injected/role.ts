// Decides the ARIA role of an element: the first valid explicit role, with presentational conflicts resolved, else the one that
// its HTML implies. Sources: WAI-ARIA 1.2 §5, HTML-AAM 1.0 §3. Never decides whether the element is shown.
import { composedParent, hasAriaName, isBare, isRendered, oncePerLook } from './dom.ts';

/** Roles of WAI-ARIA 1.2/1.3 that an author may write; anything else in `role` is skipped. */
const VALID_ROLES: ReadonlySet<string> = new Set(
  (
    'alert alertdialog application article banner blockquote button caption cell checkbox code columnheader combobox ' +
    'complementary contentinfo definition deletion dialog directory document emphasis feed figure form generic grid gridcell ' +
    'group heading img image insertion link list listbox listitem log main mark marquee math menu menubar menuitem ' +
    'menuitemcheckbox menuitemradio meter navigation none note option paragraph presentation progressbar radio radiogroup ' +
    'region row rowgroup rowheader scrollbar search searchbox separator slider spinbutton status strong subscript ' +
    'suggestion superscript switch tab table tablist tabpanel term textbox time timer toolbar tooltip tree treegrid treeitem'
  ).split(' '),
);

/** Whether an author may write this as the role of an element. */
export function isRole(name: string): boolean {
  return VALID_ROLES.has(name);
}

const GLOBAL_ARIA = [
  'aria-atomic',
  'aria-busy',
  'aria-controls',
  'aria-current',
  'aria-describedby',
  'aria-details',
  'aria-dropeffect',
  'aria-flowto',
  'aria-grabbed',
  'aria-keyshortcuts',
  'aria-live',
  'aria-owns',
  'aria-relevant',
  'aria-roledescription',
];
// On roles that may not be named, a name is no ground to undo `presentation`. Source: WAI-ARIA 1.2 §7.
const NAMING_ARIA = ['aria-label', 'aria-labelledby'];

const LANDMARK_SCOPE =
  'article,aside,main,nav,section,[role=article],[role=complementary],[role=main],[role=navigation],[role=region]';

type Implied = string | ((element: Element) => string | undefined);

const withHref = (element: Element): string | undefined =>
  element.hasAttribute('href') || element.hasAttributeNS('http://www.w3.org/1999/xlink', 'href')
    ? 'link'
    : undefined;

const IMPLIED_ROLES: ReadonlyMap<string, Implied> = new Map(
  Object.entries<Implied>({
    a: withHref,
    address: 'group',
    area: withHref,
    article: 'article',
    aside: 'complementary',
    blockquote: 'blockquote',
    button: 'button',
    caption: 'caption',
    code: 'code',
    datalist: 'listbox',
    dd: 'definition',
    del: 'deletion',
    details: 'group',
    dfn: 'term',
    dialog: 'dialog',
    dt: 'term',
    em: 'emphasis',
    fieldset: 'group',
    figure: 'figure',
    footer: (element) => (isScoped(element) ? undefined : 'contentinfo'),
    form: (element) => (hasAriaName(element) ? 'form' : undefined),
    h1: 'heading',
    h2: 'heading',
    h3: 'heading',
    h4: 'heading',
    h5: 'heading',
    h6: 'heading',
    header: (element) => (isScoped(element) ? undefined : 'banner'),
    hr: 'separator',
    html: 'document',
    iframe: 'iframe',
    frame: 'iframe',
    img: imageRole,
    input: inputRole,
    ins: 'insertion',
    li: 'listitem',
    main: 'main',
    mark: 'mark',
    math: 'math',
    menu: 'list',
    meter: 'meter',
    nav: 'navigation',
    ol: 'list',
    optgroup: 'group',
    option: 'option',
    output: 'status',
    p: 'paragraph',
    progress: 'progressbar',
    search: 'search',
    section: (element) => (hasAriaName(element) ? 'region' : undefined),
    select: (element) => {
      const select = element as HTMLSelectElement;
      return select.multiple || select.size > 1 ? 'listbox' : 'combobox';
    },
    strong: 'strong',
    sub: 'subscript',
    // HTML-AAM gives it none, but a user meets a disclosure button, and so do Chromium's and Firefox's trees.
    summary: (element) => (isDetailsSummary(element) ? 'button' : undefined),
    sup: 'superscript',
    svg: 'img',
    table: 'table',
    tbody: 'rowgroup',
    td: (element) => tableCellRole(element, 'cell'),
    textarea: 'textbox',
    tfoot: 'rowgroup',
    th: headerCellRole,
    thead: 'rowgroup',
    time: 'time',
    tr: 'row',
    ul: 'list',
  }),
);

const INPUT_ROLES: Readonly<Record<string, string>> = {
  button: 'button',
  checkbox: 'checkbox',
  // HTML-AAM has no role for these; a button is what opens a picker, a textbox what takes characters.
  color: 'textbox',
  date: 'textbox',
  'datetime-local': 'textbox',
  email: 'textbox',
  file: 'button',
  image: 'button',
  month: 'textbox',
  number: 'spinbutton',
  password: 'textbox',
  radio: 'radio',
  range: 'slider',
  reset: 'button',
  search: 'searchbox',
  submit: 'button',
  tel: 'textbox',
  text: 'textbox',
  time: 'textbox',
  url: 'textbox',
  week: 'textbox',
};

/** Parts that lose their meaning when the list or table around them is presentational. */
const PRESENTATION_INHERITORS: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    dd: ['dl'],
    dt: ['dl'],
    li: ['ul', 'ol', 'menu'],
    tbody: ['table'],
    td: ['tr', 'tbody', 'thead', 'tfoot', 'table'],
    tfoot: ['table'],
    th: ['tr', 'tbody', 'thead', 'tfoot', 'table'],
    thead: ['table'],
    tr: ['tbody', 'thead', 'tfoot', 'table'],
  }),
);

/** The role, lower case; `undefined` for elements that have none or are presentational. */
export const roleOf: (element: Element) => string | undefined = oncePerLook(computeRole);

function computeRole(element: Element): string | undefined {
  const explicit = explicitRole(element);
  if (explicit === undefined) return impliedRole(element);
  if (explicit !== 'none' && explicit !== 'presentation') return explicit === 'image' ? 'img' : explicit;
  const implied = impliedWithoutInheritance(element);
  return hasPresentationConflict(element, implied) ? implied : undefined;
}

/** Whether the element's first valid `role` says presentational, and nothing overrules it. */
export function isPresentational(element: Element): boolean {
  const explicit = explicitRole(element);
  if (explicit !== 'none' && explicit !== 'presentation') return false;
  return !hasPresentationConflict(element, impliedWithoutInheritance(element));
}

function explicitRole(element: Element): string | undefined {
  if (isBare(element)) return undefined;
  const attribute = element.getAttribute('role');
  if (!attribute) return undefined;
  return attribute
    .toLowerCase()
    .split(/\s+/)
    .find((token) => VALID_ROLES.has(token));
}

function hasPresentationConflict(element: Element, implied: string | undefined): boolean {
  if (GLOBAL_ARIA.some((name) => element.hasAttribute(name))) return true;
  if (implied !== undefined && NAMING_ARIA.some((name) => element.getAttribute(name)?.trim())) return true;
  return isFocusable(element);
}

function impliedRole(element: Element): string | undefined {
  const implied = impliedWithoutInheritance(element);
  const inheritsFrom = implied === undefined ? undefined : PRESENTATION_INHERITORS.get(element.localName);
  if (!inheritsFrom) return implied;
  let parent = composedParent(element);
  while (parent && inheritsFrom.includes(parent.localName)) {
    const explicit = explicitRole(parent);
    if (explicit !== undefined) return isPresentational(parent) ? undefined : implied;
    parent = composedParent(parent);
  }
  return implied;
}

function impliedWithoutInheritance(element: Element): string | undefined {
  const implied = IMPLIED_ROLES.get(element.localName);
  if (typeof implied === 'string') return implied;
  if (implied) return implied(element);
  return undefined;
}

function isScoped(element: Element): boolean {
  let parent = composedParent(element);
  while (parent) {
    if (parent.matches(LANDMARK_SCOPE)) return true;
    parent = composedParent(parent);
  }
  return false;
}

function isDetailsSummary(element: Element): boolean {
  const parent = element.parentElement;
  if (parent?.localName !== 'details') return false;
  return parent.querySelector(':scope > summary') === element;
}

function imageRole(element: Element): string | undefined {
  if (element.getAttribute('alt') !== '' || element.hasAttribute('title')) return 'img';
  const overruled = hasAriaName(element) || GLOBAL_ARIA.some((name) => element.hasAttribute(name));
  return overruled || isFocusable(element) ? 'img' : undefined;
}

function inputRole(element: Element): string | undefined {
  const input = element as HTMLInputElement;
  if (input.type === 'hidden') return undefined;
  const role = INPUT_ROLES[input.type] ?? 'textbox';
  if ((role === 'textbox' || role === 'searchbox') && input.list && TEXT_TYPES.has(input.type))
    return 'combobox';
  return role;
}

const TEXT_TYPES: ReadonlySet<string> = new Set(['text', 'search', 'tel', 'url', 'email']);

function tableCellRole(element: Element, otherwise: string): string {
  const table = element.closest('table');
  const role = table ? explicitRole(table) : undefined;
  return role === 'grid' || role === 'treegrid' ? 'gridcell' : otherwise;
}

// Source: HTML-AAM `th`: the scope attribute, else where the cell stands.
function headerCellRole(element: Element): string {
  const cell = element as HTMLTableCellElement;
  const scope = cell.getAttribute('scope')?.toLowerCase();
  if (scope === 'col' || scope === 'colgroup') return 'columnheader';
  if (scope === 'row' || scope === 'rowgroup') return 'rowheader';
  const row = cell.parentElement;
  if (row?.parentElement?.localName === 'thead') return 'columnheader';
  for (const sibling of row?.children ?? []) if (sibling.localName === 'td') return 'rowheader';
  return 'columnheader';
}

function isFocusable(element: Element): boolean {
  if (element.hasAttribute('tabindex') && !Number.isNaN(Number(element.getAttribute('tabindex'))))
    return isRendered(element);
  switch (element.localName) {
    case 'a':
    case 'area':
      return element.hasAttribute('href');
    case 'button':
    case 'select':
    case 'textarea':
      return !element.matches(':disabled');
    case 'input':
      return !element.matches(':disabled') && (element as HTMLInputElement).type !== 'hidden';
    case 'summary':
      return isDetailsSummary(element);
    case 'iframe':
      return true;
    default:
      return (
        element.getAttribute('contenteditable') === 'true' || element.getAttribute('contenteditable') === ''
      );
  }
}
