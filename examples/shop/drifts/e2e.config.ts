// The eleven drifts: the shop's own target under another folder of tests. Where SHOP_AGENT is `none`, an agent that is asked anything
// fails the step: a run that passes so was replayed and nothing else.
import { defineConfig, type Executor, offline } from 'e2e';
import { web } from 'e2e/web';

const port = process.env.SHOP_PORT ?? '4310';

const nobody: Executor = {
  name: 'nobody',
  act: () => {
    throw new Error('the agent was called');
  },
};

export default defineConfig({
  projectId: 'shop-drifts',
  // A busy machine takes several times as long; what a step waits for has limits of its own.
  timeout: 300_000,
  tests: '*.flow.ts',
  targets: [
    {
      name: 'web',
      engine: web(),
      app: { url: `http://127.0.0.1:${port}`, identity: 'shop', command: 'node ../server/start.js' },
    },
  ],
  agents: { default: { executor: process.env.SHOP_AGENT === 'none' ? nobody : offline() } },
  secrets: { password: () => process.env.SHOP_PASSWORD ?? 'walnut-and-brass-42' },
});
