// What the shop knows, in one JSON file that is replaced whole at every change. Knows nothing of HTTP or HTML.
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** @typedef {{ email: string, name: string }} User */
/** @typedef {{ productId: number, name: string, priceCents: number, quantity: number }} Line */
/** @typedef {{ name: string, email: string, street: string, city: string, country: string, giftWrap: boolean, delivery: string, deliveryDate: string }} Delivery */
/** @typedef {Delivery & { number: string, user: string, items: Line[], totalCents: number, status: string, placedAt: string }} Order */
/** @typedef {{ id: number, user: string, name: string }} WishList */
/** @typedef {{ user: string | null, cart: Record<string, number> }} Session */
/** @typedef {'signIn' | 'signOut' | 'addToCart' | 'changeCart' | 'order' | 'sampleBox' | 'createList' | 'deleteList'} Change */
/** @typedef {{ nextOrder: number, nextList: number, orders: Order[], lists: WishList[], sessions: Record<string, Session>, accepted: Record<Change, number> }} State */

/** @type {readonly User[]} */
export const USERS = [
  { email: 'ann@shop.test', name: 'Ann Berg' },
  { email: 'ben@shop.test', name: 'Ben Okoro' },
  { email: 'cleo@shop.test', name: 'Cleo Marsh' },
];

/**
 * @param {string} number
 * @param {string} placedAt
 * @param {Line} line
 * @returns {Order}
 */
function seedOrder(number, placedAt, line) {
  return {
    number,
    user: 'ann@shop.test',
    name: 'Ann Berg',
    email: 'ann@shop.test',
    street: '4 Harbour Lane',
    city: 'Bergen',
    country: 'Norway',
    giftWrap: false,
    delivery: 'Standard',
    deliveryDate: '',
    items: [line],
    totalCents: line.priceCents * line.quantity,
    status: 'Delivered',
    placedAt,
  };
}

/** @returns {State} */
function seed() {
  return {
    nextOrder: 1042,
    nextList: 3,
    orders: [
      seedOrder('ORD-1040', '2024-11-02T09:30:00.000Z', {
        productId: 25,
        name: 'Wool Rug',
        priceCents: 19900,
        quantity: 1,
      }),
      seedOrder('ORD-1041', '2025-01-18T16:05:00.000Z', {
        productId: 9,
        name: 'Ash Chair',
        priceCents: 12900,
        quantity: 4,
      }),
    ],
    lists: [
      { id: 1, user: 'ben@shop.test', name: 'Birthday' },
      { id: 2, user: 'ben@shop.test', name: 'New flat' },
    ],
    sessions: {},
    accepted: {
      signIn: 0,
      signOut: 0,
      addToCart: 0,
      changeCart: 0,
      order: 0,
      sampleBox: 0,
      createList: 0,
      deleteList: 0,
    },
  };
}

/**
 * @param {string} path the file; its folder is made when missing
 * @param {boolean} keep go on with what the file holds, when it holds something
 */
export function openStore(path, keep) {
  mkdirSync(dirname(path), { recursive: true });
  let state = (keep ? readState(path) : undefined) ?? seed();

  const save = () => {
    const temporary = `${path}.${process.pid}.tmp`;
    writeFileSync(temporary, `${JSON.stringify(state, null, 2)}\n`);
    renameSync(temporary, path);
  };
  save();
  return {
    get state() {
      return state;
    },
    /** Counts a change that was made, and writes everything. @param {Change} change */
    commit(change) {
      state.accepted[change] += 1;
      save();
    },
    reset() {
      state = seed();
      save();
    },
  };
}

/** @typedef {ReturnType<typeof openStore>} Store */

/**
 * @param {string} path
 * @returns {State | undefined}
 */
function readState(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'ENOENT') return undefined;
    throw new Error(
      `The shop's data in ${path} cannot be read. Delete the file, or start without SHOP_KEEP=1.`,
    );
  }
}
