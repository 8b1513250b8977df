// What the shop does in the page: changes the cart without leaving it, and, under the `late` variant, shows the content late.

/** @param {SubmitEvent} event */
async function changeCart(event) {
  const form = event.target;
  if (!(form instanceof HTMLFormElement) || form.dataset.cart === undefined) return;
  event.preventDefault();
  const response = await fetch(form.action, {
    method: 'POST',
    headers: { accept: 'application/json' },
    body: new URLSearchParams(/** @type {any} */ (new FormData(form))),
  });
  const { message, count } = await response.json();
  if (count !== undefined) setText('[data-testid="cart-count"]', String(count));
  setText('[data-status]', message);
  if (document.querySelector('[data-cart-lines]')) await showCart();
}

/** Puts the cart as the server has it into the page. */
async function showCart() {
  const response = await fetch('/cart');
  const page = new DOMParser().parseFromString(await response.text(), 'text/html');
  const late = page.querySelector('template[data-late]');
  const fresh = late instanceof HTMLTemplateElement ? late.content : page;
  document
    .querySelector('[data-cart-lines]')
    ?.replaceChildren(...(fresh.querySelector('[data-cart-lines]')?.childNodes ?? []));
  setText('[data-cart-status]', fresh.querySelector('[data-cart-status]')?.textContent ?? '');
}

/**
 * @param {string} selector
 * @param {string} text
 */
function setText(selector, text) {
  const element = document.querySelector(selector);
  if (element) element.textContent = text;
}

document.addEventListener('submit', changeCart);

const late = document.querySelector('template[data-late]');
if (late instanceof HTMLTemplateElement) {
  setTimeout(() => {
    const main = document.querySelector('main');
    main?.replaceChildren(late.content);
    main?.removeAttribute('aria-busy');
  }, Number(late.dataset.late));
}
