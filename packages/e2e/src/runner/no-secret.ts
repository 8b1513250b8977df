// What is said of a secret that the config does not have. Apart from secrets.ts, which reads source: every worker loads this.
import { nearest } from '../base/nearest.ts';

/** That there is no secret of a name, after "the": with the nearest of those that there are. */
export function sayNoSecret(name: string, known: readonly string[]): string {
  const near = nearest(name, known);
  const hint = near === undefined ? '' : ` Did you mean "${near}"?`;
  return `config has no secret "${name}".${hint} It has${known.length === 0 ? ' none' : `: ${known.join(', ')}`}.`;
}
