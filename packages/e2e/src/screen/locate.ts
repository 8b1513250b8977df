// Finds a described control in a reading: exactly one match or a reason why not. No scores, no fuzzy text, no pixels. Pure, so
// that the same code answers for every engine.
import { type Container, isInside } from './container.ts';
import {
  type Descriptor,
  describeNode,
  hasIdentity,
  sayDescriptor,
  sayNode,
  type Twin,
  toggleStateOf,
} from './descriptor.ts';
import { namedItemOf } from './item.ts';
import { indicesOf, inPlace, placed } from './match.ts';
import { sayMissing } from './missing.ts';
import type { ReadNode } from './node.ts';
import { headingOver, wordsBefore } from './tree.ts';

/**
 * What came of looking. `level`: `exact` (every recorded field), `without-test-id` (the app mints test ids anew), `relocated` (same test
 * id and role under a new label). `other-state`: the control is there, but its toggle is not as it was. Source: spec R18, R19.
 */
export type Located =
  | {
      readonly kind: 'found';
      readonly index: number;
      readonly level: 'exact' | 'without-test-id' | 'relocated';
    }
  | { readonly kind: 'none'; readonly detail: string }
  | { readonly kind: 'ambiguous'; readonly detail: string }
  | { readonly kind: 'other-state'; readonly detail: string };

/** Describes a node so that `locate` finds it again in the same reading; `undefined` when that cannot be had. */
export function describeUniquely(
  nodes: readonly ReadNode[],
  index: number,
  goal: string,
  flips = false,
): Descriptor | undefined {
  const plain = describeNode(nodes, index, goal, 'target');
  if (plain === undefined) return undefined;
  const node = nodes[index];
  const state = flips && node !== undefined ? toggleStateOf(node) : undefined;
  const matches = placed(nodes, plain, true);
  const place = matches.indexOf(index);
  if (place < 0) return undefined;
  const anonymous = !hasIdentity(plain);
  // Spec R20: a nameless control needs a labelled item or group around it, unless it is the only one of its kind.
  if (anonymous && matches.length > 1 && !plain.within?.some((container) => container.label !== undefined)) {
    return undefined;
  }
  return {
    ...plain,
    ...(matches.length > 1 ? { twin: twinOf(nodes, matches, place, plain.within) } : {}),
    ...(state === undefined ? {} : { state }),
  };
}

function twinOf(
  nodes: readonly ReadNode[],
  matches: readonly number[],
  place: number,
  within: readonly Container[] = [],
): Twin {
  const others = matches.toSpliced(place, 1);
  const own = leadsOf(nodes, matches[place] ?? -1, within);
  const theirs = new Set(others.flatMap((other) => leadsOf(nodes, other, within)));
  const after = own.find((words) => !theirs.has(words));
  return { index: place, of: matches.length, ...(after === undefined ? {} : { after }) };
}

/** The words before a control, and the heading over the item that it is in: of two items that read the same, only the latter differs. */
function leadsOf(nodes: readonly ReadNode[], index: number, within: readonly Container[]): readonly string[] {
  const item = namedItemOf(nodes, index, within);
  const leads = [wordsBefore(nodes, index), item < 0 ? undefined : headingOver(nodes, item)];
  return leads.filter((words) => words !== undefined);
}

/** Finds the one node that the descriptor means. */
export function locate(nodes: readonly ReadNode[], descriptor: Descriptor): Located {
  const exact = placed(nodes, descriptor, true);
  if (exact.length > 0) return settle(nodes, descriptor, exact, 'exact');
  if (descriptor.testId === undefined) return none(nodes, descriptor);

  const carriers = reachable(nodes, (node) => node.testId === descriptor.testId);
  const named = hasLabel(descriptor) ? placed(nodes, descriptor, false) : [];
  if (carriers.length === 0) {
    return named.length > 0 ? settle(nodes, descriptor, named, 'without-test-id') : none(nodes, descriptor);
  }
  return relocate(nodes, descriptor, carriers, named);
}

/** Test id and role are as recorded, but the label is another: taken only when nothing else claims the recorded one. */
function relocate(
  nodes: readonly ReadNode[],
  descriptor: Descriptor,
  carriers: readonly number[],
  named: readonly number[],
): Located {
  if (named.length > 0) {
    const [carrier, other] = [nodes[carriers[0] ?? -1], nodes[named[0] ?? -1]];
    return {
      kind: 'ambiguous',
      detail: `test id ${JSON.stringify(descriptor.testId)} is on ${say(carrier)}, while ${say(other)} has the recorded name without it`,
    };
  }
  const claimed = reachable(nodes, (node) => node.name !== undefined && node.name === descriptor.name);
  const inside = carriers.filter(
    (index) => nodes[index]?.role === descriptor.role && isInside(nodes, index, descriptor.within ?? []),
  );
  const fitting = inPlace(nodes, inside, descriptor);
  if (claimed.length > 0 || fitting.length === 0) return none(nodes, descriptor);
  return settle(nodes, descriptor, fitting, 'relocated');
}

function settle(
  nodes: readonly ReadNode[],
  descriptor: Descriptor,
  matches: readonly number[],
  level: 'exact' | 'without-test-id' | 'relocated',
): Located {
  const wanted = descriptor.twin?.of ?? 1;
  if (matches.length > wanted) {
    return {
      kind: 'ambiguous',
      detail: `${matches.length} controls fit ${sayDescriptor(descriptor)}, where the recording had ${wanted}`,
    };
  }
  if (matches.length < wanted) {
    return {
      kind: 'none',
      detail: `only ${matches.length} of the ${wanted} alike are there, so which one was meant can't be told`,
    };
  }
  const index = matches[descriptor.twin?.index ?? 0] ?? -1;
  const node = nodes[index];
  if (node === undefined) return none(nodes, descriptor);
  const after = descriptor.twin?.after;
  if (after !== undefined && !leadsOf(nodes, index, descriptor.within ?? []).includes(after)) {
    return {
      kind: 'ambiguous',
      detail: `${matches.length} controls fit ${sayDescriptor(descriptor)}, and the one in its place no longer comes after ${JSON.stringify(after)}`,
    };
  }
  const difference = stateDifference(node, descriptor);
  if (difference !== undefined) return { kind: 'other-state', detail: `${say(node)} is ${difference}` };
  return { kind: 'found', index, level };
}

function stateDifference(node: ReadNode, { state }: Descriptor): string | undefined {
  if (state === undefined) return undefined;
  for (const key of ['checked', 'pressed', 'expanded'] as const) {
    const recorded = state[key];
    if (recorded !== undefined && (node[key] ?? false) !== recorded) {
      return node[key] ? `already ${key}` : `not ${key}, and was when it was recorded`;
    }
  }
  return undefined;
}

function reachable(nodes: readonly ReadNode[], holds: (node: ReadNode) => boolean): readonly number[] {
  return indicesOf(nodes, (node) => !node.behindModal && holds(node));
}

function hasLabel(descriptor: Descriptor): boolean {
  return (
    descriptor.name !== undefined || descriptor.text !== undefined || descriptor.placeholder !== undefined
  );
}

/** Why there is none is worked out when somebody asks: a replay that waits looks many times, and tells of the last. */
function none(nodes: readonly ReadNode[], descriptor: Descriptor): Located {
  return {
    kind: 'none',
    get detail() {
      return sayMissing(nodes, descriptor);
    },
  };
}

function say(node: ReadNode | undefined): string {
  return node === undefined ? 'nothing' : sayNode(node);
}
