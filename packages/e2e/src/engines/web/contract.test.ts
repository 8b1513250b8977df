import { describeEngine, servePages } from '../../testing/index.ts';
import { web } from './index.ts';

await describeEngine('the web engine', async (pages) => {
  const served = await servePages(pages);
  return { engine: web(), appUrl: served.url, close: served.close };
});
