// What a recording saw as lines of expect(): the route, what appeared, what went. Text that differs on every run is looked for by its shape.
import type { Change, Entry } from '../../cache/entry.ts';
import type { Anchor } from '../../screen/anchor.ts';
import { shapeOf } from '../../screen/shape.ts';
import { findsHidden, locatorCode, type Start, type States } from './locator.ts';
import { urlLine } from './url.ts';
import { patternCode, textCode } from './words.ts';

/** Roles with a value that `toHaveValue` reads. */
const FIELDS: ReadonlySet<string> = new Set(['textbox', 'searchbox', 'spinbutton', 'combobox', 'slider']);

/** What the step must have brought about. */
export function endLines({ end, actions }: Entry, start: Start): readonly string[] {
  const selected = new Set(
    actions.flatMap(({ action }) => (action.kind === 'select' ? [JSON.stringify(action.target)] : [])),
  );
  return [
    urlLine(end.route, start.page),
    ...end.appeared.flatMap((anchor) =>
      appearedLines(anchor, start, selected.has(JSON.stringify(anchor.descriptor))),
    ),
    ...end.gone.flatMap((anchor) => goneLines(anchor, start)),
  ];
}

/**
 * What one action changed, before the next one: the route, else one lasting change. Without it the next action could hit the screen that the
 * first one is about to leave. Source: spec R49.
 */
export function changeLines(change: Change | undefined, start: Start): readonly string[] {
  if (change === undefined) return [];
  if (change.route !== undefined) return [urlLine(change.route, start.page)];
  const tells = ({ descriptor, echo, shown = {} }: Anchor): boolean =>
    descriptor.role !== 'option' && echo === undefined && !Object.values(shown).includes(false);
  const appeared = change.appeared.find(tells);
  if (appeared !== undefined) return appearedLines(appeared, start, false).slice(0, 1);
  const gone = change.gone.find(tells);
  return gone === undefined ? [] : goneLines(gone, start);
}

function appearedLines(anchor: Anchor, start: Start, isSelect: boolean): readonly string[] {
  const { shown = {}, count } = anchor;
  // A closed select shows no options; its own value says which one is chosen.
  if (
    anchor.descriptor.role === 'option' &&
    anchor.descriptor.within?.every(({ role }) => role !== 'listbox')
  ) {
    return [];
  }
  const code = anchorCode(anchor, start, {
    ...(typeof shown.pressed === 'boolean' ? { pressed: shown.pressed } : {}),
    ...(shown.expanded === undefined ? {} : { expanded: shown.expanded }),
    ...(shown.selected === true ? { selected: true } : {}),
  });
  const one = count > 1 ? `${code}.nth(${count - 1})` : code;
  const states = [
    ...(shown.checked === undefined ? [] : [checkedCode(shown.checked)]),
    ...valueCodes(anchor.descriptor.role, shown.value, isSelect),
  ];
  if (states.length === 0) return [`await expect(${one}).toBeVisible();`];
  return states.map((state) => `await expect(${one}${state};`);
}

function checkedCode(checked: boolean | 'mixed'): string {
  if (checked === 'mixed') return ').toBeChecked({ indeterminate: true })';
  return checked ? ').toBeChecked()' : ').not.toBeChecked()';
}

function valueCodes(role: string, value: string | undefined, isSelect: boolean): readonly string[] {
  if (value === undefined || !FIELDS.has(role)) return [];
  if (isSelect) return [`.locator('option:checked')).toHaveText(${textCode(value)})`];
  // A password field shows bullets: they say that it is filled, not with what.
  return [/^•+$/.test(value) ? ").not.toHaveValue('')" : `).toHaveValue(${textCode(value)})`];
}

function goneLines(anchor: Anchor, start: Start): readonly string[] {
  const code = anchorCode(anchor, start, {});
  const shown = findsHidden(anchor.descriptor) ? `${code}.filter({ visible: true })` : code;
  return anchor.count === 0
    ? [`await expect(${shown}).toHaveCount(0);`]
    : [`await expect.poll(() => ${shown}.count()).toBeLessThanOrEqual(${anchor.count});`];
}

function anchorCode({ descriptor, volatile: differs }: Anchor, start: Start, states: States): string {
  const words = descriptor.name ?? descriptor.text;
  const shape =
    differs === true && words !== undefined ? shapeOf(words).replace(/\{\{[^{}]+\}\}/g, '…') : words;
  if (shape === words || shape === undefined) return locatorCode(descriptor, start, states);
  const { name: _name, text: _text, ...nameless } = descriptor;
  const code = locatorCode(nameless, start, states);
  return `${code}.filter({ hasText: ${patternCode(shape)} })`;
}
