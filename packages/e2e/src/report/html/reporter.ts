// `<output>/html`: the run as pages that open from the disk, without a server. It writes what the records hold, and clears away what an earlier
// run wrote there; other files in the folder stay.
import { readdirSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Reporter, RunReport, TestRecord } from '../record.ts';
import { fromHere } from '../text.ts';
import { writeWhole } from '../write.ts';
import { overviewPage } from './overview.ts';
import { type Html, html } from './page.ts';
import { HTML_DIR, OWN_PICTURE, PICTURE_DIR } from './picture.ts';
import { tracePage } from './trace.ts';

const OWN_PAGE = /^(?:index|test-\d+)\.html$/;

/** Where the reporter writes, and what it prints. */
export interface HtmlOptions {
  readonly rootDir: string;
  readonly outputDir: string;
  readonly cwd: string;
  readonly stdout: NodeJS.WritableStream;
}

/** Writes the pages when the run ends, and says where. */
export function htmlReporter({ rootDir, outputDir, cwd, stdout }: HtmlOptions): Reporter {
  return {
    runStarted() {
      clear(join(outputDir, HTML_DIR), OWN_PAGE);
      clear(join(outputDir, PICTURE_DIR), OWN_PICTURE);
    },
    async runEnded(report) {
      for (const [file, text] of pagesOf(report)) await writeWhole(join(outputDir, HTML_DIR, file), text);
      stdout.write(
        `${'HTML'.padStart(13)}  ${fromHere(join(outputDir, HTML_DIR, 'index.html'), rootDir, cwd)}\n`,
      );
    },
  };
}

/** Every page by its file name. */
export function pagesOf(report: RunReport): ReadonlyMap<string, string> {
  const { tests } = report;
  const pageOf = (test: TestRecord): string => `test-${tests.indexOf(test) + 1}.html`;
  const pages = new Map([['index.html', overviewPage(report, pageOf)]]);
  for (const [index, test] of tests.entries()) {
    const nav = navOf(tests[index - 1], tests[index + 1], pageOf);
    const pictureOf = (file: string): string => relative(HTML_DIR, file).replaceAll('\\', '/');
    pages.set(pageOf(test), tracePage(test, nav, pictureOf));
  }
  return pages;
}

function navOf(
  before: TestRecord | undefined,
  after: TestRecord | undefined,
  pageOf: (test: TestRecord) => string,
): Html {
  return html`<a href="index.html">All tests</a>${before && html` · <a href="${pageOf(before)}">Previous test</a>`}${
    after && html` · <a href="${pageOf(after)}">Next test</a>`
  }`;
}

function clear(dir: string, own: RegExp): void {
  let names: readonly string[];
  try {
    names = readdirSync(dir);
  } catch {
    return;
  }
  for (const name of names) if (own.test(name)) rmSync(join(dir, name), { force: true });
}
