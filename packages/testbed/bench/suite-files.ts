// The flows as files of a project: tests of the product with a config, and the same for Playwright Test.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { ORDER } from './flow/by-hand.ts';
import { purchase } from './flow/flow.ts';
import { CUSTOMER } from './flow/shop.ts';

const FLOW: string = fileURLToPath(new URL('flow/flow.ts', import.meta.url));
const BY_HAND: string = readFileSync(new URL('flow/by-hand.ts', import.meta.url), 'utf8');

/** The agent is asked only where nothing is recorded: what it does is loaded then, so that a replay has no part in it. */
const config = (url: string, executablePath: string): string => `import { defineConfig } from 'e2e';
import { web } from 'e2e/web';

export default defineConfig({
  targets: [{ name: 'web', engine: web({ executablePath: ${JSON.stringify(executablePath)} }), app: { url: '${url}' } }],
  agents: {
    default: {
      executor: {
        name: 'bench',
        async act(step) {
          const { purchase, single } = await import(${JSON.stringify(FLOW)});
          const acts = [...purchase.acts, ...single.acts];
          const known = acts.find(({ goal }) => goal.replace('{password}', '<secret:password>') === step.instruction);
          await known.act(step);
          return { status: 'passed', summary: 'done' };
        },
      },
    },
  },
  secrets: { password: '${CUSTOMER.password}' },
});
`;

const PURCHASE_TEST = `import { expect, secret, test } from 'e2e';

test('buys a kettle', async ({ app, agent, screen }) => {
  await app.open('${purchase.start}');
${purchase.acts
  .map(
    ({ goal, options }) =>
      `  await agent.act(${JSON.stringify(goal)}${options === undefined ? '' : ", { params: { password: secret('password') } }"});`,
  )
  .join('\n')}
  await expect(screen.getByRole('heading', { name: '${ORDER.heading}' })).toBeVisible();
  await expect(screen.getByText('${ORDER.text}')).toBeVisible();
});
`;

const PURCHASE_SPEC = (url: string): string => `import { expect, test } from '@playwright/test';
import { BY_HAND } from './by-hand';

test('buys a kettle', async ({ page }) => {
  await BY_HAND.purchase(page, '${url}', (locator) => expect(locator).toBeVisible());
});
`;

const playwrightConfig = (executablePath: string): string => `import { defineConfig } from '@playwright/test';

export default defineConfig({
  testDir: 'playwright',
  workers: 1,
  reporter: 'list',
  use: { launchOptions: { executablePath: ${JSON.stringify(executablePath)} } },
});
`;

/** One test, in the product and in Playwright Test. */
export function purchaseFiles(url: string, executablePath: string): Readonly<Record<string, string>> {
  return {
    'e2e.config.ts': config(url, executablePath),
    'tests/purchase.e2e.ts': PURCHASE_TEST,
    'playwright.config.ts': playwrightConfig(executablePath),
    'playwright/by-hand.ts': BY_HAND,
    'playwright/purchase.spec.ts': PURCHASE_SPEC(url),
  };
}

/** Tests of one action each, in several files. */
export function suiteFiles(
  url: string,
  executablePath: string,
  files: number,
  testsPerFile: number,
): Readonly<Record<string, string>> {
  const file = (index: number): string => `import { expect, test } from 'e2e';

for (let count = 1; count <= ${testsPerFile}; count += 1) {
  test(\`puts a kettle into the cart, ${index}-\${count}\`, async ({ app, agent, screen }) => {
    await app.open('/single');
    await agent.act('put the blue kettle into the cart');
    await expect(screen.getByText('1 item in the cart')).toBeVisible();
  });
}
`;
  return {
    'e2e.config.ts': config(url, executablePath),
    ...Object.fromEntries(
      Array.from({ length: files }, (_, index) => [`tests/part-${index}.e2e.ts`, file(index)]),
    ),
  };
}

/** Files of one test each, in the product and in Playwright Test, to be listed. */
export function manyFiles(executablePath: string, files: number): Readonly<Record<string, string>> {
  const body = 'async () => {});\n';
  return {
    'e2e.config.ts': config('http://127.0.0.1:9', executablePath),
    'playwright.config.ts': playwrightConfig(executablePath),
    ...Object.fromEntries(
      Array.from({ length: files }, (_, index) => [
        [`tests/part-${index}.e2e.ts`, `import { test } from 'e2e';\n\ntest('does ${index}', ${body}`],
        [
          `playwright/part-${index}.spec.ts`,
          `import { test } from '@playwright/test';\n\ntest('does ${index}', ${body}`,
        ],
      ]).flat(),
    ),
  };
}
