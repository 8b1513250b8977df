// The goals of the shop's suite (and of tests that go with it), and the few turns in which each is reached: what is called, and the words that show that it came true.
import type { ScriptedCall } from '../../e2e/src/testing/model-server.ts';
import type { Shown } from './shown.ts';

/** One turn: calls that need no look between them. */
type Turn = (shown: Shown, words: readonly string[]) => readonly ScriptedCall[];

/** What a customer does about goals of one form. */
export interface Goal {
  /** Of the whole goal; its groups are the `words` of the turns. */
  readonly form: RegExp;
  readonly turns: readonly Turn[];
  /** Words of the screen that show that it is reached. */
  readonly seen: (words: readonly string[]) => string;
}

const tap = (target: string): ScriptedCall => ({ tool: 'tap', input: { target } });
const type = (target: string, text: string): ScriptedCall => ({ tool: 'type', input: { target, text } });

/** Fills one field: a secret is named, never typed. */
function fill(target: string, text: string): ScriptedCall {
  const [, name] = /^<secret:(.+)>$/u.exec(text) ?? [];
  return name === undefined ? type(target, text) : { tool: 'typeSecret', input: { target, name } };
}

const signIn: readonly Turn[] = [
  (shown, [email = '', password = '']) => [
    fill(shown.idOf('textbox', 'Email'), email),
    fill(shown.idOf('textbox', 'Password'), password),
  ],
  (shown) => [tap(shown.idOf('button', 'Sign in'))],
];

const addToCart: Turn = (shown, words) => [
  tap(shown.idOf('button', 'Add to cart', `article "${words.at(-1)}"`)),
];

/** In the order in which they are tried: the first whose form fits the whole goal. */
export const GOALS: readonly Goal[] = [
  {
    form: /^sign in as (\S+) with password (\S+), then expect an error$/u,
    turns: signIn,
    seen: () => 'The email or the password is wrong.',
  },
  { form: /^sign in as (\S+) with password (\S+)$/u, turns: signIn, seen: () => 'Sign out' },
  {
    form: /^add one item to the cart$/u,
    turns: [(shown) => [tap(shown.idOf('button', 'Add to cart'))]],
    seen: () => '1 item',
  },
  {
    form: /^search for (.+), then add (.+) to the cart$/u,
    turns: [
      (shown, [query = '']) => [fill(shown.idOf('searchbox', 'Search products'), query)],
      (shown) => [tap(shown.idOf('button', 'Search'))],
      addToCart,
    ],
    seen: ([, product]) => `${product} added to cart`,
  },
  {
    form: /^search for (.+)$/u,
    turns: [
      (shown, [query = '']) => [fill(shown.idOf('searchbox', 'Search products'), query)],
      (shown) => [tap(shown.idOf('button', 'Search'))],
    ],
    seen: () => '0 products',
  },
  {
    form: /^add (.+) to the cart$/u,
    turns: [addToCart],
    seen: ([product]) => `${product} added to cart`,
  },
  {
    form: /^fill (Quantity of (.+)) with (\d+), then press Update$/u,
    turns: [
      (shown, [field = '', , count = '']) => [type(shown.idOf('spinbutton', field), count)],
      (shown, [field = '']) => [tap(shown.idOf('button', 'Update', `"${field}"`))],
    ],
    seen: ([, , count]) => `${count} items`,
  },
  {
    form: /^choose (.+) as Country, check Gift wrap, choose (.+), set Delivery date to (\S+), then submit the form$/u,
    turns: [
      (shown, [country = '', delivery = '', date = '']) => [
        { tool: 'select', input: { target: shown.idOf('combobox', 'Country'), option: country } },
        { tool: 'check', input: { target: shown.idOf('checkbox', 'Gift wrap'), checked: true } },
        { tool: 'check', input: { target: shown.idOf('radio', delivery), checked: true } },
        type(shown.idOf('textbox', 'Delivery date'), date),
      ],
      (shown) => [tap(shown.idOf('button', 'Place order'))],
    ],
    seen: () => 'Thank you for your order',
  },
  {
    form: /^fill (.+)$/u,
    turns: [
      (shown, [pairs = '']) =>
        pairs.split(/, | and /u).map((pair) => {
          const [field = '', value = ''] = pair.split(' with ');
          return type(shown.idOf('textbox', field), value);
        }),
    ],
    seen: ([pairs = '']) => pairs.split(' with ').at(-1) ?? '',
  },
  {
    form: /^open (.+)$/u,
    turns: [(shown, [name = '']) => [tap(shown.idOf('link', name))]],
    seen: ([name = '']) => `Your ${name.toLowerCase()}`,
  },
  {
    form: /^create a list named (.+)$/u,
    turns: [
      (shown, [name = '']) => [fill(shown.idOf('textbox', 'List name'), name)],
      (shown) => [tap(shown.idOf('button', 'Create list'))],
    ],
    seen: ([name = '']) => name,
  },
  {
    form: /^delete the row (.+)$/u,
    turns: [(shown, [name = '']) => [tap(shown.idOf('button', 'Delete', `"${name}"`))]],
    seen: () => 'Birthday',
  },
];
