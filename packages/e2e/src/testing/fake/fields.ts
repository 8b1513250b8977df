// What typing, choosing, ticking and uploading do to a field of a fake app: the field keeps the value by itself unless its
// description takes that over (a value and a handler for it).
import { existsSync } from 'node:fs';
import { isAbsolute, relative, resolve } from 'node:path';
import type { ActionResult } from '../../engine/contract.ts';
import { tap } from './gestures.ts';
import type { Element } from './page.ts';
import { DONE, done, fail, run } from './result.ts';
import type { World } from './world.ts';

/** Replaces the content of a text field. */
export function type<State>(world: World<State>, element: Element<State>, text: string): ActionResult {
  const { spec, id } = element;
  world.page.document.focus = id;
  if (spec.onType === undefined || spec.value === undefined) world.page.document.values.set(id, text);
  return run(world, (state, app) => spec.onType?.(state, app, text));
}

/** Chooses one option by its label. */
export function select<State>(world: World<State>, element: Element<State>, option: string): ActionResult {
  const { spec, id } = element;
  if (spec.options?.includes(option) !== true) {
    return fail('no-such-option', `"${option}" is none of the options: ${spec.options?.join(', ') ?? ''}`);
  }
  world.page.document.focus = id;
  if (spec.onSelect === undefined || spec.value === undefined) world.page.document.values.set(id, option);
  return run(world, (state, app) => spec.onSelect?.(state, app, option));
}

/** Ticks or clears; nothing happens when it already stands so. */
export function check<State>(world: World<State>, element: Element<State>, checked: boolean): ActionResult {
  if (element.checked === checked) return DONE;
  if (element.spec.role === 'radio' && !checked)
    return fail('not-taken', 'a radio button cannot be cleared by itself');
  return done(() => tap(world, element));
}

/** Gives files of the project to a file field. */
export function upload<State>(
  world: World<State>,
  { spec, id }: Element<State>,
  paths: readonly string[],
  rootDir: string,
): ActionResult {
  for (const path of paths) {
    const absolute = resolve(rootDir, path);
    const inside = relative(rootDir, absolute);
    if (inside.startsWith('..') || isAbsolute(inside))
      return fail('refused', `${path} is outside the project`);
    if (!existsSync(absolute)) return fail('file-missing', `${path} is not in the project`);
  }
  world.page.document.values.set(id, paths.map((path) => path.split('/').at(-1) ?? path).join(', '));
  return run(world, (state, app) => spec.onUpload?.(state, app, paths));
}
