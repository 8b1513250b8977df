// Starts the shop as the environment says: SHOP_PORT, SHOP_DATA, SHOP_KEEP, SHOP_LATENCY, SHOP_VARIANT, SHOP_PASSWORD.
import { fileURLToPath } from 'node:url';
import { createShop } from './shop.js';
import { parseVariants } from './variants.js';

const env = process.env;
const port = wholeNumber('SHOP_PORT', 4310);

try {
  const shop = createShop({
    dataPath: env.SHOP_DATA ?? fileURLToPath(new URL(`../.data/shop-${port}.json`, import.meta.url)),
    keep: env.SHOP_KEEP === '1',
    latencyMs: wholeNumber('SHOP_LATENCY', 60),
    variants: parseVariants(env.SHOP_VARIANT ?? ''),
    ...(env.SHOP_PASSWORD && { password: env.SHOP_PASSWORD }),
  });
  // Before the shop says that it is open: whoever waits for that may stop it at once.
  for (const signal of ['SIGINT', 'SIGTERM']) {
    process.once(signal, () => shop.close().then(() => process.exit(0)));
  }
  const url = await shop.listen(port);
  console.log(`The shop is open at ${url}${env.SHOP_VARIANT ? ` (variant: ${env.SHOP_VARIANT})` : ''}`);
} catch (error) {
  const { code, message } = /** @type {NodeJS.ErrnoException} */ (error);
  stop(code === 'EADDRINUSE' ? `Port ${port} is in use. Set SHOP_PORT to another one.` : message);
}

/**
 * @param {string} name
 * @param {number} otherwise
 */
function wholeNumber(name, otherwise) {
  const value = env[name];
  if (value === undefined || value === '') return otherwise;
  if (!/^\d+$/.test(value)) stop(`${name} is "${value}"; a whole number was expected.`);
  return Number(value);
}

/** @param {string} message */
function stop(message) {
  console.error(`shop: ${message}`);
  process.exit(1);
}
