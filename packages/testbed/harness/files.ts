// Files that many test projects need: a cart as one page, a config for it, and the test of framework spec §1.

/** A cart that counts in the page: one button, one status. */
export const CART_PAGE = `<!doctype html><title>Cart</title>
<h1>Cart</h1>
<button onclick="add()">Add item</button>
<p role="status">0 items</p>
<script>
  let items = 0;
  function add() {
    items += 1;
    document.querySelector('[role=status]').textContent = items + (items === 1 ? ' item' : ' items');
  }
</script>
`;

/** A config on the web engine with the offline planner; `more`: further keys, as source. */
export function webConfig(url: string, more = ''): string {
  return `import { defineConfig, offline } from 'e2e';
import { web } from 'e2e/web';

export default defineConfig({
  targets: [{ name: 'web', engine: web(), app: { url: '${url}' } }],
  agents: { default: { executor: offline() } },
  ${more}
});
`;
}

/** The test of framework spec §1. */
export const CART_TEST = `import { test, expect } from 'e2e';

test('adds an item', async ({ app, agent, screen }) => {
  await app.open('/cart');
  await agent.act('add one item to the cart');
  await expect(screen.getByRole('status')).toHaveText('1 item');
});
`;

/** The same cart as an app in memory, as source; it needs `fakeApp` and `node` of `e2e/testing`. */
export const FAKE_CART = `fakeApp({
  start: '/cart',
  state: { items: 0 },
  routes: {
    '/cart': (state) => [
      node('heading', 'Cart'),
      node('button', 'Add item', { onTap: (s) => { s.items += 1; } }),
      node('status', undefined, { text: state.items + (state.items === 1 ? ' item' : ' items') }),
    ],
  },
})`;

/** A config that needs no browser: the cart in memory, and a scripted executor. */
export const FAKE_CONFIG: string = `import { defineConfig } from 'e2e';
import { fakeApp, fakeEngine, find, node, scripted } from 'e2e/testing';

const app = ${FAKE_CART};
const executor = scripted({
  'add one item to the cart': async (step) => {
    await step.perform({ kind: 'tap', target: find(step.screen, { role: 'button', name: 'Add item' }).id });
    return undefined;
  },
});

export default defineConfig({
  targets: [{ name: 'fake', engine: fakeEngine(app) }],
  agents: { default: { executor } },
});
`;
