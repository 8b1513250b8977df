// Locators and what they match, in words for messages: a query as a test would write it, an element by its text.
import type { ElementState, LocatorQuery, LocatorStep, TextMatch } from '../engine/contract.ts';

function describeStep(step: LocatorStep): string {
  const exact = 'exact' in step && step.exact ? ', { exact: true }' : '';
  const text = (match: TextMatch): string => (typeof match === 'string' ? `'${match}'` : String(match));
  switch (step.by) {
    case 'role': {
      const parts = [
        ...(step.name === undefined ? [] : [`name: ${text(step.name)}`]),
        ...(step.exact ? ['exact: true'] : []),
      ];
      return `getByRole('${step.role}'${parts.length > 0 ? `, { ${parts.join(', ')} }` : ''})`;
    }
    case 'text':
      return `getByText(${text(step.text)}${exact})`;
    case 'label':
      return `getByLabel(${text(step.text)}${exact})`;
    case 'placeholder':
      return `getByPlaceholder(${text(step.text)}${exact})`;
    case 'testId':
      return `getByTestId(${text(step.text)})`;
    case 'hasText':
      return `filter({ hasText: ${text(step.text)} })`;
    case 'nth':
      return step.index === 0 ? 'first()' : step.index === -1 ? 'last()' : `nth(${step.index})`;
  }
}

/** The query as a test would write it. */
export function describeQuery(query: LocatorQuery): string {
  return query.map(describeStep).join('.');
}

/** What is said when a query that should find one element finds several. */
export function ambiguity(locator: string, matches: readonly ElementState[]): string {
  const shown = matches.slice(0, 5).map((match, index) => `  ${index + 1}. ${describeElement(match)}`);
  const more = matches.length > shown.length ? [`  … and ${matches.length - shown.length} more`] : [];
  return [
    `${locator} matches ${matches.length} elements, and one was expected:`,
    ...shown,
    ...more,
    'Narrow it down with a name, an enclosing locator, filter({ hasText }), first() or nth().',
  ].join('\n');
}

function describeElement(state: ElementState): string {
  const text = state.text.length > 60 ? `${state.text.slice(0, 60)}…` : state.text;
  const id = state.attributes.id === undefined ? '' : ` id="${state.attributes.id}"`;
  return `"${text}"${id}${state.visible ? '' : ' (not visible)'}`;
}
