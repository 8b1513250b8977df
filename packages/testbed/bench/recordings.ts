// Many recordings of one size, each as a run would have left it: the longest step of the flow of 13 actions, under the names of other tests.
import { type Entry, printEntry } from '../../e2e/src/cache/entry.ts';
import { type EntryKey, keyOf, type StepIdentity } from '../../e2e/src/cache/key.ts';
import { browserPath } from './browser.ts';
import { purchase } from './flow/flow.ts';
import { product } from './flow/product.ts';
import { serveShop } from './flow/shop.ts';

/** A recording. */
export interface Recording {
  readonly key: EntryKey;
  readonly text: string;
}

/** So many, in 500 files of tests. Records the flow first. */
export async function recordMany(count: number): Promise<readonly Recording[]> {
  const shop = await serveShop({ elements: 0 });
  try {
    const side = await product(purchase, shop, await browserPath());
    const samples = await side.recordings().finally(() => side.close());
    const [longest] = [...samples].sort((a, b) => printEntry(b).length - printEntry(a).length);
    if (longest === undefined) throw new Error('nothing was recorded');
    return Array.from({ length: count }, (_, index) => copyOf(longest, index));
  } finally {
    await shop.close();
  }
}

function copyOf(sample: Entry, index: number): Recording {
  const step: StepIdentity = {
    ...sample.step,
    file: `tests/part-${index % 500}.e2e.ts`,
    titlePath: [`test ${index}`],
  };
  const key = keyOf(step);
  return { key, text: printEntry({ ...sample, key, step }) };
}
