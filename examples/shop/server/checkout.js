// The checkout form: its fields, what a filled one must hold, and what it costs.
import { html } from './html.js';
import { alert, field } from './pages.js';
import { formatPrice, SAMPLE_BOX } from './products.js';

/** @typedef {import('./html.js').Html} Html */
/** @typedef {import('./store.js').Line} Line */
/** @typedef {import('./store.js').Delivery} Delivery */

const COUNTRIES = ['Denmark', 'Finland', 'Germany', 'Iceland', 'Norway', 'Sweden'];
const GIFT_WRAP_CENTS = 300;
const EXPRESS_CENTS = 900;

/** @type {Delivery} */
const EMPTY = {
  name: '',
  email: '',
  street: '',
  city: '',
  country: '',
  giftWrap: false,
  delivery: 'Standard',
  deliveryDate: '',
};

/**
 * @param {URLSearchParams} form
 * @returns {Delivery}
 */
export function readDelivery(form) {
  /** @param {string} name */
  const value = (name) => (form.get(name) ?? '').trim();
  return {
    name: value('name'),
    email: value('email'),
    street: value('street'),
    city: value('city'),
    country: value('country'),
    giftWrap: form.has('giftWrap'),
    delivery: value('delivery'),
    deliveryDate: value('deliveryDate'),
  };
}

/**
 * What is wrong with a filled form, in words for the customer; null when nothing is.
 * @param {Delivery} delivery
 * @param {Date} today
 */
export function problemOf(delivery, today) {
  const missing = [
    delivery.name === '' && 'full name',
    !/^[^\s@]+@[^\s@]+$/.test(delivery.email) && 'email',
    delivery.street === '' && 'street',
    delivery.city === '' && 'city',
    !COUNTRIES.includes(delivery.country) && 'country',
    !['Standard', 'Express'].includes(delivery.delivery) && 'delivery',
    !isDay(delivery.deliveryDate) && 'delivery date',
  ].filter((name) => name !== false);
  if (missing.length > 0) return `Missing or wrong: ${missing.join(', ')}.`;
  if (delivery.deliveryDate < today.toISOString().slice(0, 10))
    return 'The delivery date must not be in the past.';
  return null;
}

/** @param {string} value */
function isDay(value) {
  return /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value));
}

/**
 * @param {readonly Line[]} lines
 * @param {Delivery} delivery
 */
export function totalOf(lines, delivery) {
  const goods = lines.reduce((sum, line) => sum + line.priceCents * line.quantity, 0);
  return (
    goods + (delivery.giftWrap ? GIFT_WRAP_CENTS : 0) + (delivery.delivery === 'Express' ? EXPRESS_CENTS : 0)
  );
}

/**
 * @param {import('./pages.js').Variants} variants
 * @param {readonly Line[]} lines
 * @param {{ delivery?: Delivery, problem?: string }} [filled]
 */
export function checkoutPage(variants, lines, { delivery = EMPTY, problem } = {}) {
  const goods = totalOf(lines, EMPTY);
  return html`<h1>Checkout</h1>
${alert(problem ?? null)}
${variants.has('twin-before') && sampleBox()}
<section aria-labelledby="summary"><h2 id="summary">Your items</h2><ul class="summary">${lines.map(
    (line) => html`<li>${line.quantity} × ${line.name}, ${formatPrice(line.priceCents * line.quantity)}</li>`,
  )}</ul><p>Sum of items: <strong>${formatPrice(goods)}</strong></p></section>
${form(variants, delivery)}
${variants.has('twin-after') && sampleBox()}`;
}

/**
 * @param {import('./pages.js').Variants} variants
 * @param {Delivery} delivery
 */
function form(variants, delivery) {
  const button = variants.has('renamed') ? 'Submit order' : 'Place order';
  return html`<form class="checkout" method="post" action="/checkout" aria-label="Delivery details" novalidate>
${field('Full name', 'name', delivery.name, html`type="text" autocomplete="name" required`)}
${field('Email', 'email', delivery.email, html`type="email" autocomplete="email" required`)}
${field('Street', 'street', delivery.street, html`type="text" autocomplete="street-address" required`)}
${field('City', 'city', delivery.city, html`type="text" autocomplete="address-level2" required`)}
<div class="field"><label for="country">Country</label><select id="country" name="country" autocomplete="country-name" required>
<option value="">Choose a country</option>${COUNTRIES.map((country) => option(country, delivery.country))}</select></div>
<div class="choice"><input id="giftWrap" name="giftWrap" type="checkbox" value="yes"${delivery.giftWrap && html` checked`}><label for="giftWrap">Gift wrap</label> <span>(${formatPrice(GIFT_WRAP_CENTS)})</span></div>
<fieldset><legend>Delivery</legend>${radio('Standard', 'free', delivery)}${radio('Express', formatPrice(EXPRESS_CENTS), delivery)}</fieldset>
${field('Delivery date', 'deliveryDate', delivery.deliveryDate, html`type="date" required`)}
${!variants.has('submit-removed') && html`<button>${button}</button>`}
</form>`;
}

/**
 * @param {string} country
 * @param {string} chosen
 */
function option(country, chosen) {
  return html`<option${country === chosen && html` selected`}>${country}</option>`;
}

/**
 * @param {string} name
 * @param {string} cost
 * @param {Delivery} delivery
 */
function radio(name, cost, delivery) {
  const id = `delivery-${name.toLowerCase()}`;
  return html`<div class="choice"><input id="${id}" name="delivery" type="radio" value="${name}"${delivery.delivery === name && html` checked`}><label for="${id}">${name}</label> <span>(${cost})</span></div>`;
}

/** The twin: a button of the same name that buys something else, and leads to a page that looks like success. */
function sampleBox() {
  return html`<section aria-labelledby="sample"><h2 id="sample">${SAMPLE_BOX.name}</h2><p>All our woods and fabrics, ${formatPrice(SAMPLE_BOX.priceCents)}</p><form method="post" action="/sample-box"><button>Place order</button></form></section>`;
}
