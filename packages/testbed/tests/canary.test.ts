// Secrets that the shop's whole suite signs in with, and that pages, goals, errors and logs show in every way there is: searched for in every
// byte that a run writes and in every byte that is sent to the model. What a picture shows is not read: html.test.ts has that such a
// screen is not kept.
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { serveModel } from '../harness/model.ts';
import { testOf } from '../harness/project.ts';
import { relayTo } from '../harness/wire.ts';
import { customer } from '../shop/customer.ts';
import { findIn, SPELLINGS } from '../shop/spellings.ts';
import { MODEL_KEY, makeShop, shopEnv } from '../shop/suite.ts';

const TIMEOUT_MS = 900_000;

/** The first signs in to the shop. No two begin or end alike, and none like any other word of a run. */
const PLANTED: Readonly<Record<string, string>> = {
  password: 'brass &amp; "walnut" <42> ü',
  quotes: `it's-"quoted"-\\-\`twice\`-7x`,
  markup: '<q class="k">&amp;&lt;9f</q>',
  spaces: 'set-wide   and  wider 5q',
  unicode: 'pässwörd-日本-🛒-šéf',
  address: 'https://u:p@hooks.test/?a=b&c=%20d+e#f8',
  long: `eyJhbGciOiJIUzI1NiJ9.${'aZ09-_'.repeat(40)}.tail-of-it`,
};

const SECRETS = Object.keys(PLANTED)
  .filter((name) => name !== 'password')
  .map((name) => `${name}: () => JSON.parse(process.env.PLANTED ?? '{}').${name},`)
  .join(' ');

/** The spellings come by the environment, so that the code frames of errors have no need to show them. */
const LEAKS = `import { expect, secret, test } from 'e2e';

const PLANTED: Record<string, string> = JSON.parse(process.env.PLANTED ?? '{}');
const SPELLED: Record<string, string[]> = JSON.parse(process.env.SPELLED ?? '{}');

for (const [name, value] of Object.entries(PLANTED)) {
  test('shows ' + value, { agentContext: 'The customer says ' + value }, async ({ app, agent, screen }) => {
    for (const spelling of SPELLED[name] ?? []) {
      console.log('logged [' + spelling + '] as ' + name);
      console.error('complained [' + spelling + '] as ' + name);
    }
    await app.open('/products?q=' + encodeURIComponent(value));
    // A model may not have a password typed where it can be read.
    if (name !== 'password') await agent.act('search for ' + value);
    await expect(screen.getByText('0 products')).toBeVisible();
    await agent.assert('"' + value + '" is visible');
    await app.screenshot('of ' + value);
  });
  if (name !== 'password') test('types ' + name, async ({ app, agent, screen }) => {
    await app.open('/products');
    await agent.act('search for {word}', { params: { word: secret(name) } });
    await expect(screen.getByText('0 products')).toBeVisible();
  });
  test('fails on ' + name, async ({ app, browser, screen }) => {
    expect.soft(value).toBe('nothing');
    expect.soft({ deep: [value], [value]: 1 }).toEqual({ deep: [] });
    await app.open('/products?q=' + encodeURIComponent(value));
    await expect.soft(browser).toHaveURL(/nothing$/, { timeout: 100 });
    await expect(screen.getByRole('searchbox')).toHaveValue('nothing', { timeout: 100 });
  });
  test('throws ' + name, () => {
    throw new Error((SPELLED[name] ?? []).map((spelling) => '[' + spelling + ']').join(' '), { cause: new Error(value) });
  });
}
`;

/** The bytes of every file in a directory, and the file's name. */
async function bytesIn(dir: string): Promise<ReadonlyMap<string, Buffer>> {
  const found = new Map<string, Buffer>();
  for (const path of await readdir(dir, { recursive: true })) {
    const file = join(dir, path);
    if ((await stat(file)).isFile())
      found.set(path, Buffer.concat([Buffer.from(`${path}\n`), await readFile(file)]));
  }
  return found;
}

/** Files that are read as text, and pictures. */
const KINDS: readonly string[] = ['.html', '.json', '.md', '.paced', '.png', '.xml'];

/** Chunks of a picture without words. */
const WORDLESS: readonly string[] = ['IHDR', 'IDAT', 'IEND', 'sRGB', 'sBIT', 'pHYs'];

/** The kinds of a picture's chunks. Source: W3C PNG, "Chunk layout". */
function chunksOf(png: Buffer): readonly string[] {
  const kinds: string[] = [];
  for (let at = 8; at + 8 <= png.length; at += 12 + png.readUInt32BE(at))
    kinds.push(png.toString('latin1', at + 4, at + 8));
  return kinds;
}

