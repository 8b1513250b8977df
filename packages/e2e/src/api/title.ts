// The title of one case of `.each`.
import { format } from 'node:util';

/**
 * A title with a case's values in it: `%s`, `%d`, `%i`, `%f`, `%j`, `%o` take them in order, `%#` is the case's index from 0, and `$key`
 * or `$key.sub` reads them from a case that is an object. What names nothing stays as it is written. Source: vitest.dev/api (test.each).
 */
export function caseTitle(title: string, values: readonly unknown[], index: number): string {
  const [first] = values;
  const named = title.replaceAll('%#', String(index)).replace(/\$([\w.]+)/g, (whole, path: string) => {
    const found = path
      .split('.')
      .reduce<unknown>(
        (at, key) =>
          at !== null && typeof at === 'object' ? (at as Record<string, unknown>)[key] : undefined,
        first,
      );
    // The value goes through `format` below, where a percent sign would count.
    return found === undefined ? whole : String(found).replaceAll('%', '%%');
  });
  const wanted = named.replaceAll('%%', '').match(/%[sdifjoO]/g)?.length ?? 0;
  // Without a value to place `format` leaves `%%` as it is.
  return wanted === 0 ? named.replaceAll('%%', '%') : format(named, ...values.slice(0, wanted));
}
