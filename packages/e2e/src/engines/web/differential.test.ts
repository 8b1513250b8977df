// Role, name and states of every node of a corpus of pages, held against Playwright's own aria snapshot. What differs is listed in
// differences.ts with the reason; a difference that is not listed fails, and so does one that is listed and gone.
import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RunningEngine, Session } from '../../engine/contract.ts';
import type { ReadNode } from '../../screen/node.ts';
import { ACCEPTED } from './differences.ts';
import { web } from './index.ts';

const CORPUS = fileURLToPath(new URL('./corpus/', import.meta.url));
const PAGES = readdirSync(CORPUS).map((file) => file.replace(/\.page$/, ''));

interface AriaNode {
  readonly role: string;
  readonly name?: string;
  readonly children?: readonly (AriaNode | string)[];
  readonly [state: string]: unknown;
}

const STATES = ['checked', 'selected', 'expanded', 'pressed', 'disabled'] as const;

function lineOf(
  node: { readonly role: string; readonly name?: string },
  states: Readonly<Record<string, unknown>>,
): string {
  const shown = STATES.filter((state) => states[state]).map((state) =>
    states[state] === true ? `[${state}]` : `[${state}=${String(states[state])}]`,
  );
  return [node.role, node.name ? JSON.stringify(node.name) : undefined, ...shown].filter(Boolean).join(' ');
}

function ourLines(nodes: readonly ReadNode[]): string[] {
  const main = nodes[0]?.id.split('-')[0];
  return nodes
    .filter((node) => node.role !== 'text' && node.role !== 'generic' && node.id.startsWith(`${main}-`))
    .map((node) => lineOf(node, { ...node }));
}

function theirLines(nodes: readonly (AriaNode | string)[]): string[] {
  return nodes.flatMap((node) => {
    if (typeof node === 'string') return [];
    const inner = theirLines(node.children ?? []);
    return node.role === 'text' || node.role === 'generic' ? inner : [lineOf(node, node), ...inner];
  });
}

/** Lines of one list that the other lacks, in order, by longest common subsequence: `+` is ours, `-` is Playwright's. */
function difference(ours: readonly string[], theirs: readonly string[]): string[] {
  const lengths = Array.from({ length: ours.length + 1 }, () => new Array<number>(theirs.length + 1).fill(0));
  const at = (i: number, j: number): number => lengths[i]?.[j] ?? 0;
  for (let i = ours.length - 1; i >= 0; i--) {
    for (let j = theirs.length - 1; j >= 0; j--) {
      (lengths[i] as number[])[j] =
        ours[i] === theirs[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const lines: string[] = [];
  let [i, j] = [0, 0];
  while (i < ours.length || j < theirs.length) {
    if (i < ours.length && j < theirs.length && ours[i] === theirs[j]) [i, j] = [i + 1, j + 1];
    else if (j >= theirs.length || (i < ours.length && at(i + 1, j) >= at(i, j + 1)))
      lines.push(`+ ${ours[i++]}`);
    else lines.push(`- ${theirs[j++]}`);
  }
  return lines;
}

describe('the reader and Playwright', () => {
  let server: Server;
  let running: RunningEngine;
  let session: Session;
  beforeAll(async () => {
    server = createServer((request, response) => {
      const name = /^\/([\w-]+)$/.exec(request.url ?? '')?.[1];
      response.setHeader('content-type', 'text/html; charset=utf-8');
      response.end(name && PAGES.includes(name) ? readFileSync(`${CORPUS}${name}.page`) : '');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    running = await web().launch({ rootDir: CORPUS });
    session = await running.startAttempt({
      appUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    });
  }, 60_000);
  afterAll(async () => {
    await session?.end();
    await running?.close();
    server?.closeAllConnections();
    server?.close();
  });

  test('the corpus has at least 25 pages, and the list of differences names no other', () => {
    expect(PAGES.length).toBeGreaterThanOrEqual(25);
    expect(Object.keys(ACCEPTED).filter((name) => !PAGES.includes(name))).toEqual([]);
  });

  test.each(PAGES)('agree on %s, but for the differences that are listed and explained', async (name) => {
    await session.open(`/${name}`);
    const reading = await session.steady({ timeoutMs: 5_000, signal: new AbortController().signal });
    const page = session.browser?.page as Page;
    const snapshot = (await page.locator('body').ariaSnapshotJSON()) as readonly AriaNode[];
    const found = difference(ourLines(reading.nodes), theirLines(snapshot));
    expect(found).toEqual((ACCEPTED[name] ?? []).flatMap((group) => group.lines));
  });
});
