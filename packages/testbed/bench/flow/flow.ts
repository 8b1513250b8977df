// The same flows as tests of the product: goals, how an agent does them where nothing is recorded, and what must be seen at the end.
import type { ActOptions } from '../../../e2e/src/agent/attempt.ts';
import type { ActStep } from '../../../e2e/src/agent/executor.ts';
import type { Locator, Screen } from '../../../e2e/src/api/locator.ts';
import { secret } from '../../../e2e/src/cache/params.ts';
import type { Action } from '../../../e2e/src/screen/action.ts';
import { type BY_HAND, ORDER } from './by-hand.ts';

/** One act of a flow. */
interface Act {
  readonly goal: string;
  readonly options?: ActOptions;
  act(step: ActStep): Promise<undefined>;
}

/** A flow, as far as the product is concerned. */
export interface Flow {
  readonly byHand: keyof typeof BY_HAND;
  readonly start: string;
  readonly acts: readonly Act[];
  /** Recorded actions of all acts. */
  readonly actions: number;
  /** What must be seen at the end. */
  checks(screen: Screen): readonly Locator[];
  /** What the shop's server must have seen of it, and nothing else. */
  readonly sales: readonly string[];
}

type Part<Kind extends Action['kind']> = Omit<Extract<Action, { readonly kind: Kind }>, 'kind' | 'target'>;

/** Acts on the one control of that role and name, looked for as an agent would: until it is there, and again where a page replaced it. */
async function on<Kind extends 'tap' | 'type' | 'typeSecret' | 'select' | 'check'>(
  step: ActStep,
  role: string,
  name: string,
  kind: Kind,
  part: Part<Kind>,
): Promise<void> {
  for (;;) {
    step.signal.throwIfAborted();
    const { nodes } = await step.look();
    const node = nodes.find((one) => one.role === role && one.name === name);
    if (node === undefined) continue;
    // The parts of an arm of the union; the compiler cannot join them over a type parameter.
    const done = await step.perform({ kind, target: node.id, ...part } as unknown as Action);
    if (done.ok) return;
    if (done.code !== 'LOCATOR_NOT_FOUND') throw new Error(`${kind} ${role} "${name}": ${done.message}`);
  }
}

const add = (step: ActStep): Promise<void> => on(step, 'button', 'Add Blue kettle to the cart', 'tap', {});

/** Thirteen actions on four pages, and the confirmation. */
export const purchase: Flow = {
  byHand: 'purchase',
  start: '/sign-in',
  actions: 13,
  acts: [
    {
      goal: 'sign in as ann@example.test with {password}',
      options: { params: { password: secret('password') } },
      async act(step) {
        await on(step, 'textbox', 'E-mail', 'type', { text: 'ann@example.test' });
        await on(step, 'textbox', 'Password', 'typeSecret', { name: 'password' });
        await on(step, 'button', 'Sign in', 'tap', {});
        return undefined;
      },
    },
    {
      goal: 'search for "kettle", put the blue one into the cart and go to the cart',
      async act(step) {
        await on(step, 'searchbox', 'Search', 'type', { text: 'kettle' });
        await on(step, 'button', 'Find', 'tap', {});
        await add(step);
        await on(step, 'link', 'Cart', 'tap', {});
        return undefined;
      },
    },
    {
      goal: 'take two of it and go on to the checkout',
      async act(step) {
        await on(step, 'combobox', 'Quantity', 'select', { option: '2' });
        await on(step, 'button', 'Check out', 'tap', {});
        return undefined;
      },
    },
    {
      goal: 'order it for Ann Berg, Fjord Road 7, gift-wrapped',
      async act(step) {
        await on(step, 'textbox', 'Full name', 'type', { text: 'Ann Berg' });
        await on(step, 'textbox', 'Street', 'type', { text: 'Fjord Road 7' });
        await on(step, 'checkbox', 'Gift wrap', 'check', { checked: true });
        await on(step, 'button', 'Place order', 'tap', {});
        return undefined;
      },
    },
  ],
  checks: (screen) => [screen.getByRole('heading', { name: ORDER.heading }), screen.getByText(ORDER.text)],
  sales: ['cart: Blue kettle', `order: ${ORDER.text}`],
};

/** One action. */
export const single: Flow = {
  byHand: 'single',
  start: '/single',
  actions: 1,
  acts: [
    {
      goal: 'put the blue kettle into the cart',
      async act(step) {
        await add(step);
        return undefined;
      },
    },
  ],
  checks: (screen) => [screen.getByText('1 item in the cart')],
  sales: ['cart: Blue kettle'],
};
