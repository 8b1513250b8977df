// Whether a document can change by itself at all. One without any script cannot: once it is parsed and its animations are over, there is nothing
// to wait for.
import { currentVersion, hadScript } from './watch.ts';

/** What runs scripts, loads another document, or changes without one. */
const LIVELY =
  'script, iframe, frame, object, embed, meta[http-equiv="refresh" i], animate, animateTransform, animateMotion, set';

/** An attribute with a handler in it. */
const HANDLER = 'boolean(//@*[starts-with(name(), "on")])';

let known: { readonly version: number; readonly inert: boolean } | undefined;

/** Whether this document is parsed and holds nothing that could change it without input. */
export function isInert(): boolean {
  const version = currentVersion();
  if (known?.version !== version) known = { version, inert: ask() };
  return known.inert;
}

function ask(): boolean {
  if (document.readyState === 'loading' || hadScript()) return false;
  // A window of the same origin can reach into this one.
  if (window.opener !== null || window.parent !== window) return false;
  if (!document.contentType.endsWith('html') || document.querySelector(LIVELY) !== null) return false;
  return !document.evaluate(HANDLER, document, null, XPathResult.BOOLEAN_TYPE).booleanValue;
}
