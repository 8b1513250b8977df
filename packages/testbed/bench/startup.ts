// What commands take that need no browser.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { browserPath } from './browser.ts';
import { measureTurns } from './pairs.ts';
import type { Command } from './processes.ts';
import { benchProject, succeed } from './project.ts';
import { recordMany } from './recordings.ts';
import { type Row, ratiosOf } from './rows.ts';
import { manyFiles } from './suite-files.ts';

/** Source of the targets: issue "As fast as the page". */
const MOST_HELP = 2.5;
const MOST_LS_MS = 1_000;

const FILES = 500;
const ENTRIES = 10_000;

export async function benchStartup(rounds: number): Promise<readonly Row[]> {
  const project = await benchProject(manyFiles(await browserPath(), FILES));
  try {
    const cache = join(project.dir, '.e2e/cache');
    await mkdir(cache, { recursive: true });
    for (const { key, text } of await recordMany(ENTRIES)) await writeFile(join(cache, `${key}.json`), text);
    const ls = project.e2e('cache', 'ls');
    const listed = (await succeed(ls)).output.match(/\btest \d+/g)?.length;
    if (listed !== ENTRIES) throw new Error(`${listed} of ${ENTRIES} recordings are listed`);
    const list = await succeed(project.e2e('list'));
    if (!list.output.includes(`${FILES} tests`))
      throw new Error(`e2e list did not list them:\n${list.output}`);
    const took = (command: Command) => async (): Promise<number> => (await succeed(command)).wallMs;
    const nothing: Command = { args: ['-e', '0'], cwd: project.dir };
    const help = await measureTurns(rounds, [took(nothing), took(project.e2e('--help'))]);
    const lists = await measureTurns(rounds, [
      took(project.playwright('test', '--list')),
      took(project.e2e('list')),
    ]);
    const listing = await measureTurns(rounds, [async () => MOST_LS_MS, took(ls)]);
    return [
      { what: 'e2e --help ÷ node -e 0', ...ratiosOf(help), target: MOST_HELP },
      { what: `e2e list ÷ playwright test --list, ${FILES} files`, ...ratiosOf(lists) },
      {
        what: `e2e cache ls, ${ENTRIES.toLocaleString('en')} entries ÷ 1 s`,
        ...ratiosOf(listing),
        target: 1,
      },
    ];
  } finally {
    await project.remove();
  }
}
