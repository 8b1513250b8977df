import { homedir } from 'node:os';
import { expect, test } from 'vitest';
import type { Config } from '../api/config.ts';
import type { Engine } from '../engine/contract.ts';
import { type RunFlags, type RunSettings, runSettings } from './settings.ts';

const engine: Engine = {
  name: 'none',
  capabilities: { pixels: false, requests: false, dialogs: false, pages: false },
  actions: new Set(),
  launch: () => Promise.reject(new Error('never launched')),
};
const store = { read: async () => undefined, write: async () => {} };

function settings(
  config: Partial<Config> = {},
  flags: RunFlags = {},
  env: Record<string, string> = {},
): RunSettings {
  const whole = {
    targets: [
      { name: 'web', engine },
      { name: 'phone', engine },
    ],
    ...config,
  };
  return runSettings(
    { file: '/shop/e2e.config.ts', rootDir: '/shop', config: whole },
    flags,
    env,
    '/shop/sub',
  );
}

test('a flag goes over the config, the config over the default', () => {
  expect(settings()).toMatchObject({ retries: 0, timeoutMs: 60_000, bail: 0, outputDir: '/shop/.e2e' });
  expect(settings({ retries: 2, timeout: 5, output: 'out' })).toMatchObject({
    retries: 2,
    timeoutMs: 5,
    outputDir: '/shop/out',
  });
  expect(settings({ retries: 2 }, { retries: 0, output: 'out' })).toMatchObject({
    retries: 0,
    outputDir: '/shop/sub/out',
  });
  expect(settings().workers).toBeGreaterThanOrEqual(1);
});

test('in CI a failed test is tried once more, unless the config says otherwise', () => {
  expect(settings({}, {}, { CI: 'true' }).retries).toBe(1);
  expect(settings({ retries: 0 }, {}, { CI: 'true' }).retries).toBe(0);
  expect(settings({}, {}, { CI: 'false' }).retries).toBe(0);
});

test('R39: read-write by default, read-only in CI when the config says nothing, off by flag over all', () => {
  const mode = (config: Partial<Config>, flags: RunFlags, env: Record<string, string>): string =>
    settings(config, flags, env).cache.mode;
  expect(mode({}, {}, {})).toBe('read-write');
  expect(mode({}, {}, { CI: '1' })).toBe('read-only');
  expect(mode({ cache: 'read-write' }, {}, { CI: '1' })).toBe('read-write');
  expect(mode({ cache: 'read-write' }, { noCache: true }, {})).toBe('off');
});

test('R39 R43: every cause for which nothing is recorded is known', () => {
  const causes = (config: Partial<Config>, flags: RunFlags, env: Record<string, string>): unknown =>
    settings(config, flags, env).cache.readOnly;
  expect(causes({}, {}, {})).toBeUndefined();
  expect(causes({}, { strictCache: true }, { CI: '1' })).toEqual(['ci', 'strict']);
  expect(causes({ cache: { mode: 'read-only' } }, {}, { CI: '1' })).toEqual(['config']);
  expect(causes({ cache: { strict: true } }, {}, {})).toEqual(['strict']);
  expect(causes({}, { strictCache: true, noCache: true }, { CI: '1' })).toBeUndefined();
});

test('R40: the flag, then E2E_CACHE_DIR, then the config name the directory, from the project root', () => {
  const dir = (config: Partial<Config>, flags: RunFlags, env: Record<string, string>): string | undefined =>
    settings(config, flags, env).cache.dir;
  expect(dir({}, {}, {})).toBe('/shop/.e2e/cache');
  expect(dir({ cache: { dir: 'rec' } }, {}, {})).toBe('/shop/rec');
  expect(dir({ cache: { dir: 'rec' } }, {}, { E2E_CACHE_DIR: '/shared' })).toBe('/shared');
  expect(dir({}, { cacheDir: '~/rec' }, { E2E_CACHE_DIR: '/shared' })).toBe(`${homedir()}/rec`);
  expect(settings({}, { cacheDir: 'x' }, { CI: '1' }).cache.mode).toBe('read-only');
});

test('R42: a store of one’s own has no directory and does not become read-only in CI; --cache-dir with it is an error', () => {
  expect(settings({ cache: { store } }, {}, { CI: '1', E2E_CACHE_DIR: '/shared' }).cache).toEqual({
    mode: 'read-write',
    strict: false,
    update: false,
  });
  expect(() => settings({ cache: { store } }, { cacheDir: 'x' })).toThrowError(
    /--cache-dir names a directory/,
  );
});

test('targets are picked by name', () => {
  expect(settings({}, { target: ['phone'] }).targets.map(({ name }) => name)).toEqual(['phone']);
  expect(() => settings({}, { target: ['fone'] })).toThrowError(
    'The config has no target "fone". Did you mean "phone"? It has: web, phone.',
  );
});
