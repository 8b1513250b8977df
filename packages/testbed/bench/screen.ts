// Reading a whole screen, as an agent and a recording need it, against Playwright's AI snapshot of the same page. Both are asked for a page
// that was never read before.
import { createServer } from 'node:http';
import { now } from '../../e2e/src/base/clock.ts';
import { web } from '../../e2e/src/engines/web/index.ts';
import { listen } from '../harness/listen.ts';
import { browserPath } from './browser.ts';
import { documentOf } from './flow/pages.ts';
import { measureTurns } from './pairs.ts';
import { type Row, ratiosOf } from './rows.ts';

/** Elements of a page, and the largest ratio. Source: issue "As fast as the page", targets. */
const SIZES: readonly { readonly elements: number; readonly target?: number }[] = [
  { elements: 1_000 },
  { elements: 10_000, target: 0.15 },
  { elements: 50_000 },
];

/** Of a page's elements at least so many have to be in what was read, on either side: a share. Cells and rows are in both. */
const LEAST_READ = 0.5;

/** What is asked of Playwright's page. */
interface SnapshotPage {
  ariaSnapshot(options: { readonly mode: 'ai'; readonly timeout: number }): Promise<string>;
}

export async function benchScreen(rounds: number): Promise<readonly Row[]> {
  const server = createServer((request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(documentOf('Articles', '', { elements: Number((request.url ?? '').slice(1)) }));
  });
  const appUrl = `http://127.0.0.1:${await listen(server)}`;
  const running = await web({ executablePath: await browserPath() }).launch({ rootDir: process.cwd() });
  try {
    const rows: Row[] = [];
    for (const { elements, target } of SIZES) {
      const session = await running.startAttempt({ appUrl });
      const page = session.browser?.page as SnapshotPage;
      const measured = await measureTurns(rounds, [
        async () => {
          await session.open(`/${elements}`);
          const startedAt = now();
          const lines = (await page.ariaSnapshot({ mode: 'ai', timeout: 0 })).split('\n').length;
          check(lines, elements);
          return now() - startedAt;
        },
        async () => {
          await session.open(`/${elements}`);
          const startedAt = now();
          const { nodes } = await session.read();
          check(nodes.length, elements);
          return now() - startedAt;
        },
      ]);
      await session.end();
      rows.push({
        what: `reading a screen of ${elements.toLocaleString('en')} elements ÷ Playwright's AI snapshot`,
        ...ratiosOf(measured),
        ...(target === undefined ? {} : { target }),
      });
    }
    return rows;
  } finally {
    await running.close();
    server.closeAllConnections();
    server.close();
  }
}

function check(read: number, elements: number): void {
  if (read < LEAST_READ * elements) throw new Error(`${read} of ${elements} elements were read`);
}
