import { expect, it } from 'vitest';
import type { NodeId, ScreenNode } from '../../screen/node.ts';
import { judgeOffline } from './judge.ts';

const nodes = [
  { role: 'heading', name: 'Thank you for your order' },
  { role: 'status', text: '11 items' },
  { role: 'alert', text: 'The email or the password is wrong.' },
  { role: 'checkbox', name: 'Gift wrap', checked: true },
  { role: 'checkbox', name: 'Newsletter', checked: false },
  { role: 'button', name: 'Place order', disabled: true },
  { role: 'textbox', name: 'City', value: 'Oslo' },
  { role: 'button', name: 'Twin' },
  { role: 'button', name: 'Twin' },
].map((node, index) => ({ depth: 0, id: `n${index}` as NodeId, ...node })) as readonly ScreenNode[];

function judge(statement: string, kind: 'assert' | 'extract' = 'assert'): string {
  return judgeOffline({
    kind,
    statement,
    context: '',
    screen: { location: '/', title: '', nodes, text: '' },
    countModelCall: () => expect.unreachable(),
    signal: new AbortController().signal,
  }).status;
}

it.each([
  ['the heading "Thank you for your order" is visible', 'holds'],
  ['the alert reads "The email or the password is wrong."', 'holds'],
  ['the alert reads "Fine"', 'fails'],
  ['the status reads "11 items"', 'holds'],
  ['the status reads "1 item"', 'fails'],
  ['"1 item" is visible', 'fails'],
  ['"11 items" is visible', 'holds'],
  ['Place order is visible', 'holds'],
  ['Place order is not visible', 'fails'],
  ['Refund is not visible', 'holds'],
  ['Gift wrap is checked', 'holds'],
  ['Gift wrap is not checked', 'fails'],
  ['Newsletter is not checked', 'holds'],
  ['Nothing such is not checked', 'inconclusive'],
  ['Place order is disabled', 'holds'],
  ['Place order is enabled', 'fails'],
  ['Nothing such is disabled', 'inconclusive'],
  ['City reads "Oslo" and Gift wrap is checked', 'holds'],
  ['City reads "Oslo" and Newsletter is checked', 'fails'],
  ['Twin is disabled', 'inconclusive'],
  ['the order went through', 'inconclusive'],
  ['the alert "wrong" is visible', 'holds'],
  ['the alert "11 items" is visible', 'fails'],
  ['the dialog "Gift wrap" is visible', 'fails'],
  ['the button "Thank you for your order" is visible', 'fails'],
])('judges: %s → %s', (statement, status) => {
  expect(judge(statement)).toBe(status);
});

it('extracts nothing', () => {
  expect(judge('the total', 'extract')).toBe('inconclusive');
});
