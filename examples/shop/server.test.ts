// The shop's server by real HTTP: what a customer can do, and what each variant changes about it.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { createShop, DEMO_PASSWORD } from './server/shop.js';
import { parseVariants } from './server/variants.js';

const dir = mkdtempSync(join(tmpdir(), 'shop-'));
const closers: (() => Promise<void>)[] = [];
let shops = 0;

afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

interface Options {
  readonly variant?: string;
  readonly latencyMs?: number;
  readonly dataPath?: string;
  readonly keep?: boolean;
}

/** A customer's browser, as far as HTTP goes: it keeps its cookie and follows no redirect by itself. */
class Visitor {
  private cookie = '';
  readonly url: string;
  constructor(url: string) {
    this.url = url;
  }

  async send(path: string, init: RequestInit = {}): Promise<Response> {
    const response = await fetch(`${this.url}${path}`, {
      redirect: 'manual',
      ...init,
      headers: { cookie: this.cookie, ...init.headers },
    });
    this.cookie = response.headers.get('set-cookie')?.split(';')[0] ?? this.cookie;
    return response;
  }

  async page(path: string): Promise<string> {
    return (await this.send(path)).text();
  }

  post(path: string, fields: Record<string, string> = {}, headers: Record<string, string> = {}) {
    return this.send(path, { method: 'POST', body: new URLSearchParams(fields), headers });
  }

  signIn(email = 'ann@shop.test', password: string = DEMO_PASSWORD) {
    return this.post('/sign-in', { email, password });
  }

  async truth() {
    return (await this.send('/api/truth')).json();
  }
}

async function openShop({ variant = '', latencyMs = 0, dataPath, keep = false }: Options = {}) {
  shops += 1;
  const shop = createShop({
    dataPath: dataPath ?? join(dir, `${shops}.json`),
    keep,
    latencyMs,
    variants: parseVariants(variant),
  });
  closers.push(shop.close);
  return new Visitor(await shop.listen(0));
}

const DELIVERY = {
  name: 'Zoë <Test>',
  email: 'ann@x.test',
  street: '1 Main Street',
  city: 'Oslo',
  country: 'Norway',
  giftWrap: 'yes',
  delivery: 'Express',
  deliveryDate: '2030-05-17',
};

/** A visitor who is signed in, with a Walnut Desk in the cart. */
async function buyer(options: Options = {}) {
  const visitor = await openShop(options);
  await visitor.signIn();
  await visitor.post('/cart/items', { product: '2' });
  return visitor;
}

const count = (text: string, part: string) => text.split(part).length - 1;
const names = (page: string) => [...page.matchAll(/<h2 id="product-\d+">([^<]+)/g)].map((match) => match[1]);

describe('sign-in', () => {
  test('leads a customer with the right password to where they were going', async () => {
    const visitor = await openShop();
    expect((await visitor.send('/orders')).headers.get('location')).toBe('/sign-in?next=%2Forders');
    const response = await visitor.post('/sign-in', {
      email: 'ANN@shop.test',
      password: DEMO_PASSWORD,
      next: '/orders',
    });
    expect([response.status, response.headers.get('location')]).toEqual([303, '/orders']);
    expect(await visitor.page('/orders')).toContain('Ann Berg');
    await visitor.post('/sign-out');
    expect((await visitor.send('/orders')).status).toBe(303);
  });

  test('says so when the password is wrong, and lets nobody in', async () => {
    const visitor = await openShop();
    const response = await visitor.signIn('ann@shop.test', 'wrong');
    expect(response.status).toBe(401);
    expect(await response.text()).toContain('role="alert">The email or the password is wrong.');
    expect((await visitor.send('/orders')).status).toBe(303);
    expect((await visitor.truth()).accepted.signIn).toBe(0);
  });

  test('says so when there is no password', async () => {
    const visitor = await openShop();
    const response = await visitor.signIn('ann@shop.test', '');
    expect(response.status).toBe(401);
    expect(await response.text()).toContain('role="alert">Enter your password.');
  });

  test('leads to no other site', async () => {
    const visitor = await openShop();
    for (const next of ['//evil.test', 'https://evil.test', '/\\evil.test']) {
      const response = await visitor.post('/sign-in', {
        email: 'ann@shop.test',
        password: DEMO_PASSWORD,
        next,
      });
      expect(response.headers.get('location')).toBe('/products');
    }
  });
});

