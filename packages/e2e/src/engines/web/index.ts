// Published as `e2e/web`: the engine that drives a browser. Making one costs nothing; the browser comes at launch.
import type { Engine } from '../../engine/contract.ts';
import { ACTION_KINDS } from '../../screen/action.ts';
import { checkWebOptions } from './check.ts';
import { launchWeb } from './launch.ts';
import type { WebOptions } from './options.ts';

export type { WebOptions } from './options.ts';

/**
 * The web engine. Source: framework spec §6.
 * @throws E2EError INVALID_CONFIG for an unknown option or a wrong value.
 */
export function web(options: WebOptions = {}): Engine {
  checkWebOptions(options);
  return {
    name: 'web',
    capabilities: { pixels: true, requests: true, dialogs: true, pages: true },
    actions: new Set(ACTION_KINDS),
    launch: (launch) => launchWeb(options, launch),
    // A browser that runs already, perhaps far away, is joined when there is a test for it.
    ...(options.connect === undefined
      ? { ahead: { module: new URL('./launch.js', import.meta.url).href, data: options } }
      : {}),
  };
}
