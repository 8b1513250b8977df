// Holds the documentation to the product: what the command, the config and the error list have stands in docs/, what docs/ names is there, and
// every link leads somewhere. It reads; it judges no wording.
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { ERROR_CODES } from '../../e2e/src/base/error.ts';
import { makeProject, type Project } from '../harness/project.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const SRC = 'packages/e2e/src';

const page = (path: string): Promise<string> => readFile(join(ROOT, path), 'utf8');

/** Texts in code font that open a row of a table. */
function firstCells(markdown: string): readonly string[] {
  return [...markdown.matchAll(/^\| `([^`]+)`/gm)].map((match) => match[1] ?? '');
}

describe('docs/cli.md', () => {
  /** A command's help, and that of every command below it. */
  async function helpTree(
    project: Project,
    words: readonly string[],
  ): Promise<readonly (readonly [string, string])[]> {
    const { stdout } = await project.run([...words, '--help']);
    const listed = stdout.split('\nCommands:\n')[1] ?? '';
    const names = [...listed.matchAll(/^ {2}([a-z]+)/gm)].map((match) => match[1] ?? '');
    const below: (readonly [string, string])[] = [];
    for (const name of names) if (name !== 'help') below.push(...(await helpTree(project, [...words, name])));
    return [[words.join(' '), stdout], ...below];
  }

  test('has every command and flag that --help has, and no other', async () => {
    const project = await makeProject({});
    const help = await helpTree(project, []);
    const cli = await page('docs/cli.md');
    const commands = help.map(([command]) => command).filter((command) => command !== '');
    expect(commands).toContain('cache clear');
    for (const command of commands) {
      if (command !== 'cache') expect(cli).toContain(`\`e2e ${command}`);
    }
    const flags = new Set(
      help.flatMap(([, text]) => [...text.matchAll(/^ {2}(?:-\w, )?(--[a-z-]+)/gm)].map((match) => match[1])),
    );
    expect(flags.size).toBeGreaterThan(15);
    for (const flag of flags) expect(cli).toMatch(new RegExp(`\`(?:e2e )?${flag}[ \`]`));
    for (const cell of firstCells(cli)) {
      const named = /^--[a-z-]+/.exec(cell)?.[0];
      if (named !== undefined) expect(flags).toContain(named);
    }
  });
});

