// The examples of docs/secrets.md as one suite, in Chromium, against a scripted model: they record and replay, and the value gets to the app
// and to nobody else; without the named site the same recording is refused.
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import type { ModelAnswer, ModelRequest } from '../../e2e/src/testing/model-server.ts';
import { idOf, serveModel, toldTo } from '../harness/model.ts';
import { makeProject, stepsOf } from '../harness/project.ts';
import { type Page, servePages } from '../harness/server.ts';

const PAGE = await readFile(fileURLToPath(new URL('../../../docs/secrets.md', import.meta.url)), 'utf8');
const [CONFIG = '', ...TESTS] = [...PAGE.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, text = '']) => text);

const SHOP = 'walnut-and-brass-77';
const SSO = 'quiet-lantern-88';

/** A page with a form that leads somewhere. */
const form = (action: string, fields: string): string =>
  `<!doctype html><title>Sign in</title><h1>Sign in</h1><form action="${action}" method="post">${fields}<button>Sign in</button></form>`;
const PASSWORD = '<label>Password <input type="password" name="password"></label>';

/** Answers a posted password: to the next page when it is the right one. */
function taking(password: string, next: string): Page {
  return (request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => {
      body += String(chunk);
    });
    request.on('end', () => {
      const isRight = new URLSearchParams(body).get('password') === password;
      response.writeHead(303, { location: isRight ? next : '/wrong' }).end();
    });
  };
}

const shows = (status: string): string =>
  `<!doctype html><title>Shop</title><h1>Shop</h1><p role="status">${status}</p>`;

/** A user that knows these two ways in. */
function customer(request: ModelRequest): ModelAnswer {
  const told = toldTo(request);
  const isSso = told.includes('company login');
  const acted = request.messages.filter(({ role }) => role === 'tool').length;
  const typeIt = (name: string): ModelAnswer => ({
    calls: [
      { tool: 'typeSecret', input: { target: idOf(request, 'textbox', 'Password'), name } },
      { tool: 'tap', input: { target: idOf(request, 'button', 'Sign in') } },
    ],
  });
  const seen = isSso ? 'Welcome back' : 'Signed in as Ann';
  if (told.includes(`"${seen}"`)) return { tool: 'done', input: { summary: 'signed in', seen } };
  if (!isSso) return typeIt('password');
  if (acted === 0) return { tool: 'tap', input: { target: idOf(request, 'link', 'Company login') } };
  return typeIt('ssoPassword');
}

test('docs/secrets.md: its examples record and replay, with the values in the app and nowhere else', {
  timeout: 120_000,
}, async () => {
  expect(TESTS).toHaveLength(2);
  const model = await serveModel(customer);
  const app = await servePages({
    '/sign-in': form('/in', `<label>Email <input name="email"></label>${PASSWORD}`),
    '/in': taking(SHOP, '/home'),
    '/home': shows('Signed in as Ann'),
    '/back': shows('Welcome back'),
  });
  const company = await servePages({
    '/login': form('/in', PASSWORD),
    '/in': taking(SSO, `${app.url}/back`),
  });
  const companyUrl = `http://localhost:${company.port}`;
  app.set({ '/sso': `<title>SSO</title><h1>SSO</h1><a href="${companyUrl}/login">Company login</a>` });
  const config = (sites: string): string =>
    CONFIG.replace('http://localhost:3000', app.url)
      .replace("'openai/gpt-6-luna-fast'", `{ baseURL: '${model.baseURL}', model: 'tiny' }`)
      .replace("sites: ['login.example.com']", sites);
  const env = { SHOP_PASSWORD: SHOP, SSO_PASSWORD: SSO };
  const project = await makeProject({
    'e2e.config.ts': config("sites: ['localhost']"),
    ...Object.fromEntries(TESTS.map((text, index) => [`tests/example-${index}.e2e.ts`, text])),
  });
  const first = await project.run(['run'], { env });
  expect(first.exitCode, first.output).toBe(0);
  const asked = model.requests.length;
  expect(asked).toBe(5);
  const second = await project.run(['run', '--no-model'], { env });
  expect(second.output).toMatch(/2 passed[\s\S]*Cache {2}2 replayed/);
  expect(model.requests).toHaveLength(asked);
  const posts = company.requests.filter((request) => request.startsWith('POST')).length;
  expect(posts).toBe(2);

  await project.write({ 'e2e.config.ts': config('sites: []') });
  const third = await project.run(['run', '--no-model'], { env });
  expect(third.exitCode).toBe(3);
  expect(stepsOf(await project.report(), 'signs in through the company')[0]?.cache).toMatchObject({
    reason: 'action-failed',
    detail: expect.stringContaining(
      `"ssoPassword" is not typed into a page of ${companyUrl}; it belongs to ${app.url}`,
    ),
  });
  expect(company.requests.filter((request) => request.startsWith('POST'))).toHaveLength(posts);

  const sent = JSON.stringify([model.requests, app.requests, company.requests]);
  const entries = await Promise.all(
    (await project.list('.e2e/cache')).map((name) => project.read(`.e2e/cache/${name}`)),
  );
  expect(entries).toHaveLength(2);
  const left = [
    sent,
    ...entries,
    first.output,
    second.output,
    third.output,
    await project.read('.e2e/report.json'),
  ];
  for (const text of left) for (const value of [SHOP, SSO, 'SPRING-7731']) expect(text).not.toContain(value);
});