describe('the search', () => {
  test.each(Object.keys(SPELLINGS))('finds each planted secret as %s', (name) => {
    const spell = SPELLINGS[name] ?? String;
    for (const [secret, value] of Object.entries(PLANTED))
      expect(findIn(Buffer.from(`{"a":"${spell(value)}"}`), PLANTED).join('\n'), secret).toContain(secret);
  });
});

test('R45: no byte that a run of the shop writes, and none that it sends to its model, holds a planted secret', {
  timeout: TIMEOUT_MS,
}, async () => {
  const server = await serveModel(customer);
  const wire = await relayTo(server.baseURL);
  const project = await makeShop({
    baseURL: wire.url,
    secrets: SECRETS,
    files: { 'tests/leaks.e2e.ts': LEAKS },
  });
  const spelled = Object.entries(PLANTED).map(([name, value]) => [
    name,
    Object.values(SPELLINGS).map((spell) => spell(value)),
  ]);
  const env = {
    ...(await shopEnv(project)),
    SHOP_PASSWORD: PLANTED.password,
    PLANTED: JSON.stringify(PLANTED),
    SPELLED: JSON.stringify(Object.fromEntries(spelled)),
    GITHUB_STEP_SUMMARY: join(project.dir, '.e2e/summary.md'),
  };
  const args = ['run', '--reporter', 'list,json,junit,github,html'];
  const runs = [];
  // The second replays what the first recorded, and asks again where it could not be.
  for (const [round, files] of [
    ['first', []],
    ['second', ['tests/leaks.e2e.ts']],
  ] as const) {
    const { exitCode, stdout, stderr } = await project.run([...args, ...files], { env });
    const written = await bytesIn(join(project.dir, '.e2e'));
    runs.push({ round, exitCode, stdout, stderr, written, report: await project.report() });
  }

  const hits = runs.flatMap(({ round, stdout, stderr, written }) =>
    [...written, ['stdout', Buffer.from(stdout)] as const, ['stderr', Buffer.from(stderr)] as const].flatMap(
      ([path, bytes]) =>
        findIn(bytes, { ...PLANTED, modelKey: MODEL_KEY }).map((hit) => `${round}: ${path} has ${hit}`),
    ),
  );
  expect([...hits, ...findIn(wire.sent(), PLANTED).map((hit) => `the model was sent ${hit}`)]).toEqual([]);
  // A picture has no words beside its pixels.
  for (const [path, bytes] of runs
    .flatMap(({ written }) => [...written])
    .filter(([path]) => path.endsWith('.png')))
    expect(
      chunksOf(bytes.subarray(Buffer.byteLength(`${path}\n`))).filter((kind) => !WORDLESS.includes(kind)),
    ).toEqual([]);

  // Each way out was really taken.
  for (const { round, exitCode, stdout, stderr, report, written } of runs) {
    expect(exitCode).toBe(1);
    expect(report.tests.filter(({ status }) => status === 'passed')).toHaveLength(
      (round === 'first' ? 8 : 0) + 2 * Object.keys(PLANTED).length - 1,
    );
    for (const name of Object.keys(PLANTED)) {
      expect(stdout).toContain(`logged [<secret:${name}>] as ${name}`);
      expect(stdout + stderr).toContain(`complained [<secret:${name}>] as ${name}`);
      expect(testOf(report, `shows <secret:${name}>`).status).toBe('passed');
      expect(testOf(report, `fails on ${name}`).attempts[0]?.errors).toHaveLength(4);
      expect(testOf(report, `throws ${name}`).attempts[0]?.error?.message).toContain(`[<secret:${name}>]`);
      expect(JSON.stringify(server.requests)).toContain(`“<secret:${name}>”`);
    }
    const kinds = new Set([...written.keys()].map((path) => /\.\w+$/u.exec(path)?.[0]));
    // A file of another kind, such as an archive, would have to be looked into.
    expect([...kinds].filter((kind) => !KINDS.includes(String(kind)))).toEqual([]);
    for (const path of ['report.json', 'junit.xml', 'summary.md', 'html/index.html'])
      expect([...written.keys()]).toContain(path);
    expect([...written.keys()].some((path) => path.startsWith('html/pictures/'))).toBe(true);
    expect([...written.keys()].filter((path) => path.startsWith('cache/')).length).toBeGreaterThanOrEqual(17);
  }

  expect(wire.sent().length).toBeGreaterThan(JSON.stringify(server.requests).length / 2);
});
