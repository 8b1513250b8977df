// The pages of the shop in which the benchmarks buy something: HTML as text, and the one script behind them. As an app of today does it:
// forms that lead on, fetches that change a part of the page, names for everything.

/** What the shop sells: names by item. */
export const GOODS: Readonly<Record<string, { readonly name: string; readonly price: number }>> = {
  blue: { name: 'Blue kettle', price: 31 },
  red: { name: 'Red kettle', price: 28 },
  steel: { name: 'Steel kettle', price: 54 },
  lamp: { name: 'Desk lamp', price: 19 },
};

/** How many of it, in words: a total that differs in its digits only is one that differs on every run. */
export const COUNTS: readonly string[] = ['one', 'two', 'three', 'four'];

/** What a page has beside what it is about. */
export interface Furnishing {
  /** How many further elements each page has; 0 for none. */
  readonly elements: number;
  /** How often each page replaces all that it shows by new elements that are the same, in ms; `undefined`: never. */
  readonly renewMs?: number;
}

/** Elements of one row of {@link filler}. */
const ROW_ELEMENTS = 6;

/** So many elements more or less: a table of rows, each with a link and a button of its own name. */
function filler(elements: number): string {
  if (elements === 0) return '';
  const rows = Array.from(
    { length: Math.round(elements / ROW_ELEMENTS) },
    (_, index) =>
      `<tr><td>Article ${index}</td><td>${(index * 7) % 90}.00</td><td><a href="/articles/${index}">Details of article ${index}</a> <button type="button">Remember article ${index}</button></td></tr>`,
  );
  return `<section aria-label="Seen before"><table><tbody>${rows.join('\n')}</tbody></table></section>`;
}

/**
 * Listens on the document, so that elements may be replaced under it. A page that renews itself does not do so while a button is held down:
 * nobody could use one that does.
 */
const SCRIPT = `
const show = (id, text) => { document.getElementById(id).textContent = text; };
const send = async (path, values) => (await fetch(path, { method: 'POST', body: new URLSearchParams(values) })).text();
document.addEventListener('click', async ({ target }) => {
  const item = target.closest('button')?.dataset.item;
  if (item) show('count', await send('/add', { item }));
});
document.addEventListener('change', async ({ target }) => {
  if (target.name === 'quantity') show('total', await send('/quantity', { quantity: target.value }));
});
document.addEventListener('submit', async (event) => {
  if (event.target.id !== 'search') return;
  event.preventDefault();
  const found = await (await fetch('/find?' + new URLSearchParams(new FormData(event.target)))).text();
  document.getElementById('found').innerHTML = found;
});
`;

/** A clone has what was typed and checked, but not what was selected, nor the focus. */
const renewal = (everyMs: number): string => `
let held = false;
addEventListener('pointerdown', () => { held = true; }, true);
addEventListener('pointerup', () => { held = false; }, true);
setInterval(() => {
  if (held) return;
  const old = document.querySelector('main');
  const fresh = old.cloneNode(true);
  const focus = [...old.querySelectorAll('*')].indexOf(document.activeElement);
  fresh.querySelectorAll('select').forEach((select, at) => { select.value = old.querySelectorAll('select')[at].value; });
  old.replaceWith(fresh);
  if (focus >= 0) fresh.querySelectorAll('*')[focus].focus({ preventScroll: true });
}, ${everyMs});
`;

/** A whole document. */
export function documentOf(title: string, body: string, { elements, renewMs }: Furnishing): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><link rel="icon" href="data:,"><title>${title}</title></head>
<body><main><h1>${title}</h1>${body}</main>${filler(elements)}
<script>${SCRIPT}${renewMs === undefined ? '' : renewal(renewMs)}</script></body></html>`;
}

export const signIn = `<form method="post" action="/sign-in"><p><label>E-mail <input name="email" type="email"></label></p>
<p><label>Password <input name="password" type="password"></label></p><button>Sign in</button></form>`;

export const search = (
  count: string,
): string => `<nav><a href="/cart">Cart</a></nav><p role="status" id="count">${count}</p>
<form role="search" id="search"><label>Search <input type="search" name="q"></label> <button>Find</button></form>
<ul aria-label="Found" id="found"></ul>`;

export const found = (query: string): string =>
  Object.entries(GOODS)
    .filter(([, { name }]) => name.toLowerCase().includes(query.toLowerCase()))
    .map(
      ([item, { name, price }]) =>
        `<li><h2>${name}</h2><p>${price}.00</p><button data-item="${item}">Add ${name} to the cart</button></li>`,
    )
    .join('\n');

export const cart = (name: string, total: string): string => `<form action="/checkout"><p>${name}</p>
<p><label>Quantity <select name="quantity">${COUNTS.map((_, index) => `<option>${index + 1}</option>`).join('')}</select></label></p>
<p role="status" id="total">${total}</p><button>Check out</button></form>`;

export const checkout = `<form method="post" action="/order"><p><label>Full name <input name="name"></label></p>
<p><label>Street <input name="street"></label></p><p><label><input type="checkbox" name="gift"> Gift wrap</label></p>
<button>Place order</button></form>`;

export const confirmation = (order: string): string =>
  `<p role="status">${order}</p><p><a href="/shop">Go on shopping</a></p>`;

/** One control and what it does, for the flow of one action. */
export const single = `<p role="status" id="count">0 items in the cart</p><button data-item="blue">Add Blue kettle to the cart</button>`;
