// The shop's suite: one target, the offline planner, one secret. The port is the environment's, so that two runs can go side by side.
import { defineConfig, offline } from 'e2e';
import { web } from 'e2e/web';

const port = process.env.SHOP_PORT ?? '4310';

export default defineConfig({
  projectId: 'shop',
  targets: [
    {
      name: 'web',
      engine: web(),
      // The identity stands for the address in recordings: they hold on any port.
      app: { url: `http://127.0.0.1:${port}`, identity: 'shop', command: 'node server/start.js' },
    },
  ],
  agents: { default: { executor: offline() } },
  secrets: { password: () => process.env.SHOP_PASSWORD ?? 'walnut-and-brass-42' },
});
