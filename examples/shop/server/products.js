// The catalogue: what the shop sells. Prices are in cents, so that sums stay exact.

/** @typedef {{ id: number, name: string, kind: string, priceCents: number }} Product */

/** @type {readonly (readonly [string, string, number])[]} */
const ROWS = [
  ['Oak Desk', 'Desks', 44900],
  ['Walnut Desk', 'Desks', 58900],
  ['Birch Desk', 'Desks', 38900],
  ['Standing Desk', 'Desks', 62900],
  ['Walnut Side Table', 'Tables', 17900],
  ['Oak Dining Table', 'Tables', 69900],
  ['Marble Coffee Table', 'Tables', 32900],
  ['Folding Table', 'Tables', 8900],
  ['Ash Chair', 'Seating', 12900],
  ['Walnut Chair', 'Seating', 15900],
  ['Linen Armchair', 'Seating', 39900],
  ['Office Chair', 'Seating', 24900],
  ['Oak Stool', 'Seating', 6900],
  ['Reading Bench', 'Seating', 18900],
  ['Pine Bookcase', 'Storage', 21900],
  ['Walnut Bookcase', 'Storage', 34900],
  ['Wall Shelf', 'Storage', 4900],
  ['Drawer Cabinet', 'Storage', 27900],
  ['Shoe Rack', 'Storage', 5900],
  ['Coat Stand', 'Storage', 7900],
  ['Brass Desk Lamp', 'Lighting', 8900],
  ['Floor Lamp', 'Lighting', 14900],
  ['Paper Lantern', 'Lighting', 2900],
  ['Bedside Lamp', 'Lighting', 5400],
  ['Wool Rug', 'Textiles', 19900],
  ['Cotton Throw', 'Textiles', 4500],
  ['Linen Curtain', 'Textiles', 6500],
  ['Felt Desk Mat', 'Textiles', 3200],
  ['Ceramic Vase', 'Decoration', 3900],
  ['Round Mirror', 'Decoration', 11900],
];

/** @type {readonly Product[]} */
export const PRODUCTS = ROWS.map(([name, kind, priceCents], index) => ({
  id: index + 1,
  name,
  kind,
  priceCents,
}));

/** Sold only under the `inserted` variant: its name begins like another product's, on purpose. @type {Product} */
export const INSERTED_PRODUCT = { id: 31, name: 'Walnut Desk Organiser', kind: 'Desks', priceCents: 4900 };

/** What a second "Place order" button buys under the twin variants: never what the customer wanted. @type {Product} */
export const SAMPLE_BOX = { id: 32, name: 'Sample box', kind: 'Decoration', priceCents: 1900 };

/** The one product that the cart page offers. @type {Product} */
export const PICK_OF_THE_DAY = { id: 13, name: 'Oak Stool', kind: 'Seating', priceCents: 6900 };

/** @param {number} id */
export function productById(id) {
  return [...PRODUCTS, INSERTED_PRODUCT, SAMPLE_BOX].find((product) => product.id === id);
}

/** @param {number} cents */
export function formatPrice(cents) {
  return `€${(cents / 100).toFixed(2)}`;
}
