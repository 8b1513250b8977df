// The three ways an action on a fake app ends: delivered through a handler, delivered, or not.
import type { ActionFailureCode, ActionResult } from '../../engine/contract.ts';
import type { Handler } from './app.ts';
import type { World } from './world.ts';

/** Delivered. */
export const DONE: ActionResult = { ok: true };

/** Runs a handler of the current page; delivered. */
export function run<State>(world: World<State>, handler: Handler<State> | undefined): ActionResult {
  world.change(world.page, handler);
  return DONE;
}

/** Delivered, with this effect. */
export function done(effect: () => void): ActionResult {
  effect();
  return DONE;
}

/** Not delivered, and why. */
export function fail(code: ActionFailureCode, message: string): ActionResult {
  return { ok: false, code, message };
}
