import { expect, test } from 'vitest';
import { readingOf } from '../screen/reading.fixture.ts';
import type { Entry } from './entry.ts';
import { sayLanguage } from './language.ts';

/** As much of an entry as the hint looks at: controls by test id and name. */
const entryOf = (language: string | undefined, ...controls: readonly (readonly [string, string])[]): Entry =>
  ({
    start: { route: '/', ...(language === undefined ? {} : { language }) },
    actions: controls.map(([testId, name]) => ({
      action: { kind: 'tap', target: { role: 'button', testId, name } },
    })),
  }) as unknown as Entry;

test('R32: another language of the document is named', () => {
  const german = { ...readingOf(), language: 'de' };
  expect(sayLanguage(entryOf('en-GB'), german)).toContain('language is "de", and was "en-GB"');
  expect(sayLanguage(entryOf('de-AT'), german)).toBe('');
});

test('R32: other labels on the recorded test ids hint at it where the document says nothing', () => {
  const screen = readingOf(
    { role: 'button', testId: 'name', name: 'Name der Firma' },
    { role: 'button', testId: 'city', name: 'Ort' },
    { role: 'button', testId: 'fax', name: 'Fax' },
  );
  expect(sayLanguage(entryOf(undefined, ['name', 'Company'], ['city', 'City'], ['fax', 'Fax']), screen)).toBe(
    '; 2 other controls have new labels too, so the app may be in another language',
  );
  expect(sayLanguage(entryOf(undefined, ['fax', 'Fax']), screen)).toBe('');
});
