// One recorded change, and whether a reading shows it. Decides what counts as seen; which changes are worth keeping is effect.ts's to say.
import type { Descriptor } from './descriptor.ts';
import { locate } from './locate.ts';
import { matchesOf } from './match.ts';
import type { Reading, ReadNode } from './node.ts';
import { ALERT_ROLES, ANNOUNCEMENT_ROLES } from './roles.ts';
import { shapeOf } from './shape.ts';
import { wordsOf } from './tree.ts';

/** What a node shows besides its identity. */
export interface Shown {
  readonly value?: string;
  readonly checked?: boolean | 'mixed';
  readonly selected?: boolean;
  readonly expanded?: boolean;
  readonly pressed?: boolean | 'mixed';
}

/** One recorded change. Source: spec R27. */
export interface Anchor {
  readonly descriptor: Descriptor;
  /** For an appeared control: the state it must show; for a gone one always empty. */
  readonly shown?: Shown;
  /** How many such nodes the passing screen had: at least so many for an appeared one, at most so many for a gone one. */
  readonly count: number;
  /** The change is only the acted-on control showing what was put in (spec R28). */
  readonly echo?: true;
  /** The text differs every run; compared by shape in an alert, to the letter elsewhere (spec R29). */
  readonly volatile?: true;
}

/** Whether a reading shows an appeared anchor. */
export function isShown(reading: Reading, anchor: Anchor): boolean {
  return matchesAnchor(reading.nodes, anchor).length >= anchor.count;
}

/** Whether a reading that does not show an appeared anchor has its control in another state: what it had shown was taken back. */
export function isTakenBack(reading: Reading, { shown, ...control }: Anchor): boolean {
  return shown !== undefined && matchesAnchor(reading.nodes, control).length > 0;
}

/** Whether a reading is without a gone anchor. */
export function isGone(reading: Reading, anchor: Anchor): boolean {
  return matchesAnchor(reading.nodes, anchor).length <= anchor.count;
}

/** Whether the anchor is something that an app announces, and takes back by itself. */
export function isAnnouncement({ descriptor }: Anchor): boolean {
  return ANNOUNCEMENT_ROLES.has(descriptor.role);
}

/** Shapes of the alerts that a reading shows, without repeats. @param say how their words are said, before what differs every run is left out. */
export function alertsOf(
  reading: Reading,
  say: (words: string) => string = (words) => words,
): readonly string[] {
  const found = new Set<string>();
  reading.nodes.forEach((node, index) => {
    if (!ALERT_ROLES.has(node.role) || node.behindModal) return;
    const words = shapeOf(say(alertText(reading.nodes, index)));
    if (words !== '') found.add(words);
  });
  return [...found];
}

/** An alert's whole text. */
function alertText(nodes: readonly ReadNode[], index: number): string {
  const pieces: string[] = [];
  const own = nodes[index];
  if (own === undefined) return '';
  if (own.name) pieces.push(own.name);
  if (own.text && own.text !== own.name) pieces.push(own.text);
  for (let at = index + 1; at < nodes.length && (nodes[at]?.parent ?? -1) >= index; at += 1) {
    const node = nodes[at];
    if (node?.role === 'text' && node.text) pieces.push(node.text);
  }
  return pieces.join(' ').trim();
}

/** Nodes that fit an anchor. Out of reach behind a modal still counts as there: a closing dialog brings nothing new (spec R50). */
export function matchesAnchor(nodes: readonly ReadNode[], anchor: Anchor): readonly ReadNode[] {
  const { descriptor, shown } = anchor;
  const byShape = anchor.volatile === true && ALERT_ROLES.has(descriptor.role);
  const indices = byShape ? shapeMatches(nodes, descriptor) : sameNodes(nodes, anchor);
  return indices
    .map((index) => nodes[index])
    .filter((node): node is ReadNode => node !== undefined && (shown === undefined || shows(node, shown)));
}

/** The acted-on control may have been found under a new label; what it shows is then looked for there too (spec R19). */
function sameNodes(nodes: readonly ReadNode[], { descriptor, echo }: Anchor): readonly number[] {
  const found = matchesOf(nodes, descriptor);
  if (found.length > 0 || !echo) return found;
  const located = locate(nodes, descriptor);
  return located.kind === 'found' ? [located.index] : [];
}

function shapeMatches(nodes: readonly ReadNode[], descriptor: Descriptor): readonly number[] {
  const wanted = shapeOf(descriptor.name ?? descriptor.text ?? '');
  return nodes.flatMap((node, index) =>
    node.role === descriptor.role && shapeOf(wordsOf(node) ?? '') === wanted ? [index] : [],
  );
}

function shows(node: ReadNode, shown: Shown): boolean {
  return (
    (shown.value === undefined || (node.value ?? '') === shown.value) &&
    (shown.checked === undefined || (node.checked ?? false) === shown.checked) &&
    (shown.selected === undefined || (node.selected ?? false) === shown.selected) &&
    (shown.expanded === undefined || (node.expanded ?? false) === shown.expanded) &&
    (shown.pressed === undefined || (node.pressed ?? false) === shown.pressed)
  );
}

/** What a node shows besides its identity; bullets of a password field are kept, they say "filled". */
export function shownOf(node: ReadNode): Shown {
  return {
    ...(node.value === undefined ? {} : { value: node.value }),
    ...(node.checked === undefined ? {} : { checked: node.checked }),
    ...(node.selected === undefined ? {} : { selected: node.selected }),
    ...(node.expanded === undefined ? {} : { expanded: node.expanded }),
    ...(node.pressed === undefined ? {} : { pressed: node.pressed }),
  };
}
