// Finds a browser to launch: what the options name, else Playwright's own, else an installed Chrome, Chromium or Edge. Where no window is
// wanted, Chromium's headless shell comes before Chromium itself, as with Playwright Test: the same engine without the browser around it.
// It looks at files only and starts nothing.
import { accessSync, constants, existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { E2EError } from '../../base/error.ts';
import type { WebOptions } from './options.ts';

/** What would be used, or every place that was looked at in vain. */
export type FoundBrowser =
  | { readonly kind: 'connect'; readonly endpoint: string }
  | { readonly kind: 'channel'; readonly channel: string }
  | { readonly kind: 'executable'; readonly path: string; readonly source: string }
  | { readonly kind: 'none'; readonly looked: readonly string[] };

/** Where the search happens; a test gives another machine. */
export interface Machine {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  isExecutable(path: string): boolean;
}

const THIS_MACHINE: Machine = {
  platform: process.platform,
  env: process.env,
  isExecutable(path) {
    try {
      accessSync(path, constants.X_OK);
      return true;
    } catch {
      return process.platform === 'win32' && existsSync(path);
    }
  },
};

/** As Debian has it. The command is a script that starts the other: one process more between us and the browser. */
const SHELL_COMMAND = 'chromium-headless-shell';
const SHELL_PATH = `/usr/lib/chromium/${SHELL_COMMAND}`;
const SHELL = "Chromium's headless shell";

/** Commands on the PATH, per product, in the order of preference. */
const COMMANDS: readonly (readonly [string, readonly string[]])[] = [
  ['Chrome', ['google-chrome', 'google-chrome-stable', 'chrome']],
  ['Chromium', ['chromium', 'chromium-browser']],
  ['Edge', ['microsoft-edge', 'microsoft-edge-stable', 'msedge']],
];

/** What the search depends on beside the options. */
export interface Search {
  /** Where Playwright keeps its own browser; it need not exist. */
  readonly ownPath: string | undefined;
  /** Whether there is to be a window. */
  readonly headed: boolean;
}

/** The browser that a launch with these options would use. */
export function findBrowser(
  options: WebOptions,
  { ownPath, headed }: Search,
  machine: Machine = THIS_MACHINE,
): FoundBrowser {
  if (options.connect !== undefined) return { kind: 'connect', endpoint: options.connect };
  if (options.executablePath !== undefined) {
    const path = options.executablePath;
    return machine.isExecutable(path)
      ? { kind: 'executable', path, source: 'executablePath' }
      : { kind: 'none', looked: [`${path} (executablePath)`] };
  }
  if (options.channel !== undefined) return { kind: 'channel', channel: options.channel };
  const looked: string[] = [];
  const candidates: (readonly [string, string])[] = [];
  const shell = headed || ownPath === undefined ? undefined : ownShellPath(ownPath);
  if (shell !== undefined) candidates.push([shell, "Playwright's own headless shell"]);
  if (ownPath !== undefined) candidates.push([ownPath, "Playwright's own"]);
  if ((options.browser ?? 'chromium') === 'chromium') candidates.push(...installedPaths(machine, headed));
  for (const [path, source] of candidates) {
    if (machine.isExecutable(path)) return { kind: 'executable', path, source };
    looked.push(`${path} (${source})`);
  }
  return { kind: 'none', looked };
}

/** The error for a machine without a browser: every place looked at, and the command that installs one. */
export function noBrowserError(looked: readonly string[], browser: string): E2EError {
  const lines = [
    'No browser to run the tests in. Looked for:',
    ...looked.map((place) => `  ${place}`),
    `Install one with: npx playwright-core install ${browser}`,
  ];
  if (browser === 'chromium') lines.push('On Debian or Ubuntu also: apt-get install chromium');
  lines.push('Or name one: web({ executablePath: "/path/to/browser" }).');
  return new E2EError('ENGINE_FAILED', lines.join('\n'), { data: { looked } });
}

/**
 * Where Playwright keeps the headless shell that belongs to its Chromium; `undefined` for its other browsers. Source: its registry, which
 * is not published; a test compares.
 */
export function ownShellPath(ownPath: string): string | undefined {
  const parts = /^(.*[\\/])chromium-(\d+)([\\/])chrome-([\w-]+)[\\/].*?(\.exe)?$/.exec(ownPath);
  if (!parts) return undefined;
  const [, cache, revision, slash, platform, exe = ''] = parts;
  const names = [
    `chromium_headless_shell-${revision}`,
    `chrome-headless-shell-${platform}`,
    `chrome-headless-shell${exe}`,
  ];
  return `${cache}${names.join(slash)}`;
}

function installedPaths(machine: Machine, headed: boolean): (readonly [string, string])[] {
  const path = machine.env.PATH ?? machine.env.Path ?? '';
  const directories = path
    .split(machine.platform === 'win32' ? ';' : delimiter)
    .filter((entry) => entry !== '');
  const onPath = (product: string, commands: readonly string[]): (readonly [string, string])[] =>
    directories.flatMap((directory) =>
      commands.map(
        (command) =>
          [
            join(directory, machine.platform === 'win32' ? `${command}.exe` : command),
            `${product}, on the PATH`,
          ] as const,
      ),
    );
  return COMMANDS.flatMap(([product, commands]) => [
    ...(product === 'Chromium' && !headed && machine.platform === 'linux'
      ? [[SHELL_PATH, SHELL] as const, ...onPath(SHELL, [SHELL_COMMAND])]
      : []),
    ...usualPaths(product, machine).map((usual) => [usual, product] as const),
    ...onPath(product, commands),
  ]);
}

function usualPaths(product: string, machine: Machine): readonly string[] {
  switch (machine.platform) {
    case 'darwin':
      return (
        MAC_APPS[product]?.flatMap((app) => [
          join('/Applications', app),
          join(homedir(), 'Applications', app),
        ]) ?? []
      );
    case 'win32':
      return ['LOCALAPPDATA', 'PROGRAMFILES', 'PROGRAMFILES(X86)'].flatMap((name) => {
        const root = machine.env[name];
        return root ? (WINDOWS_APPS[product] ?? []).map((app) => join(root, app)) : [];
      });
    default:
      return LINUX_PATHS[product] ?? [];
  }
}

const MAC_APPS: Readonly<Record<string, readonly string[]>> = {
  Chrome: ['Google Chrome.app/Contents/MacOS/Google Chrome'],
  Chromium: ['Chromium.app/Contents/MacOS/Chromium'],
  Edge: ['Microsoft Edge.app/Contents/MacOS/Microsoft Edge'],
};
const WINDOWS_APPS: Readonly<Record<string, readonly string[]>> = {
  Chrome: ['Google\\Chrome\\Application\\chrome.exe'],
  Chromium: ['Chromium\\Application\\chrome.exe'],
  Edge: ['Microsoft\\Edge\\Application\\msedge.exe'],
};
const LINUX_PATHS: Readonly<Record<string, readonly string[]>> = {
  Chrome: ['/opt/google/chrome/chrome'],
  Chromium: ['/usr/lib/chromium/chromium', '/snap/bin/chromium'],
  Edge: ['/opt/microsoft/msedge/msedge'],
};
