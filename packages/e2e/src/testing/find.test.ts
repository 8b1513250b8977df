import { describe, expect, test } from 'vitest';
import type { NodeId, Screen, ScreenNode } from '../screen/node.ts';
import { describeNode, find, findAll } from './find.ts';

const nodes: readonly Omit<ScreenNode, 'id'>[] = [
  { role: 'heading', name: 'Team', depth: 0 },
  { role: 'list', name: 'Members', depth: 0 },
  { role: 'listitem', name: 'Ann', depth: 1 },
  { role: 'button', name: 'Remove', testId: 'remove-ann', depth: 2 },
  { role: 'listitem', name: 'Bea', depth: 1 },
  { role: 'button', name: 'Remove', testId: 'remove-bea', depth: 2 },
  { role: 'button', name: 'Add member', depth: 0 },
  { role: 'status', text: '2 members', depth: 0 },
];
const screen: Screen = {
  location: 'http://app.test/team',
  title: 'Team',
  text: '',
  nodes: nodes.map((node, index) => ({ ...node, id: `n${index}` as NodeId })),
};

describe('find', () => {
  test('gives the one node of a role and name', () => {
    expect(find(screen, { role: 'button', name: 'Add member' }).id).toBe('n6');
    expect(find(screen, { role: 'button', name: /^add/i }).id).toBe('n6');
    expect(find(screen, { testId: 'remove-bea' }).id).toBe('n5');
    expect(find(screen, { role: 'status', text: /\d members/ }).id).toBe('n7');
  });

  test('looks inside a node, and no further than it reaches', () => {
    expect(find(screen, { role: 'button', within: { role: 'listitem', name: 'Ann' } }).id).toBe('n3');
    expect(find(screen, { role: 'button', within: find(screen, { name: 'Bea' }) }).id).toBe('n5');
    expect(findAll(screen, { role: 'button', within: { role: 'list' } })).toHaveLength(2);
  });

  test('takes a string as the whole name, never as a part of it', () => {
    expect(() => find(screen, { role: 'button', name: 'Add' })).toThrow('no node matches button "Add"');
  });

  test('is not led astray by the memory of a global pattern', () => {
    const pattern = /Add/g;
    for (const _ of [1, 2, 3]) expect(find(screen, { name: pattern }).id).toBe('n6');
  });

  test('lists the candidates when none matches', () => {
    expect(() => find(screen, { role: 'button', name: 'Delete' })).toThrowErrorMatchingInlineSnapshot(`
      [Error: no node matches button "Delete" on "Team" (http://app.test/team); it has these of role button:
        - button "Remove" [remove-ann] in listitem "Ann"
        - button "Remove" [remove-bea] in listitem "Bea"
        - button "Add member"]
    `);
    expect(() => find(screen, { role: 'slider' })).toThrow('heading "Team"');
    expect(() => find({ ...screen, nodes: [] }, { role: 'slider' })).toThrow('the screen is empty');
  });

  test('lists the candidates when several match', () => {
    expect(() => find(screen, { role: 'button', name: 'Remove' })).toThrowErrorMatchingInlineSnapshot(`
      [Error: 2 nodes match button "Remove" on "Team" (http://app.test/team); narrow it with "within", "name" or "testId":
        - button "Remove" [remove-ann] in listitem "Ann"
        - button "Remove" [remove-bea] in listitem "Bea"]
    `);
  });

  test('refuses a node of another screen as the place to look in', () => {
    const other = { ...(screen.nodes[2] as ScreenNode), id: 'gone' as NodeId };
    expect(() => find(screen, { role: 'button', within: other })).toThrow(
      'listitem "Ann" is not on this screen',
    );
  });
});

test('a node is described by its name, else its text, else its test id', () => {
  expect(describeNode({ role: 'button', name: 'Save', text: 'x' })).toBe('button "Save"');
  expect(describeNode({ role: 'status', text: '2' })).toBe('status with text "2"');
  expect(describeNode({ role: 'img', testId: 'logo' })).toBe('img [logo]');
  expect(describeNode({ role: 'img' })).toBe('img without a name');
});