describe('catalogue and cart', () => {
  test('shows 30 products, and those that a search finds', async () => {
    const visitor = await openShop();
    expect(names(await visitor.page('/products'))).toHaveLength(30);
    expect(names(await visitor.page('/products?q=walnut'))).toEqual([
      'Walnut Desk',
      'Walnut Side Table',
      'Walnut Chair',
      'Walnut Bookcase',
    ]);
    expect(await visitor.page('/products?q=%3Cb%3E')).toContain('0 products for “&lt;b&gt;”');
  });

  test('adds to the cart by script and by form', async () => {
    const visitor = await openShop();
    expect(await visitor.page('/cart')).toContain('>0 items<');
    const added = await visitor.post('/cart/items', { product: '2' }, { accept: 'application/json' });
    expect(await added.json()).toEqual({ message: 'Walnut Desk added to cart', count: 1 });
    expect(await visitor.page('/cart')).toContain('>1 item<');
    expect((await visitor.post('/cart/items', { product: '13' })).headers.get('location')).toBe('/cart');
    const cart = await visitor.page('/cart');
    expect(cart).toContain('>2 items<');
    expect(cart).toContain('data-testid="cart-total">€658.00<');
    expect((await visitor.post('/cart/items', { product: '99' })).status).toBe(404);
  });

  test('changes quantities, takes out what reaches zero, and refuses nonsense', async () => {
    const visitor = await openShop();
    await visitor.post('/cart/items', { product: '2' });
    await visitor.post('/cart/items/2', { quantity: '3' });
    expect(await visitor.page('/cart')).toContain('>3 items<');
    for (const quantity of ['-1', '1.5', 'many', '100']) {
      expect((await visitor.post('/cart/items/2', { quantity })).status).toBe(422);
    }
    expect((await visitor.post('/cart/items/3', { quantity: '1' })).status).toBe(422);
    await visitor.post('/cart/items/2', { quantity: '0' });
    expect(await visitor.page('/cart')).toContain('>0 items<');
  });

  test('keeps the carts of two visitors apart', async () => {
    const one = await openShop();
    const other = new Visitor(one.url);
    await one.post('/cart/items', { product: '2' });
    expect(await other.page('/cart')).toContain('>0 items<');
  });
});

describe('checkout', () => {
  test('takes an order, confirms it, and shows it first among the orders', async () => {
    const visitor = await buyer();
    const response = await visitor.post('/checkout', DELIVERY);
    expect([response.status, response.headers.get('location')]).toEqual([303, '/orders/ORD-1042']);
    expect(await visitor.page('/orders/ORD-1042')).toContain('role="status">Order ORD-1042 is confirmed<');
    const orders = await visitor.page('/orders');
    expect(orders).toContain('<td>1 × Walnut Desk</td><td>Zoë &lt;Test&gt;</td><td>€601.00</td>');
    expect([...orders.matchAll(/>(ORD-\d+)</g)].map((match) => match[1])).toEqual([
      'ORD-1042',
      'ORD-1041',
      'ORD-1040',
    ]);
    const { orders: kept, accepted } = await visitor.truth();
    expect(kept).toHaveLength(3);
    expect(kept[2]).toMatchObject({
      number: 'ORD-1042',
      giftWrap: true,
      delivery: 'Express',
      totalCents: 60_100,
    });
    expect(accepted).toMatchObject({ signIn: 1, addToCart: 1, order: 1 });
    expect(await visitor.page('/cart')).toContain('>0 items<');
  });

  test('names what is missing, keeps what was typed, and stores nothing', async () => {
    const visitor = await buyer();
    const response = await visitor.post('/checkout', { ...DELIVERY, country: 'Atlantis', city: ' ' });
    expect(response.status).toBe(422);
    const page = await response.text();
    expect(page).toContain('role="alert">Missing or wrong: city, country.');
    expect(page).toContain('value="Zoë &lt;Test&gt;"');
    const past = await visitor.post('/checkout', { ...DELIVERY, deliveryDate: '2020-01-01' });
    expect(await past.text()).toContain('The delivery date must not be in the past.');
    expect((await visitor.truth()).accepted.order).toBe(0);
  });

  test('is closed to an empty cart, and to visitors without an account', async () => {
    const visitor = await openShop();
    expect((await visitor.send('/checkout')).headers.get('location')).toBe('/sign-in?next=%2Fcheckout');
    await visitor.signIn();
    expect((await visitor.send('/checkout')).headers.get('location')).toBe('/cart');
    expect((await visitor.post('/checkout', DELIVERY)).headers.get('location')).toBe('/cart');
  });

  test('shows nobody the orders of another customer', async () => {
    const visitor = await openShop();
    await visitor.signIn('ben@shop.test');
    expect((await visitor.send('/orders/ORD-1041')).status).toBe(404);
    expect(await visitor.page('/orders')).not.toContain('ORD-1041');
  });
});

