// A described control as a Playwright locator: by role and name as a person would write it, inside its row, card, group or dialog. As strict
// as the description: a locator that fits two controls fails in Playwright, it never picks one.
import type { Container } from '../../screen/container.ts';
import type { Descriptor } from '../../screen/descriptor.ts';
import { countlessOf } from '../../screen/shape.ts';
import type { Scope } from './scope.ts';
import { patternCode, quote, textCode } from './words.ts';

/** Roles that `getByRole` takes. Source: Playwright 1.65, types.d.ts. */
const ROLES: ReadonlySet<string> = new Set(
  (
    'alert alertdialog application article banner blockquote button caption cell checkbox code columnheader combobox complementary ' +
    'contentinfo definition deletion dialog directory document emphasis feed figure form grid gridcell group heading img insertion link ' +
    'list listbox listitem log main marquee math meter menu menubar menuitem menuitemcheckbox menuitemradio navigation note option ' +
    'paragraph progressbar radio radiogroup region row rowgroup rowheader scrollbar search searchbox separator slider spinbutton status ' +
    'strong subscript superscript switch tab table tablist tabpanel term textbox time timer toolbar tooltip tree treegrid treeitem'
  ).split(' '),
);

/** Fields to which HTML gives no role: the label is what every tool agrees on. Source: HTML-AAM 1.0 §3.5. */
const ROLELESS_FIELD = /password|^(?:date|datetime-local|month|week|time|color)$/;

/** States that narrow a role. */
export interface States {
  readonly checked?: boolean;
  readonly pressed?: boolean;
  readonly expanded?: boolean;
  readonly selected?: boolean;
}

/** Where a locator starts. */
export interface Start {
  /** The variable of its page. */
  readonly page: string;
  readonly scope: Scope;
}

/** The control, its place among twins aside. */
export function locatorCode(descriptor: Descriptor, { page, scope }: Start, states: States = {}): string {
  let whole = page;
  let at = page;
  let frame = page;
  for (const container of containersOf(descriptor)) {
    const isFrame = container.role === 'iframe';
    const inside = isFrame
      ? `.frameLocator(${frameSelector(container)})`
      : insideOf(container, frame, ownCode(descriptor, frame, {}));
    whole += inside;
    at = scope.place(whole, at + inside, calledOf(container));
    if (isFrame) frame = at;
  }
  return ownCode(descriptor, at, states);
}

/** Outermost first. A heading is not looked for in the card that it gives its name to. */
function containersOf({ role, name, text, within = [] }: Descriptor): readonly Container[] {
  const isItself = ({ by, label }: Container): boolean =>
    label === (name ?? text) &&
    ((by === 'heading' && role === 'heading') || (by === 'header' && role === 'rowheader'));
  return within.filter((container) => !isItself(container)).reverse();
}

function calledOf({ role, label = '' }: Container): string {
  const words = label.replace(/\{\{(\w+)[^}]*\}\}/g, '$1').slice(0, 40);
  return `${words} ${role === 'generic' ? 'card' : role}`;
}

/** The same with its place: `.nth()` for one of several alike. */
export function targetCode(descriptor: Descriptor, start: Start): string {
  const { twin } = descriptor;
  const code = locatorCode(descriptor, start, toggleStates(descriptor));
  return twin === undefined ? code : `${code}.nth(${twin.index})`;
}

/** Whether Playwright finds such a control where nobody sees it: it does, but by role. */
export function findsHidden({ role, name, text, purpose }: Descriptor): boolean {
  const byLabel = name !== undefined && purpose !== undefined && ROLELESS_FIELD.test(purpose);
  return !ROLES.has(role) || (name === undefined && text === undefined) || byLabel;
}

/** A toggle that is not as it was when it was recorded is not found: it would be flipped the wrong way. Source: spec R19. */
function toggleStates({ state = {} }: Descriptor): States {
  return Object.fromEntries(Object.entries(state).filter(([, value]) => typeof value === 'boolean'));
}

