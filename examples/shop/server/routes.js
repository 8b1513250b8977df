// Which request does what. Each handler takes a call, changes the store if it must, and gives an answer back.
import { checkoutPage, problemOf, readDelivery, totalOf } from './checkout.js';
import { json, localPath, seeOther } from './http.js';
import * as pages from './pages.js';
import { INSERTED_PRODUCT, PICK_OF_THE_DAY, PRODUCTS, productById, SAMPLE_BOX } from './products.js';
import { USERS } from './store.js';
import { shuffled } from './variants.js';

/** @typedef {import('./http.js').Answer} Answer */
/** @typedef {import('./store.js').Line} Line */
/** @typedef {import('./store.js').Delivery} Delivery */
/** @typedef {import('./store.js').Session} Session */
/** @typedef {{ store: import('./store.js').Store, variants: import('./pages.js').Variants, password: string }} Shop */
/** @typedef {{ shop: Shop, url: URL, form: URLSearchParams, wantsJson: boolean, session: Session, open: () => Session, id: string }} Call */
/** @typedef {(call: Call) => Answer} Handler */

/**
 * Method, path and handler; the path's group is `call.id`.
 * @type {readonly (readonly [string, RegExp, Handler])[]}
 */
export const ROUTES = [
  ['GET', /^\/$/, () => seeOther('/products')],
  ['GET', /^\/products$/, catalogue],
  ['GET', /^\/sign-in$/, signInForm],
  ['POST', /^\/sign-in$/, signIn],
  ['POST', /^\/sign-out$/, signOut],
  ['GET', /^\/cart$/, cart],
  ['POST', /^\/cart\/items$/, addToCart],
  ['POST', /^\/cart\/items\/(\d+)$/, changeCart],
  ['GET', /^\/checkout$/, signedIn(checkoutForm)],
  ['POST', /^\/checkout$/, signedIn(checkOut)],
  ['POST', /^\/sample-box$/, signedIn(orderSampleBox)],
  ['GET', /^\/orders$/, signedIn(orders)],
  ['GET', /^\/orders\/(ORD-\d+)$/, signedIn(order)],
  ['GET', /^\/lists$/, signedIn(lists)],
  ['POST', /^\/lists$/, signedIn(createList)],
  ['POST', /^\/lists\/(\d+)\/delete$/, signedIn(deleteList)],
  ['GET', /^\/api\/truth$/, truth],
  ['POST', /^\/api\/reset$/, reset],
];

/**
 * Runs a handler for signed-in customers; leads everyone else to the sign-in page.
 * @param {(call: Call, user: string) => Answer} handler
 * @returns {Handler}
 */
function signedIn(handler) {
  return (call) =>
    call.session.user === null
      ? seeOther(`/sign-in?next=${encodeURIComponent(call.url.pathname)}`)
      : handler(call, call.session.user);
}

/**
 * @param {Call} call
 * @param {string} title
 * @param {import('./html.js').Html} content
 * @param {number} [status]
 * @returns {Answer}
 */
function show(call, title, content, status = 200) {
  const user = USERS.find((one) => one.email === call.session.user);
  const frame = {
    variants: call.shop.variants,
    path: call.url.pathname,
    userName: user?.name ?? null,
    cartCount: countOf(call.session),
  };
  return {
    status,
    headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' },
    body: pages.page(frame, title, content),
  };
}

/** @type {Handler} */
export function notFound(call) {
  return show(call, 'Not found', pages.messagePage('There is no such page'), 404);
}

/** @type {Handler} */
function catalogue(call) {
  const { variants } = call.shop;
  const query = (call.url.searchParams.get('q') ?? '').trim();
  const sold = variants.has('inserted') ? [INSERTED_PRODUCT, ...PRODUCTS] : PRODUCTS;
  const found = sold.filter((product) => product.name.toLowerCase().includes(query.toLowerCase()));
  return show(
    call,
    'Products',
    pages.cataloguePage(query, variants.has('shuffled') ? shuffled(found) : found),
  );
}

/** @type {Handler} */
function signInForm(call) {
  const next = localPath(call.url.searchParams.get('next'));
  return show(call, 'Sign in', pages.signInPage({ email: '', next, problem: null }));
}

/** @type {Handler} */
function signIn(call) {
  const email = (call.form.get('email') ?? '').trim().toLowerCase();
  const next = localPath(call.form.get('next'));
  const password = call.form.get('password') ?? '';
  if (!USERS.some((user) => user.email === email) || password !== call.shop.password) {
    // Two messages, so that a check of a wrong password does not hold without one.
    const problem = password === '' ? 'Enter your password.' : 'The email or the password is wrong.';
    return show(call, 'Sign in', pages.signInPage({ email, next, problem }), 401);
  }
  call.open().user = email;
  call.shop.store.commit('signIn');
  return seeOther(next);
}

/** @type {Handler} */
function signOut(call) {
  call.session.user = null;
  call.shop.store.commit('signOut');
  return seeOther('/products');
}

/** @param {Session} session */
function countOf(session) {
  return Object.values(session.cart).reduce((sum, quantity) => sum + quantity, 0);
}

/**
 * @param {Session} session
 * @returns {Line[]}
 */
function linesOf(session) {
  return Object.entries(session.cart).flatMap(([id, quantity]) => {
    const product = productById(Number(id));
    return product ? [line(product, quantity)] : [];
  });
}

/**
 * @param {import('./products.js').Product} product
 * @param {number} quantity
 * @returns {Line}
 */
function line(product, quantity) {
  return { productId: product.id, name: product.name, priceCents: product.priceCents, quantity };
}