test('wish lists are made, refused when they have no name or a taken one, and deleted', async () => {
  const visitor = await openShop();
  await visitor.signIn('ben@shop.test');
  expect((await visitor.post('/lists', { name: 'Garden' })).status).toBe(303);
  expect((await visitor.post('/lists', { name: 'Garden' })).status).toBe(422);
  expect(await (await visitor.post('/lists', { name: '' })).text()).toContain('A list needs a name.');
  expect(await visitor.page('/lists')).toContain('>Garden<');
  await visitor.post('/lists/3/delete');
  expect(await visitor.page('/lists')).not.toContain('>Garden<');
  expect((await visitor.post('/lists/3/delete')).status).toBe(404);
});

describe('variants', () => {
  const checkout = async (variant: string) => (await buyer({ variant })).page('/checkout');

  test('without one, there is one "Place order"', async () => {
    expect(count(await checkout(''), '<button>Place order</button>')).toBe(1);
  });

  test('renamed: the button reads "Submit order" and still orders', async () => {
    const visitor = await buyer({ variant: 'renamed' });
    const page = await visitor.page('/checkout');
    expect([count(page, 'Place order'), count(page, '<button>Submit order</button>')]).toEqual([0, 1]);
    await visitor.post('/checkout', DELIVERY);
    expect((await visitor.truth()).accepted.order).toBe(1);
  });

  test.each([
    ['twin-before', true],
    ['twin-after', false],
  ])('%s: a second "Place order" buys something else', async (variant, first) => {
    const visitor = await buyer({ variant });
    const page = await visitor.page('/checkout');
    expect(count(page, '<button>Place order</button>')).toBe(2);
    expect(page.indexOf('action="/sample-box"') < page.indexOf('action="/checkout"')).toBe(first);
    expect((await visitor.post('/sample-box')).headers.get('location')).toBe('/orders/ORD-1042');
    const { orders, accepted } = await visitor.truth();
    expect(orders[2].items[0].name).toBe('Sample box');
    expect([accepted.order, accepted.sampleBox]).toEqual([0, 1]);
  });

  test('a sample box is sold under the twin variants only', async () => {
    expect((await (await buyer()).post('/sample-box')).status).toBe(404);
  });

  test('order-dropped: back to the form, nothing stored, no error shown', async () => {
    const visitor = await buyer({ variant: 'order-dropped' });
    const response = await visitor.post('/checkout', DELIVERY);
    expect([response.status, response.headers.get('location')]).toEqual([303, '/checkout']);
    expect(await visitor.page('/checkout')).not.toContain('role="alert"');
    const { orders, accepted } = await visitor.truth();
    expect([orders.length, accepted.order]).toEqual([2, 0]);
  });

  test('order-fails: status 500, an alert, nothing stored', async () => {
    const visitor = await buyer({ variant: 'order-fails' });
    const response = await visitor.post('/checkout', DELIVERY);
    expect(response.status).toBe(500);
    expect(await response.text()).toContain('role="alert">Your order could not be placed.');
    expect((await visitor.truth()).orders).toHaveLength(2);
  });

  test('submit-removed: the form has no button', async () => {
    const page = await checkout('submit-removed');
    expect(page).toContain('Delivery date');
    expect(page).not.toContain('Place order');
  });

  test('shuffled: the same products in another order, the same one each time', async () => {
    const plain = names(await (await openShop()).page('/products'));
    const visitor = await openShop({ variant: 'shuffled' });
    const shuffled = names(await visitor.page('/products'));
    expect(shuffled).not.toEqual(plain);
    expect([...shuffled].sort()).toEqual([...plain].sort());
    expect(names(await visitor.page('/products'))).toEqual(shuffled);
  });

  test('inserted: another product on top, also among those a search finds', async () => {
    const visitor = await openShop({ variant: 'inserted' });
    expect(names(await visitor.page('/products'))).toHaveLength(31);
    expect(names(await visitor.page('/products?q=Walnut Desk'))).toEqual([
      'Walnut Desk Organiser',
      'Walnut Desk',
    ]);
  });

  test('wrapped: more elements, the same text', async () => {
    const plain = await checkout('');
    const wrapped = await checkout('wrapped');
    expect(count(wrapped, 'class="w"')).toBeGreaterThan(40);
    expect(wrapped.replace(/<\/?(?:div|span)[^>]*>/g, '')).toBe(plain.replace(/<\/?(?:div|span)[^>]*>/g, ''));
    expect(count(wrapped, '<div')).toBe(count(wrapped, '</div>'));
    expect(count(wrapped, '<span')).toBe(count(wrapped, '</span>'));
  });

  test('late: the content waits in a template', async () => {
    const page = await checkout('late');
    expect(page).toContain('<main aria-busy="true"><p>Loading…</p></main><template data-late="800">');
  });

  test('several at once, and none that is unknown', async () => {
    const page = await checkout('renamed, twin-after');
    expect([count(page, 'Place order'), count(page, 'Submit order')]).toEqual([1, 1]);
    expect(() => parseVariants('renamd')).toThrow('SHOP_VARIANT names "renamd"');
  });
});

