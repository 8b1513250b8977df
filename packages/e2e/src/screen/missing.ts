// Why a described control is not found, in words: what came nearest, so that a reader of the report knows at once what changed.
import { nearestFirst } from '../base/nearest.ts';
import { isInside } from './container.ts';
import { type Descriptor, sayNode } from './descriptor.ts';
import { matching } from './match.ts';
import type { ReadNode } from './node.ts';

/** Says what came nearest, so that a reader of the report knows at once what changed. */
export function sayMissing(nodes: readonly ReadNode[], descriptor: Descriptor): string {
  const behind = nodes.find(
    (node) => node.behindModal && node.role === descriptor.role && node.name === descriptor.name,
  );
  if (behind !== undefined) return 'it is out of reach behind an open dialog';
  const elsewhere = matching(nodes, withoutPlace(descriptor), true).length;
  if (elsewhere > 0) {
    return `${elsewhere} like it elsewhere on the screen, none in the recorded place`;
  }
  const sameName = nodes.find(
    (node) => node.name !== undefined && node.name === descriptor.name && node.role !== descriptor.role,
  );
  if (sameName !== undefined) {
    return `no such control; ${sayNode(sameName)} has its name but is a ${sameName.role}`;
  }
  const names = namesNear(nodes, descriptor);
  const shown = names.slice(0, MOST_NAMES).map((name) => JSON.stringify(name));
  return names.length === 0
    ? `no ${descriptor.role} is on the screen`
    : `the screen has ${descriptor.role} ${shown.join(', ')}${names.length > MOST_NAMES ? ', …' : ''}`;
}

/** Names that a detail holds. Source: chosen: a line. */
const MOST_NAMES = 5;

/** Names of the controls of that role, those in the recorded containers first, then by likeness: what was renamed is most likely among them. */
function namesNear(nodes: readonly ReadNode[], { role, name, within = [] }: Descriptor): readonly string[] {
  const near: string[] = [];
  const far: string[] = [];
  nodes.forEach((node, index) => {
    if (node.role !== role || !node.name || node.behindModal) return;
    (within.length > 0 && isInside(nodes, index, within) ? near : far).push(node.name);
  });
  const sorted = [near, far].flatMap((names) => nearestFirst(name ?? '', names, (each) => each));
  return [...new Set(sorted)];
}

function withoutPlace(descriptor: Descriptor): Descriptor {
  const { within: _within, twin: _twin, ...rest } = descriptor;
  return rest;
}
