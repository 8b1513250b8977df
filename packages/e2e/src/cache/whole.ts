// Whether a recording can replay at all, whatever the app shows. Decided here for the replay and for the commands that say so.
import { type Entry, MAX_ACTIONS } from './entry.ts';
import { MATCHING_VERSION } from './key.ts';
import { secretsIn } from './params.ts';

/** Why a recording never replays, as the end of a sentence; `undefined` for one that may. Source: spec R26; R9 for the version. */
export function neverReplays({ step, truncated, actions }: Entry): string | undefined {
  if (step.matching !== MATCHING_VERSION)
    return `it was made with matching version ${step.matching}, and this is ${MATCHING_VERSION}`;
  if (truncated !== undefined) return truncated;
  // Made when the name was typed as it is written.
  const named = actions.findIndex(
    ({ action }) => action.kind === 'type' && secretsIn(action.text).length > 0,
  );
  if (named >= 0) return `action ${named + 1} types the name of a secret in place of its value`;
  const count = actions.length;
  return count === 0 || count > MAX_ACTIONS
    ? `it has ${count} ${count === 1 ? 'action' : 'actions'}`
    : undefined;
}
