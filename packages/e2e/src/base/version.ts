// The version of this product, as its package states it.
import { createRequire } from 'node:module';

const manifest: unknown = createRequire(import.meta.url)('../../package.json');

/** This product's version, such as `0.1.0`. */
export const VERSION: string =
  typeof manifest === 'object' && manifest !== null && 'version' in manifest
    ? String(manifest.version)
    : '0.0.0';
