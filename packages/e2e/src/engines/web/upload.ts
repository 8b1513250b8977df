// Gives files to a file field, or to the file chooser that a button opens. Files come from inside the project only.
import { realpath } from 'node:fs/promises';
import { isAbsolute, relative, resolve, sep } from 'node:path';
import type { ActionResult } from '../../engine/contract.ts';
import { tapControl } from './control-actions.ts';
import { failed } from './failure.ts';
import { callPage } from './page-api.ts';
import type { ActionParts, Budget, Target } from './target.ts';

/** Uploads files through a control. */
export async function uploadFiles(
  parts: ActionParts,
  target: Target,
  paths: readonly string[],
  budget: Budget,
): Promise<ActionResult> {
  const files = await resolveFiles(parts.rootDir, paths);
  if (!Array.isArray(files)) return files as ActionResult;
  const facts = await callPage(target.frame, 'facts', target.id);
  if (facts?.kind === 'file') {
    await target.locator.setInputFiles(files, budget.next());
    return { ok: true };
  }
  return chooseFiles(parts, target, files, budget);
}

/** Absolute paths of the files, or the failure that names the first which cannot be had. */
export async function resolveFiles(
  rootDir: string,
  paths: readonly string[],
): Promise<string[] | ActionResult> {
  const root = await realpath(rootDir);
  const files: string[] = [];
  for (const path of paths) {
    const wanted = resolve(root, path);
    if (!isInside(root, wanted))
      return failed('refused', `${path} is outside the project; only files inside it are uploaded.`);
    let real: string;
    try {
      real = await realpath(wanted);
    } catch {
      return failed('file-missing', `There is no file ${path} in the project.`);
    }
    if (!isInside(root, real))
      return failed('refused', `${path} leads outside the project; only files inside it are uploaded.`);
    files.push(real);
  }
  return files;
}

function isInside(root: string, path: string): boolean {
  const inner = relative(root, path);
  return inner !== '' && !isAbsolute(inner) && inner !== '..' && !inner.startsWith(`..${sep}`);
}

async function chooseFiles(
  parts: ActionParts,
  target: Target,
  files: string[],
  budget: Budget,
): Promise<ActionResult> {
  const page = parts.pages.current();
  const { timeout, signal } = budget.next();
  const opened = page.waitForEvent('filechooser', { timeout, signal }).catch(() => undefined);
  const tapped = await tapControl('tap', target, budget, parts.sent);
  if (!tapped.ok) return tapped;
  const chooser = await opened;
  if (!chooser) return failed('not-taken', `${target.label} opened no file chooser.`);
  if (files.length > 1 && !chooser.isMultiple())
    return failed('not-taken', `${target.label} takes one file, not ${files.length}.`);
  await chooser.setFiles(files, budget.next());
  return { ok: true };
}
