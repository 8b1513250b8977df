// What each page looks like, from plain data. Decides no business: that is done by the time a page is written.
import { html, text } from './html.js';
import { formatPrice } from './products.js';
import { wrapped } from './variants.js';

/** @typedef {import('./html.js').Html} Html */
/** @typedef {import('./products.js').Product} Product */
/** @typedef {import('./store.js').Line} Line */
/** @typedef {import('./store.js').Order} Order */
/** @typedef {import('./store.js').WishList} WishList */
/** @typedef {ReadonlySet<import('./variants.js').Variant>} Variants */
/** @typedef {{ variants: Variants, path: string, userName: string | null, cartCount: number }} Frame */

/** @param {number} count */
function itemCount(count) {
  return count === 1 ? '1 item' : `${count} items`;
}

/**
 * @param {Frame} frame
 * @param {string} title
 * @param {Html} content
 */
export function page(frame, title, content) {
  const late = frame.variants.has('late');
  const body = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} – Fjord &amp; Oak</title>
<link rel="stylesheet" href="/style.css">
<link rel="icon" href="data:,">
<script type="module" src="/client.js"></script>
</head>
<body>
<header>
<p class="brand">Fjord &amp; Oak</p>
<nav aria-label="Main">
${navLink(frame, '/products', 'Products')}
${navLink(frame, '/cart', 'Cart')}
<span class="count" data-testid="cart-count">${frame.cartCount}</span>
${frame.userName !== null && [navLink(frame, '/orders', 'Orders'), navLink(frame, '/lists', 'Wish lists')]}
</nav>
${account(frame)}
</header>
${
  late
    ? html`<main aria-busy="true"><p>Loading…</p></main><template data-late="800">${content}</template>`
    : html`<main>${content}</main>`
}
<footer><p>Fjord &amp; Oak is a demo shop. Nothing is sold or sent.</p></footer>
</body>
</html>
`;
  return frame.variants.has('wrapped') ? wrapped(text(body)) : text(body);
}

/**
 * @param {Frame} frame
 * @param {string} path
 * @param {string} label
 */
function navLink(frame, path, label) {
  return html`<a href="${path}"${frame.path === path && html` aria-current="page"`}>${label}</a>`;
}

/** @param {Frame} frame */
function account(frame) {
  if (frame.userName !== null) {
    return html`<form class="account" method="post" action="/sign-out"><span>${frame.userName}</span><button class="quiet">Sign out</button></form>`;
  }
  return frame.path === '/sign-in' ? html`` : html`<p class="account"><a href="/sign-in">Sign in</a></p>`;
}

/** @param {string | null} message */
function alert(message) {
  return message !== null && html`<p class="alert" role="alert">${message}</p>`;
}

/**
 * @param {string} label
 * @param {string} name
 * @param {string} value
 * @param {Html} attributes
 */
function field(label, name, value, attributes) {
  return html`<div class="field"><label for="${name}">${label}</label><input id="${name}" name="${name}" value="${value}" ${attributes}></div>`;
}

/** @param {{ email: string, next: string, problem: string | null }} form */
export function signInPage(form) {
  return html`<h1>Sign in</h1>
${alert(form.problem)}
<form class="narrow" method="post" action="/sign-in" novalidate>
<input type="hidden" name="next" value="${form.next}">
${field('Email', 'email', form.email, html`type="email" autocomplete="username" required`)}
${field('Password', 'password', '', html`type="password" autocomplete="current-password" required`)}
<button>Sign in</button>
</form>`;
}

/** @param {Product} product */
function addForm(product) {
  return html`<form method="post" action="/cart/items" data-cart="add"><input type="hidden" name="product" value="${product.id}"><button>Add to cart</button></form>`;
}

/** @param {Product} product */
function productCard(product) {
  return html`<article aria-labelledby="product-${product.id}"><h2 id="product-${product.id}">${product.name}</h2><p class="kind">${product.kind}</p><p class="price">${formatPrice(product.priceCents)}</p>${addForm(product)}</article>`;
}

/**
 * @param {string} query
 * @param {readonly Product[]} products
 */
export function cataloguePage(query, products) {
  return html`<h1>Products</h1>
<form class="search" role="search" action="/products"><label for="q">Search products</label><input id="q" name="q" type="search" value="${query}"><button>Search</button></form>
<p role="status" class="toast" data-status></p>
<p class="found">${products.length === 1 ? '1 product' : `${products.length} products`}${query !== '' && html` for “${query}”`}</p>
<ul class="products">${products.map((product) => html`<li>${productCard(product)}</li>\n`)}</ul>`;
}

/** @param {Line} line */
function cartRow(line) {
  const input = `quantity-${line.productId}`;
  return html`<tr><th scope="row">${line.name}</th><td>${formatPrice(line.priceCents)}</td>
