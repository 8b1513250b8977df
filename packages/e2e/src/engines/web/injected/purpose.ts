// What a field is for, beyond its name. Source: HTML autofill detail tokens; input types.

/** The field name of `autocomplete`, else the input type when that is not `text`; `undefined` for anything but a field. */
export function purposeOf(element: Element): string | undefined {
  const tag = element.localName;
  if (tag !== 'input' && tag !== 'select' && tag !== 'textarea') return undefined;
  const isField =
    element instanceof HTMLInputElement ||
    element instanceof HTMLSelectElement ||
    element instanceof HTMLTextAreaElement;
  if (!isField) return undefined;
  const tokens = (element.getAttribute('autocomplete') ?? '').toLowerCase().trim().split(/\s+/);
  const field = tokens.filter((token) => token !== 'webauthn').at(-1);
  if (field && field !== 'on' && field !== 'off') return field;
  return element instanceof HTMLInputElement && element.type !== 'text' ? element.type : undefined;
}
