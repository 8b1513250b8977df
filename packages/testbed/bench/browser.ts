// Which browser every side of a benchmark is given.
import { describeBrowser } from '../../e2e/src/engines/web/launch.ts';

/** The one that the product would choose here. @throws Error when there is none. */
export async function browserPath(): Promise<string> {
  const found = await describeBrowser();
  if (found.kind !== 'executable') throw new Error('no browser is installed on this machine: npm run setup');
  return found.path;
}
