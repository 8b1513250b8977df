// What a model has been shown of the app, and what it is shown next: the whole screen, its change, a part of it, what fits some words.
// It never acts.
import type { NodeId, Screen, ScreenNode } from '../../../screen/node.ts';
import { describeChange, headOf, type Naming, type Outlined } from './change.ts';
import { fold, unfold, whole } from './fold.ts';
import { framed } from './framed.ts';
import { ShortIds } from './ids.ts';
import { allLines, type Line, outline, partOf } from './outline.ts';

/** Characters of one answer to `unfold` or `find`. Chosen: a page of a long table. */
const MOST_PART_CHARS = 6_000;
/** Lines of one answer to `find`. Chosen. */
const MOST_FOUND = 20;
/** A change is told in place of the screen only when it is clearly shorter: the screen also tidies up what the model must keep in mind. */
const CHANGE_SHARE = 0.6;

/** What one step's model sees. */
export class Sight {
  readonly #ids = new ShortIds();
  readonly #naming: Naming;
  readonly #wanted: readonly string[];
  #now: Outlined;
  /** The screen that the model knows. */
  #shown: Outlined | undefined;
  /** All that the latest screen says, unfolded, for checking what a model says it saw. */
  #all: string | undefined;

  /** @param goal words in it that name something on the screen keep that something out of folds. */
  constructor(goal: string, screen: Screen) {
    this.#wanted = wordsOf(goal);
    this.#naming = {
      name: (id) => this.#ids.name(id),
      key: (id) => this.#ids.key(id),
      matters: (line) => this.#matters(line),
    };
    this.#ids.update(screen.nodes);
    this.#now = { screen, lines: outline(screen.nodes) };
  }

  get screen(): Screen {
    return this.#now.screen;
  }

  /** The app has gone on. */
  update(screen: Screen): void {
    this.#ids.update(screen.nodes);
    this.#all = undefined;
    this.#now = { screen, lines: outline(screen.nodes) };
  }

  /** The node on the latest screen that a short id stands for. */
  nodeOf(short: string): NodeId | undefined {
    return this.#ids.find(short);
  }

  /** The whole screen, long parts folded. */
  whole(): string {
    this.#shown = this.#now;
    const text = [...headOf(this.#now.screen), fold(this.#now.lines, this.#naming)].join('\n');
    return framed('screen', text);
  }

  /** What is new since the model was last shown something: the change, or the whole where that is not much longer. */
  news(): string {
    const shown = this.#shown;
    if (shown === undefined) return this.whole();
    if (shown.screen.text === this.#now.screen.text) {
      this.#shown = this.#now;
      return 'Nothing on the screen changed.';
    }
    const change = describeChange(shown, this.#now, this.#naming);
    const wholeChars = fold(this.#now.lines, { ...this.#naming, name: () => '000' }).length;
    if (change !== undefined && change.length > CHANGE_SHARE * wholeChars) return this.whole();
    this.#shown = this.#now;
    return change === undefined ? 'Nothing on the screen changed.' : framed('change', change);
  }

  /** The lines inside one line, from the given one on. */
  unfold(short: string, from: number): string {
    if (short === '0')
      return framed('screen-part', unfold(this.#now.lines, '0', from, this.#naming, MOST_PART_CHARS));
    const id = this.#ids.find(short);
    const line = id === undefined ? undefined : lineOf(this.#now.lines, id);
    if (line === undefined) return `There is no line ${short} on the latest screen.`;
    if (line.children.length === 0) return `Nothing is inside line ${short}.`;
    if (from >= line.children.length)
      return `Line ${short} has ${line.children.length} lines inside, from 0.`;
    return framed('screen-part', unfold(line.children, short, from, this.#naming, MOST_PART_CHARS));
  }

  /** Lines whose node has all of the words, in name, text, value or placeholder, and the role where one is given. */
  find(text: string, role: string | undefined): string {
    const words = text.toLowerCase().split(/\s+/u).filter(Boolean);
    const fits = [...placed(this.#now.lines)].filter(
      ({ line }) =>
        (role === undefined || line.node.role === role) &&
        words.every((word) => saidBy(line.node).includes(word)),
    );
    // Whole words first: "Person 77" before "Person 771".
    const phrase = ` ${wordsIn(text)} `;
    const isWhole = ({ line }: Place): boolean => ` ${wordsIn(saidBy(line.node))} `.includes(phrase);
    const found = [...fits.filter(isWhole), ...fits.filter((place) => !isWhole(place))];
    if (found.length === 0) return 'Nothing on the screen fits.';
    const written: string[] = [];
    for (const { line, item, above } of found) {
      if (written.length === MOST_FOUND) break;
      const where = above === undefined ? '' : ` (in ${this.#ids.name(above.node.id)} ${above.head})`;
      const text = `${this.#wide(item ?? line)}${where}`;
      if (!written.includes(text)) written.push(text);
    }
    const more = found.length > MOST_FOUND ? [`… and more: ${found.length} fit in all; give more words`] : [];
    return framed('screen-part', [...written, ...more].join('\n').slice(0, MOST_PART_CHARS));
  }

  /** Whether words stand on the latest screen, folded parts too. Case, white space and punctuation aside. */
  hasSeen(words: string): boolean {
    this.#all ??= [
      ...headOf(this.#now.screen),
      whole(this.#now.lines, { ...this.#naming, name: () => '' }),
    ].join('\n');
    const texts = [this.#now.screen.text, this.#all];
    // Ids are ours: a line is quoted without them, and a number that only they have is on no screen.
    const bare = wordsIn(words.replaceAll(LINE_ID, ''));
    if (bare === '') return words.trim() !== '' && texts.some((text) => text.includes(words.trim()));
    return texts.some((text) => ` ${wordsIn(text)} `.includes(UNSPACED.test(bare) ? bare : ` ${bare} `));
  }

  #wide(line: Line): string {
    const name = (id: NodeId): string => this.#ids.name(id);
    const below = line.flat ? line.children.map((child) => partOf(child, name)) : [];
    return [`${name(line.node.id)} ${line.head}`, ...below].join(' ');
  }

  #matters(line: Line): boolean {
    if (line.node.focused || line.node.selected) return true;
    if (this.#wanted.length === 0) return false;
    for (const inner of allLines([line])) {
      const said = saidBy(inner.node);
      if (this.#wanted.some((word) => said.includes(word))) return true;
    }
    return false;
  }
}

/** Words of a goal that may name something: what stands in quotes, capitalised words and such with digits. */
function wordsOf(goal: string): readonly string[] {
  const quoted = [...goal.matchAll(/["“”'‘’«»]([^"“”'‘’«»]{2,60})["“”'‘’«»]/gu)].map(
    (match) => match[1] ?? '',
  );
  const named = [...goal.matchAll(/(?<=\s)[\p{Lu}\d][\p{L}\d@._-]{2,}/gu)].map(([word]) => word);
  return [...quoted, ...named].map((word) => word.toLowerCase());
}

function saidBy(node: ScreenNode): string {
  return [node.name, node.text, node.value, node.placeholder].filter(Boolean).join(' ').toLowerCase();
}

/** The id of a line, as it stands before what the line says. */
const LINE_ID = /(?<![\w"])\d+ (?=[a-z]+ ["=])/gu;

/** Scripts that put no spaces between words: there a quote may begin and end anywhere. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u;

/** A text's words and numbers, lower case, one space between. */
function wordsIn(text: string): string {
  return (text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).join(' ');
}

function lineOf(lines: readonly Line[], id: NodeId): Line | undefined {
  for (const line of allLines(lines)) if (line.node.id === id) return line;
  return undefined;
}

interface Place {
  readonly line: Line;
  /** The flat line that it is a part of. */
  readonly item: Line | undefined;
  readonly above: Line | undefined;
}

function* placed(lines: readonly Line[], above?: Line, item?: Line): Generator<Place> {
  for (const line of lines) {
    yield { line, item, above };
    const holder = item ?? (line.flat ? line : undefined);
    yield* placed(line.children, holder === undefined ? line : above, holder);
  }
}