function ownCode(descriptor: Descriptor, at: string, states: States): string {
  const { role, name, text, testId, placeholder, purpose } = descriptor;
  const label = name ?? text;
  if (label === undefined) {
    if (testId !== undefined) return `${at}.getByTestId(${textCode(testId)})`;
    if (placeholder !== undefined) return `${at}.getByPlaceholder(${textCode(placeholder)}, { exact: true })`;
    return byRole(role, at, optionsCode([], states));
  }
  const found = labelled(descriptor, label, at, states, purpose);
  return testId === undefined ? found : `${found}.and(${at}.getByTestId(${textCode(testId)}))`;
}

function labelled(
  { role, name }: Descriptor,
  label: string,
  at: string,
  states: States,
  purpose: string | undefined,
): string {
  if (!ROLES.has(role)) return `${at}.getByText(${exactly(label)})`;
  if (name === undefined) return `${byRole(role, at, optionsCode([], states))}.getByText(${exactly(label)})`;
  if (purpose !== undefined && ROLELESS_FIELD.test(purpose)) return `${at}.getByLabel(${exactly(name)})`;
  return byRole(role, at, optionsCode([nameOption(textCode(name)), 'exact: true'], states));
}

function byRole(role: string, at: string, options: string): string {
  if (ROLES.has(role)) return `${at}.getByRole(${quote(role)}${options})`;
  return role === 'image'
    ? `${at}.getByRole('img'${options})`
    : `${at}.locator(${quote(`[role="${role}"]`)})`;
}

function nameOption(code: string): string {
  return code === 'name' ? 'name' : `name: ${code}`;
}

function optionsCode(first: readonly string[], states: States): string {
  const options = [...first, ...Object.entries(states).map(([state, value]) => `${state}: ${value}`)];
  return options.length === 0 ? '' : `, { ${options.join(', ')} }`;
}

function exactly(label: string): string {
  return `${textCode(label)}, { exact: true }`;
}

function frameSelector({ label = '' }: Container): string {
  return quote(`iframe[title=${JSON.stringify(label)}]`);
}

/** What narrows a place to the container. `control`: what it holds, for a wrapper that nothing else tells from those around it. */
function insideOf(container: Container, frame: string, control: string): string {
  const { role, label = '' } = container;
  // To `getByRole` a form without a name has no role.
  if (role === 'form' && container.by !== 'name') return formOf(container, frame);
  const wrapper = !ROLES.has(role);
  const base = wrapper ? ".locator('*')" : byRole(role, '', '');
  const has = (inner: string): string => `${base}.filter({ has: ${inner} })`;
  const held = (): string => {
    switch (container.by) {
      case 'role':
        return base;
      case 'name':
        return byRole(role, '', optionsCode(groupName(label), {}));
      case 'heading':
        return has(`${frame}.getByRole('heading', { ${nameOption(textCode(label))}, exact: true })`);
      case 'header':
        return has(`${frame}.getByRole('rowheader', { ${nameOption(textCode(label))}, exact: true })`);
      case 'leaf':
        return has(`${frame}.getByText(${exactly(label)})`);
      case 'fields':
      case 'text':
        return `${base}${piecesOf(label)
          .map((piece) => `.filter({ hasText: ${textCode(piece)} })`)
          .join('')}`;
    }
  };
  // Of wrappers inside each other the innermost is meant; it comes last.
  return wrapper ? `${held()}.filter({ has: ${control} }).last()` : held();
}

/** A form is known by any one of its fields; the first is looked for. */
function formOf({ label }: Container, frame: string): string {
  if (label === undefined) return ".locator('form')";
  const [field = ''] = label.split(' | ');
  const code = field.includes('#') ? patternCode(field) : exactly(field);
  return `.locator('form').filter({ has: ${frame}.getByLabel(${code}) })`;
}

/** A group's name may count what is in it. Source: screen/container.ts. */
function groupName(label: string): readonly string[] {
  const shape = countlessOf(label);
  return shape === label || label.includes('{{')
    ? [nameOption(textCode(label)), 'exact: true']
    : [`name: ${patternCode(shape)}`];
}

/** The readable pieces of an item's text that do not differ on every run. */
function piecesOf(label: string): readonly string[] {
  return label.split(' | ').flatMap((piece) => {
    const longest = piece
      .split('…')
      .map((part) => part.trim())
      .sort((a, b) => b.length - a.length)[0];
    return longest === undefined || longest === '' ? [] : [longest];
  });
}
