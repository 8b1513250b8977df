// What a request shows of the app: the screen at first, then what changed. It reads what the model is told, and knows nothing else of the app.
import { escapeRegExp } from '../../e2e/src/base/pattern.ts';
import type { ModelRequest } from '../../e2e/src/testing/model-server.ts';
import { toldTo } from '../harness/model.ts';

/** The screens, parts and changes of one request. */
export interface Shown {
  /** The id of the first control of that role and name, in what was shown last that has it. `after`: only behind these words, as in a row. */
  idOf(role: string, name: string, after?: string): string;
  /** Whether the words stand anywhere in what was shown. */
  says(words: string): boolean;
}

/** All that is of the app stands in such frames; the goal and the rules do not. */
const FRAMED = /<(screen|change|screen-part)>\n([\s\S]*?)\n<\/\1>/gu;

/** Reads a request. */
export function shownIn({ messages }: Pick<ModelRequest, 'messages'>): Shown {
  // An element keeps its id while it is there: what a later change does not tell of is found in what was shown before.
  const latestFirst = [...toldTo({ messages }).matchAll(FRAMED)].map(([, , text = '']) => text).reverse();
  return {
    idOf(role, name, after = '') {
      for (const text of latestFirst) {
        const from = text.indexOf(after);
        const found = from < 0 ? null : idPattern(role, name).exec(text.slice(from));
        if (found?.[1] !== undefined) return found[1];
      }
      throw new Error(
        `the model was shown no ${role} ${JSON.stringify(name)} after ${JSON.stringify(after)}`,
      );
    },
    says: (words) => latestFirst.some((text) => text.includes(words)),
  };
}

/** `24 button "Add to cart"`. */
function idPattern(role: string, name: string): RegExp {
  return new RegExp(`(\\d+) ${role} ${escapeRegExp(JSON.stringify(name))}`, 'u');
}
