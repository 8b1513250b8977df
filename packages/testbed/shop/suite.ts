// The shop's own suite on its own server, as a project whose agent is a model behind a server.
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeProject, type Project } from '../harness/project.ts';
import { freePort } from '../harness/server.ts';

const SHOP = fileURLToPath(new URL('../../../examples/shop', import.meta.url));

/** What the copy has in place of the shop's own words. */
export interface ShopChanges {
  readonly baseURL: string;
  /** Other files, by path; one replaces the shop's of that name. */
  readonly files?: Readonly<Record<string, string>>;
  /** Options of `web()`, as source. */
  readonly web?: string;
  /** More members of `secrets`, as source. */
  readonly secrets?: string;
}

/** A copy of the shop and its suite; its agent asks the model at `baseURL`. */
export async function makeShop({
  baseURL,
  files = {},
  web = '',
  secrets = '',
}: ShopChanges): Promise<Project> {
  const project = await makeProject({});
  for (const part of ['package.json', 'e2e.config.ts', 'tests', 'server', 'public'])
    await cp(join(SHOP, part), join(project.dir, part), { recursive: true });
  const config = [
    ['executor: offline()', `model: { baseURL: '${baseURL}', apiKey: '${MODEL_KEY}', model: 'customer' }`],
    ['defineConfig, offline', 'defineConfig'],
    ['web(),', `web(${web}),`],
    ['secrets: {', `secrets: { ${secrets}`],
  ].reduce((text, [from = '', to = '']) => replaced(text, from, to), await project.read('e2e.config.ts'));
  await project.write({ 'e2e.config.ts': config, ...files });
  return project;
}

/** The key that the copy's config has for its model. */
export const MODEL_KEY = 'model-key-0b7e';

/** @throws Error when the shop no longer has the words that are to be replaced. */
function replaced(text: string, from: string, to: string): string {
  if (!text.includes(from)) throw new Error(`the shop's config has no ${JSON.stringify(from)}`);
  return text.replace(from, () => to);
}

/** The environment of a run: its own port, its data beside the project. */
export async function shopEnv(project: Project): Promise<Readonly<Record<string, string>>> {
  return { SHOP_PORT: String(await freePort()), SHOP_DATA: join(project.dir, 'shop.json') };
}