describe('state', () => {
  test('reset brings back the start, sessions included', async () => {
    const visitor = await buyer();
    await visitor.post('/checkout', DELIVERY);
    expect((await visitor.post('/api/reset')).status).toBe(204);
    const { orders, accepted } = await visitor.truth();
    expect([orders.length, accepted.order, accepted.signIn]).toEqual([2, 0, 0]);
    expect((await visitor.send('/orders')).status).toBe(303);
  });

  test('is in the file after every change, and starts fresh unless kept', async () => {
    const dataPath = join(dir, 'kept.json');
    const visitor = await buyer({ dataPath });
    await visitor.post('/checkout', DELIVERY);
    expect(JSON.parse(readFileSync(dataPath, 'utf8')).orders).toHaveLength(3);
    expect(existsSync(`${dataPath}.${process.pid}.tmp`)).toBe(false);
    expect((await (await openShop({ dataPath, keep: true })).truth()).orders).toHaveLength(3);
    expect((await (await openShop({ dataPath })).truth()).orders).toHaveLength(2);
  });

  test('latency holds every page back', async () => {
    const visitor = await openShop({ latencyMs: 120 });
    const startedAt = performance.now();
    await visitor.page('/products');
    // A timer may fire a millisecond early by another clock.
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(118);
  });

  test('a form larger than any of the shop is refused', async () => {
    const visitor = await openShop();
    const response = await visitor.post('/lists', { name: 'x'.repeat(70_000) });
    expect(response.status).toBe(413);
  });
});

describe('start.js', () => {
  /** Runs it until it says that it is open, or until it ends. */
  const start = (env: Record<string, string>) =>
    new Promise<{ text: string; code: number | null }>((resolve) => {
      const file = fileURLToPath(new URL('server/start.js', import.meta.url));
      const child = spawn(process.execPath, [file], {
        env: { ...process.env, SHOP_DATA: join(dir, 'start.json'), ...env },
      });
      let text = '';
      for (const stream of [child.stdout, child.stderr]) {
        stream.on('data', (chunk) => {
          text += chunk;
          if (text.includes('open at')) child.kill('SIGTERM');
        });
      }
      child.once('close', (code) => resolve({ text, code }));
    });

  test('opens on a port that the system chose, names its variants, and ends when told to', async () => {
    const { text, code } = await start({ SHOP_PORT: '0', SHOP_VARIANT: 'renamed,late' });
    expect(text).toMatch(/The shop is open at http:\/\/127\.0\.0\.1:\d+ \(variant: renamed,late\)/);
    expect(code).toBe(0);
  });

  test('says what is wrong in one line', async () => {
    const taken = new URL((await openShop()).url).port;
    expect(await start({ SHOP_PORT: taken })).toEqual({
      text: `shop: Port ${taken} is in use. Set SHOP_PORT to another one.\n`,
      code: 1,
    });
    expect(await start({ SHOP_PORT: 'many' })).toEqual({
      text: 'shop: SHOP_PORT is "many"; a whole number was expected.\n',
      code: 1,
    });
    expect((await start({ SHOP_VARIANT: 'nonsense' })).text).toMatch(
      /^shop: SHOP_VARIANT names "nonsense".*\n$/,
    );
  });
});
