// Runs `e2e` on the shop as a user would, on a port and a file of its own, and reads what the run left behind: the report, and what
// the shop itself wrote down. It judges neither.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const shop = fileURLToPath(new URL('.', import.meta.url));
const command = fileURLToPath(new URL('../../packages/e2e/dist/cli/bin.js', import.meta.url));

/**
 * Runs the command in the shop's folder to its end.
 * @param {readonly string[]} args
 * @param {Readonly<Record<string, string>>} env besides this process's own
 * @param {boolean} [shown] print what it prints, instead of keeping it
 * @returns {Promise<{ exitCode: number, output: string }>}
 */
export function runE2e(args, env, shown = false) {
  const all = { ...process.env, ...env };
  // In CI the default is to replay only, and to retry; these runs show what happens on a developer's machine.
  delete all.CI;
  return new Promise((resolve, reject) => {
    const stdio = shown ? 'inherit' : ['ignore', 'pipe', 'pipe'];
    const child = spawn(process.execPath, [command, ...args], { cwd: shop, env: all, stdio });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text) => {
        output += text;
      });
    }
    child.once('error', reject);
    child.once('close', (code) => resolve({ exitCode: code ?? 130, output }));
  });
}

/**
 * The report in an output folder; undefined when the run ended before it could write one.
 * @param {string} output
 */
export function readReport(output) {
  try {
    return JSON.parse(readFileSync(join(output, 'report.json'), 'utf8'));
  } catch {
    return undefined;
  }
}

/**
 * The `agent.act` steps of each test's last attempt.
 * @param {{ tests: readonly any[] }} report
 */
export function actsOf(report) {
  return report.tests.flatMap((test) =>
    (test.attempts.at(-1)?.steps ?? [])
      .filter((step) => step.api === 'agent.act')
      .map((step) => ({ test, step })),
  );
}

/** @returns {Promise<number>} a port that was free a moment ago */
export function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}
