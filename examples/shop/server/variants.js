// The changes that SHOP_VARIANT makes: each is one that real sites make between two runs of a test.

/** @typedef {keyof typeof VARIANTS} Variant */

const VARIANTS = /** @type {const} */ ({
  renamed: 'the button "Place order" reads "Submit order"',
  'twin-before': 'a second "Place order" button, for a sample box, above the checkout form',
  'twin-after': 'a second "Place order" button, for a sample box, below the checkout form',
  'order-dropped': 'an order is thrown away: back to the checkout form, nothing stored, no error',
  'order-fails': 'an order is refused with status 500 and an alert',
  'submit-removed': 'the checkout form has no button',
  shuffled: 'the products come in another order (the same one each time)',
  inserted: 'another product, "Walnut Desk Organiser", stands on top',
  wrapped: 'extra elements around everything, without meaning of their own',
  late: 'the content of each page comes 800 ms late, by script',
});

/**
 * @param {string} list names, separated by commas; empty for none
 * @returns {ReadonlySet<Variant>}
 */
export function parseVariants(list) {
  const names = list
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  for (const name of names) {
    if (!Object.hasOwn(VARIANTS, name)) {
      throw new Error(
        `SHOP_VARIANT names "${name}", which the shop does not know. Known: ${Object.keys(VARIANTS).join(', ')}.`,
      );
    }
  }
  return new Set(/** @type {Variant[]} */ (names));
}

/**
 * The same items in another order; the same one at every call, and never the given one for four items or more.
 * @template Item
 * @param {readonly Item[]} items
 * @returns {Item[]}
 */
export function shuffled(items) {
  const result = [...items];
  let state = 20_240_229;
  for (let last = result.length - 1; last > 0; last -= 1) {
    // Numerical Recipes' linear congruential generator: any fixed sequence will do.
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    const pick = state % (last + 1);
    const kept = /** @type {Item} */ (result[last]);
    result[last] = /** @type {Item} */ (result[pick]);
    result[pick] = kept;
  }
  return result;
}

const BLOCKS = 'main|section|form|article|fieldset|table|ul|dl';
const INLINE = 'button|label|select|a';

/**
 * Puts two elements without meaning around every block, field and button. Works on tags, so it nests by itself.
 * @param {string} page
 */
export function wrapped(page) {
  return page
    .replace(new RegExp(`<(?:${BLOCKS})[ >]`, 'g'), '<div class="w"><div class="w">$&')
    .replace(new RegExp(`</(?:${BLOCKS})>`, 'g'), '$&</div></div>')
    .replace(new RegExp(`<(?:${INLINE})[ >]`, 'g'), '<span class="w"><span class="w">$&')
    .replace(new RegExp(`</(?:${INLINE})>`, 'g'), '$&</span></span>')
    .replace(/<input [^>]*>/g, '<span class="w"><span class="w">$&</span></span>');
}
