import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ReadNode } from '../../screen/node.ts';
import { blankNode, type PageNode, pack, unpack } from './packed.ts';

const word = fc.option(fc.constantFrom('', 'a', '0', 'Some "words"\n'), { nil: undefined });
const state = fc.option(fc.boolean(), { nil: undefined });

const node: fc.Arbitrary<PageNode> = fc
  .record({
    id: fc.nat(20),
    role: fc.constantFrom('row', 'cell', 'text'),
    name: word,
    text: word,
    value: word,
    checked: fc.option(fc.constantFrom(true, false, 'mixed' as const), { nil: undefined }),
    disabled: state,
    form: state,
  })
  .map(({ id, role, ...rest }) => ({ ...blankNode(id, role), ...rest }));

/** Nodes in the order of a document: each at most one deeper than the one before. */
const look = fc.array(fc.tuple(node, fc.nat(4)), { maxLength: 12 }).map((pairs) => {
  let depth = -1;
  return pairs.map(([one, least]): PageNode => {
    depth = Math.min(depth + 1, least);
    return { ...one, depth };
  });
});

/** As a look was before it was packed: all of it, each node with its parent. */
function whole(nodes: readonly PageNode[]): readonly ReadNode[] {
  return nodes.map(({ id, ...rest }, index) => {
    const parent = nodes.slice(0, index).findLastIndex((other) => other.depth < rest.depth);
    const has = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined));
    return { ...has, id: `f1-${id}`, parent } as unknown as ReadNode;
  });
}

const cross = <Value>(value: Value): Value => JSON.parse(JSON.stringify(value));

test('a look comes out as it went in, whole and as what differs from the one before', () => {
  fc.assert(
    fc.property(look, look, fc.nat(12), fc.nat(12), (first, other, head, tail) => {
      // Mostly as it was, with something else in the middle.
      const second = [
        ...first.slice(0, head),
        ...other,
        ...first.slice(first.length - Math.min(tail, first.length)),
      ].map((one, index, all) => ({ ...one, depth: Math.min(one.depth, (all[index - 1]?.depth ?? -1) + 1) }));
      for (let at = 1; at < second.length; at += 1) {
        const [one, before] = [second[at] as PageNode, second[at - 1] as PageNode];
        one.depth = Math.min(one.depth, before.depth + 1);
      }
      const known = unpack(cross(pack(first, [], 1)), 'f1', []);
      expect(known).toEqual(whole(first));
      expect(unpack(cross(pack(second, first, 2)), 'f1', known)).toEqual(whole(second));
    }),
  );
});

test('of a look that is as the one before no node crosses', () => {
  const nodes = [blankNode(0, 'row'), { ...blankNode(1, 'cell'), depth: 1, name: 'A' }];
  expect(pack(nodes, nodes, 2)).toEqual({ look: 2, head: 2, tail: 0, roles: [], flat: [] });
});
