// Whether a control may be missing because the app speaks another language: a hint for people, never a reason to act.
import { targetOf } from '../screen/action.ts';
import type { Reading } from '../screen/node.ts';
import type { Entry } from './entry.ts';

/** What a reading says of the language, as the end of a sentence; empty when nothing points that way. */
export function sayLanguage(entry: Entry, reading: Reading): string {
  const [was, is] = [entry.start.language, reading.language];
  if (was !== undefined && is !== undefined && primaryOf(was) !== primaryOf(is)) {
    return `; the app's language is ${JSON.stringify(is)}, and was ${JSON.stringify(was)} when it was recorded`;
  }
  const renamed = renamedControls(entry, reading);
  if (renamed === 0) return '';
  const others =
    renamed === 1 ? 'another control has a new label' : `${renamed} other controls have new labels`;
  return `; ${others} too, so the app may be in another language`;
}

/** `en` of `en-GB`. Source: BCP 47. */
function primaryOf(language: string): string {
  return language.split('-', 1)[0]?.toLowerCase() ?? '';
}

/** How many of the recorded controls are there by their test id, under another name. */
function renamedControls({ actions }: Entry, { nodes }: Reading): number {
  const renamed = new Set<string>();
  for (const { action } of actions) {
    const { testId, name } = targetOf(action) ?? {};
    if (testId === undefined || name === undefined) continue;
    const carrier = nodes.find((node) => node.testId === testId);
    if (carrier?.name !== undefined && carrier.name !== name) renamed.add(testId);
  }
  return renamed.size;
}