<td><form class="row" method="post" action="/cart/items/${line.productId}" data-cart="change"><label class="hidden" for="${input}">Quantity of ${line.name}</label><input id="${input}" name="quantity" type="number" min="0" max="99" value="${line.quantity}"><button class="quiet">Update</button></form></td>
<td>${formatPrice(line.priceCents * line.quantity)}</td>
<td><form method="post" action="/cart/items/${line.productId}" data-cart="change"><input type="hidden" name="quantity" value="0"><button class="quiet">Remove</button></form></td></tr>`;
}

/**
 * @param {readonly Line[]} lines
 * @param {Product} pick
 */
export function cartPage(lines, pick) {
  const count = lines.reduce((sum, line) => sum + line.quantity, 0);
  const total = lines.reduce((sum, line) => sum + line.priceCents * line.quantity, 0);
  return html`<h1>Your cart</h1>
<p role="status" data-cart-status>${itemCount(count)}</p>
<div data-cart-lines>${
    lines.length === 0
      ? html`<p>Your cart is empty.</p>`
      : html`<table><caption class="hidden">Cart</caption><thead><tr><th scope="col">Product</th><th scope="col">Price</th><th scope="col">Quantity</th><th scope="col">Sum</th><th scope="col">Change</th></tr></thead>
<tbody>${lines.map(cartRow)}</tbody>
<tfoot><tr><th scope="row" colspan="3">Total</th><td colspan="2" data-testid="cart-total">${formatPrice(total)}</td></tr></tfoot></table>
<p><a class="button" href="/checkout">Go to checkout</a></p>`
  }</div>
<section aria-labelledby="pick"><h2 id="pick">Pick of the day</h2><p>${pick.name}, ${formatPrice(pick.priceCents)}</p>${addForm(pick)}</section>`;
}

/** @param {readonly Order[]} orders newest first */
export function ordersPage(orders) {
  return html`<h1>Your orders</h1>
<table><caption class="hidden">Orders</caption><thead><tr><th scope="col">Order</th><th scope="col">Items</th><th scope="col">Name</th><th scope="col">Total</th><th scope="col">Status</th></tr></thead>
<tbody>${orders.map(
    (order) =>
      html`<tr><th scope="row"><a href="/orders/${order.number}">${order.number}</a></th><td>${itemsText(order)}</td><td>${order.name}</td><td>${formatPrice(order.totalCents)}</td><td>${order.status}</td></tr>\n`,
  )}</tbody></table>`;
}

/** @param {Order} order */
function itemsText(order) {
  return order.items.map((line) => `${line.quantity} × ${line.name}`).join(', ');
}

/** @param {Order} order */
export function confirmationPage(order) {
  return html`<h1>Thank you for your order</h1>
<p role="status">Order ${order.number} is ${order.status.toLowerCase()}</p>
<dl><dt>Order</dt><dd>${order.number}</dd><dt>Name</dt><dd>${order.name}</dd><dt>Items</dt><dd>${itemsText(order)}</dd>
<dt>Delivery</dt><dd>${order.delivery} to ${order.street}, ${order.city}, ${order.country}</dd><dt>Delivery date</dt><dd>${order.deliveryDate}</dd>
<dt>Gift wrap</dt><dd>${order.giftWrap ? 'Yes' : 'No'}</dd><dt>Total</dt><dd>${formatPrice(order.totalCents)}</dd></dl>
<p><a href="/orders">All orders</a></p>`;
}

/**
 * @param {readonly WishList[]} lists
 * @param {string | null} problem
 */
export function listsPage(lists, problem) {
  return html`<h1>Wish lists</h1>
${alert(problem)}
<form class="narrow" method="post" action="/lists" novalidate>${field('List name', 'name', '', html`type="text" maxlength="80" autocomplete="off" required`)}<button>Create list</button></form>
<table><caption class="hidden">Wish lists</caption><thead><tr><th scope="col">List</th><th scope="col">Change</th></tr></thead>
<tbody>${lists.map(
    (list) =>
      html`<tr><th scope="row">${list.name}</th><td><form method="post" action="/lists/${list.id}/delete"><button class="quiet">Delete</button></form></td></tr>\n`,
  )}</tbody></table>`;
}

/** @param {string} message */
export function messagePage(message) {
  return html`<h1>${message}</h1><p><a href="/products">Back to the products</a></p>`;
}

export { alert, field };
