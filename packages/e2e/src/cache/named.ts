// What a step sees as a recording says it: where the app is, and what it warns of, with each registered secret by its name. What is recorded
// passes here, and so does what a replay compares with it: a place that shows a secret is the same place on another day.
import type { Redactor } from '../base/redact.ts';
import { alertsOf } from '../screen/anchor.ts';
import { likenessOf } from '../screen/likeness.ts';
import type { Reading } from '../screen/node.ts';
import { type Route, routeOf } from '../screen/route.ts';

/** What a step sees, secrets by name. */
export interface Named {
  /** As `routeOf`; `/search?q=<secret:token>` where the value stands, however it is spelled. */
  routeOf(location: string): Route;
  /** As `alertsOf`. */
  alertsOf(reading: Reading): readonly string[];
  /** As `likenessOf`. */
  likenessOf(reading: Reading): string | undefined;
}

/** @param appUrl base URL of the app; `undefined` makes every origin count. */
export function nameSecrets(redactor: Pick<Redactor, 'comparable'>, appUrl: string | undefined): Named {
  return {
    // What its shape makes a placeholder is one before anybody looks for a secret in it.
    routeOf: (location) => redactor.comparable(routeOf(location, appUrl)) as Route,
    alertsOf: (reading) => alertsOf(reading, redactor.comparable),
    likenessOf: (reading) => likenessOf(reading, redactor.comparable),
  };
}
