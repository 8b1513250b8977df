// Every situation of the suite, by group. A group file exports one constant per situation and nothing else.
import * as beyondAlike from './beyond/alike.ts';
import * as asked from './beyond/asked.ts';
import * as away from './comes/away.ts';
import * as alike from './control/alike.ts';
import * as both from './control/both.ts';
import * as names from './control/names.ts';
import * as page from './control/page.ts';
import * as place from './control/place.ts';
import * as rows from './control/rows.ts';
import * as teaser from './control/teaser.ts';
import * as moved from './effect/moved.ts';
import * as save from './effect/save.ts';
import * as text from './effect/text.ts';
import * as derived from './input/derived.ts';
import * as field from './input/field.ts';
import * as inside from './nested/inside.ts';
import type { Situation } from './situation.ts';
import * as route from './start/route.ts';
import * as keep from './store/keep.ts';
import * as pace from './timing/pace.ts';
import * as wait from './timing/wait.ts';

/** All situations, in the order of their ids. */
export const SITUATIONS: readonly Situation[] = [
  alike,
  asked,
  away,
  beyondAlike,
  both,
  derived,
  field,
  inside,
  keep,
  names,
  pace,
  page,
  place,
  route,
  rows,
  moved,
  save,
  teaser,
  text,
  wait,
]
  .flatMap((group): readonly Situation[] => Object.values(group))
  .sort((a, b) => a.id.localeCompare(b.id));