describe('docs/config.md', () => {
  /** A config with one key too many in each place, and what goes before that place's keys on the page. */
  const CONFIG = `import { web } from 'e2e/web';
export default {
  qqqqqqqqqq: 1,
  targets: [{ name: 'web', engine: web(), qqqqqqqqqq: 1, app: { qqqqqqqqqq: 1 } }],
  agents: { default: { qqqqqqqqqq: 1 } },
  cache: { qqqqqqqqqq: 1 },
};
`;

  test('has every key that the config takes, and no other', async () => {
    const cells = firstCells(await page('docs/config.md'));
    const project = await makeProject({ 'e2e.config.ts': CONFIG });
    const { output } = await project.run(['list']);
    const faults = [...output.matchAll(/^ *(\S*)qqqqqqqqqq: unknown key\. Known keys: ([^.]+)\./gm)];
    expect({ output, places: faults.length }).toMatchObject({ places: 5 });
    const known = faults.flatMap(([, place = '', keys = '']) =>
      keys.split(', ').map((key) => (place.endsWith('app.') ? `app.${key}` : key)),
    );
    const options = await page(`${SRC}/engines/web/options.ts`);
    const web = [...options.matchAll(/^ {2}readonly (\w+)\?:/gm)].map((match) => match[1] ?? '');
    expect(web).toContain('viewport');
    const providers = [...(await page(`${SRC}/agent/model/provider.ts`)).matchAll(/^ {2}(\w+): \{/gm)].map(
      (match) => match[1] ?? '',
    );
    expect(providers).toContain('openai');
    expect([...cells].sort()).toEqual([...known, ...web, ...providers].sort());
  });
});

describe('docs/api.md', () => {
  test('names every matcher, method of a locator, fixture call and option', async () => {
    const api = await page('docs/api.md');
    const members = async (file: string, pattern: RegExp): Promise<readonly string[]> =>
      [...(await page(`${SRC}/${file}`)).matchAll(pattern)].map((match) => match[1] ?? '');
    const names = [
      ...(await members('api/matchers.ts', /^ {2}(to[A-Z]\w+)\(/gm)),
      ...(await members('api/locator.ts', /^ {2}(?:async )?([a-z]\w+)\(.*\): .*\{$/gm)),
      ...(await members('api/app.ts', /^ {2}([a-z]\w+)\(.*\): Promise<\w+>;$/gm)),
      ...(await members('api/browser.ts', /^ {2}(?:async |get )?([a-z]\w+)\(.*\): .*\{$/gm)),
      ...(await members('api/options.ts', /^ {2}readonly (\w+)\?: /gm)),
      ...(await members('agent/attempt.ts', /^ {2}(act|assert|waitFor|extract)[(<]/gm)),
    ].filter((name) => !['snapshot', 'nearby', 'toString', 'get'].includes(name));
    expect(names.length).toBeGreaterThan(50);
    expect(names.filter((name) => !new RegExp(`\\b${name}\\b`).test(api))).toEqual([]);
  });
});

describe('docs/errors.md', () => {
  test('has every error code with its exit code, and no other', async () => {
    const rows = [...(await page('docs/errors.md')).matchAll(/^\| `([A-Z_]+)`\s*\| (\d)\s*\|/gm)];
    const told = Object.fromEntries(rows.map(([, code, exit]) => [code, Number(exit)]));
    expect(told).toEqual(ERROR_CODES);
  });
});

describe('docs/rules.md', () => {
  test('has every rule that the sources and the tests name', async () => {
    const rows = [...(await page('docs/rules.md')).matchAll(/^\| (R\d+) /gm)].map((match) => match[1] ?? '');
    const named = new Set<string>();
    for (const dir of [SRC, 'packages/testbed/tests']) {
      for (const file of await readdir(join(ROOT, dir), { recursive: true })) {
        if (!/\.ts$/.test(file) || /\.gen\.ts$/.test(file)) continue;
        const text = await page(join(dir, file));
        for (const [, rules = ''] of text.matchAll(/\b(?:spec|rule) (R\d+(?:[,–] ?R\d+)*)/g)) {
          for (const rule of rules.match(/R\d+/g) ?? []) named.add(rule);
        }
      }
    }
    expect(named.size).toBeGreaterThan(30);
    expect([...named].filter((rule) => !rows.includes(rule))).toEqual([]);
  });
});

/** Markdown files of the repository, relative to its root. */
async function markdownFiles(): Promise<readonly string[]> {
  const found: string[] = [];
  const visit = async (dir: string): Promise<void> => {
    for (const entry of await readdir(join(ROOT, dir), { withFileTypes: true })) {
      if (entry.name === 'node_modules' || entry.name === 'dist' || entry.name.startsWith('.')) continue;
      const path = join(dir, entry.name);
      if (entry.isDirectory()) await visit(path);
      else if (entry.name.endsWith('.md')) found.push(path);
    }
  };
  await visit('.');
  return found;
}

/** The anchor that GitHub gives a heading. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\d\s_-]/gu, '')
    .trim()
    .replaceAll(' ', '-');
}

describe('every page', () => {
  test('has only links that lead somewhere', async () => {
    const files = await markdownFiles();
    expect(files).toContain('README.md');
    const dead: string[] = [];
    for (const file of files) {
      const text = (await page(file)).replace(/```[\s\S]*?```/g, '');
      for (const [, target = ''] of text.matchAll(/\]\(([^)\s]+)\)/g)) {
        if (/^[a-z]+:/.test(target)) continue;
        const [path = '', anchor] = target.split('#');
        const linked = path === '' ? file : relative(ROOT, resolve(ROOT, dirname(file), path));
        if (!existsSync(join(ROOT, linked))) dead.push(`${file}: ${target}`);
        else if (anchor !== undefined) {
          const headings = [...(await page(linked)).matchAll(/^#+ (.+)$/gm)].map((match) =>
            anchorOf(match[1] ?? ''),
          );
          if (!headings.includes(anchor)) dead.push(`${file}: ${target}`);
        }
      }
    }
    expect(dead).toEqual([]);
  });

  test('of docs/ is in the index', async () => {
    const index = await page('docs/README.md');
    const pages = (await markdownFiles()).filter((file) => file.startsWith('docs/'));
    const missing = pages.filter(
      (file) => file !== 'docs/README.md' && !index.includes(`](${file.slice('docs/'.length)})`),
    );
    expect(missing).toEqual([]);
  });
});