/** @type {Handler} */
function cart(call) {
  return show(call, 'Your cart', pages.cartPage(linesOf(call.session), PICK_OF_THE_DAY));
}

/**
 * What is told after a change: JSON to the script in the page, the cart page to a browser without it.
 * @param {Call} call
 * @param {string} message
 */
function cartChanged(call, message) {
  return call.wantsJson ? json({ message, count: countOf(call.session) }) : seeOther('/cart');
}

/** @type {Handler} */
function addToCart(call) {
  const product = productById(Number(call.form.get('product')));
  if (!product) return json({ message: 'There is no such product' }, 404);
  const { cart } = call.open();
  cart[product.id] = (cart[product.id] ?? 0) + 1;
  call.shop.store.commit('addToCart');
  return cartChanged(call, `${product.name} added to cart`);
}

/** @type {Handler} */
function changeCart(call) {
  const quantity = Number(call.form.get('quantity'));
  const { cart } = call.session;
  if (!Object.hasOwn(cart, call.id) || !Number.isInteger(quantity) || quantity < 0 || quantity > 99) {
    return json({ message: 'A quantity is a whole number from 0 to 99' }, 422);
  }
  if (quantity === 0) delete cart[call.id];
  else cart[call.id] = quantity;
  call.shop.store.commit('changeCart');
  return cartChanged(call, 'Cart updated');
}

/** @type {Handler} */
function checkoutForm(call) {
  const lines = linesOf(call.session);
  return lines.length === 0
    ? seeOther('/cart')
    : show(call, 'Checkout', checkoutPage(call.shop.variants, lines));
}

/**
 * @param {Call} call
 * @param {string} user
 */
function checkOut(call, user) {
  const { variants } = call.shop;
  const lines = linesOf(call.session);
  if (lines.length === 0) return seeOther('/cart');
  const delivery = readDelivery(call.form);
  /** @param {number} status @param {string} problem */
  const refuse = (status, problem) =>
    show(call, 'Checkout', checkoutPage(variants, lines, { delivery, problem }), status);

  const problem = problemOf(delivery, new Date());
  if (problem !== null) return refuse(422, problem);
  if (variants.has('order-dropped')) return seeOther('/checkout');
  if (variants.has('order-fails')) return refuse(500, 'Your order could not be placed. Nothing was paid.');
  call.session.cart = {};
  return placeOrder(call, 'order', user, delivery, lines);
}

/**
 * @param {Call} call
 * @param {'order' | 'sampleBox'} change
 * @param {string} user
 * @param {Delivery} delivery
 * @param {Line[]} items
 */
function placeOrder(call, change, user, delivery, items) {
  const { store } = call.shop;
  const number = `ORD-${store.state.nextOrder}`;
  store.state.nextOrder += 1;
  store.state.orders.push({
    ...delivery,
    number,
    user,
    items,
    totalCents: totalOf(items, delivery),
    status: 'Confirmed',
    placedAt: new Date().toISOString(),
  });
  store.commit(change);
  return seeOther(`/orders/${number}`);
}

/**
 * @param {Call} call
 * @param {string} user
 */
function orderSampleBox(call, user) {
  if (!call.shop.variants.has('twin-before') && !call.shop.variants.has('twin-after')) return notFound(call);
  const delivery = readDelivery(
    new URLSearchParams({ name: 'Sample box', email: user, delivery: 'Standard' }),
  );
  return placeOrder(call, 'sampleBox', user, delivery, [line(SAMPLE_BOX, 1)]);
}

/**
 * @param {Call} call
 * @param {string} user
 */
function orders(call, user) {
  const mine = call.shop.store.state.orders.filter((one) => one.user === user);
  return show(call, 'Your orders', pages.ordersPage(mine.reverse()));
}

/**
 * @param {Call} call
 * @param {string} user
 */
function order(call, user) {
  const found = call.shop.store.state.orders.find((one) => one.user === user && one.number === call.id);
  return found ? show(call, 'Order placed', pages.confirmationPage(found)) : notFound(call);
}

/**
 * @param {Call} call
 * @param {string} user
 */
function listsOf(call, user) {
  return call.shop.store.state.lists.filter((list) => list.user === user);
}

/**
 * @param {Call} call
 * @param {string} user
 */
function lists(call, user) {
  return show(call, 'Wish lists', pages.listsPage(listsOf(call, user), null));
}

/**
 * @param {Call} call
 * @param {string} user
 */
function createList(call, user) {
  const { store } = call.shop;
  const mine = listsOf(call, user);
  const name = (call.form.get('name') ?? '').trim();
  /** @param {string} problem */
  const refuse = (problem) => show(call, 'Wish lists', pages.listsPage(mine, problem), 422);
  if (name === '') return refuse('A list needs a name.');
  if (mine.some((list) => list.name === name)) return refuse('You have a list of that name.');
  store.state.lists.push({ id: store.state.nextList, user, name });
  store.state.nextList += 1;
  store.commit('createList');
  return seeOther('/lists');
}

/**
 * @param {Call} call
 * @param {string} user
 */
function deleteList(call, user) {
  const { store } = call.shop;
  const index = store.state.lists.findIndex((list) => list.user === user && String(list.id) === call.id);
  if (index < 0) return notFound(call);
  store.state.lists.splice(index, 1);
  store.commit('deleteList');
  return seeOther('/lists');
}

/** What really happened, for tests that do not want to believe the screen. @type {Handler} */
function truth(call) {
  const { orders, lists, accepted } = call.shop.store.state;
  return json({ orders, lists, accepted });
}

/** @type {Handler} */
function reset(call) {
  call.shop.store.reset();
  return { status: 204 };
}
