// Makes a clone ready to use: Node, dependencies, the built package, a browser. Does only what is missing, so it is safe and quick
// to run again; says in a line what it does. Plain Node, because nothing is installed when it first runs.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, utimesSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const at = (path) => `${root}${path}`;
/** The last file that `npm ci` writes in a folder. */
const INSTALLED = 'node_modules/.package-lock.json';

checkNode();
const did = [installDependencies(), buildPackage(), linkCommand()];
const browser = await findOrInstallBrowser();
// Only where every test is to run: a Redis server, a second Node and a second browser are nothing to put on somebody's machine unasked.
if (process.argv.includes('--all-tests')) {
  installHeadlessShell();
  findOrInstallRedis();
  installNode24();
}
say(
  `${did.some((done) => done) || browser.installed ? 'Ready' : 'Nothing to do'}: Node ${process.versions.node}, ${browser.path}`,
);

/** @param {string} line */
function say(line) {
  console.log(`setup  ${line}`);
}

/**
 * @param {string} problem
 * @returns {never}
 */
function stop(problem) {
  console.error(`setup  ${problem}`);
  process.exit(1);
}

function checkNode() {
  const wanted = JSON.parse(readFileSync(at('package.json'), 'utf8')).engines.node.replace('>=', '');
  const [major, minor] = wanted.split('.').map(Number);
  const [ownMajor, ownMinor] = process.versions.node.split('.').map(Number);
  if (ownMajor > major || (ownMajor === major && ownMinor >= minor)) return;
  stop(
    `Node ${process.versions.node} is too old: ${wanted} or newer is needed. Install it from https://nodejs.org (or with nvm, fnm, volta), then run this again.`,
  );
}

/** Runs `npm ci` when the installed tree is missing or older than the lock file. */
function installDependencies() {
  if (isInstalled('')) return false;
  say('Installing dependencies with npm ci; this takes about half a minute …');
  npm(['ci', '--no-audit', '--no-fund'], 'The dependencies could not be installed.');
  markInstalled('');
  return true;
}

/** @param {string} folder of a lock file, with a slash at its end */
function isInstalled(folder) {
  return changedAt(at(`${folder}${INSTALLED}`)) >= changedAt(at(`${folder}package-lock.json`));
}

/**
 * npm may keep the file's old time; it is what the next run compares.
 * @param {string} folder
 */
function markInstalled(folder) {
  utimesSync(at(`${folder}${INSTALLED}`), new Date(), new Date());
}

/** Builds packages/e2e when there is no finished build, or a source is newer than it. */
function buildPackage() {
  const dist = at('packages/e2e/dist');
  const sources = ['src', 'build.mjs', 'package.json', 'tsconfig.json', 'tsconfig.build.json'];
  const newest = Math.max(
    changedAt(at('tsconfig.json')),
    ...sources.map((path) => newestIn(at(`packages/e2e/${path}`))),
  );
  if (isFinished(`${dist}/cli/bin.js`) && changedAt(`${dist}/cli/bin.js`) >= newest) return false;
  say('Building packages/e2e …');
  npm(['run', 'build', '-w', 'e2e', '--silent'], 'The package could not be built.', () =>
    rmSync(dist, { recursive: true, force: true }),
  );
  return true;
}

/**
 * Whether a build came to its end: making the command executable is the last thing it does. Windows knows no such mode.
 * @param {string} bin
 */
function isFinished(bin) {
  const mode = statSync(bin, { throwIfNoEntry: false })?.mode ?? 0;
  return process.platform === 'win32' ? mode !== 0 : (mode & 0o100) !== 0;
}

/** npm links a workspace's command only when its file is there, which on a fresh clone is after the build. */
function linkCommand() {
  if (existsSync(at('node_modules/.bin/e2e'))) return false;
  npm(['rebuild', 'e2e', '--ignore-scripts'], 'The e2e command could not be linked.');
  return true;
}

/** A browser as a user's machine would have it, by the engine's own search; installs one only when there is none. */
async function findOrInstallBrowser() {
  const { describeBrowser } = await import(pathToFileURL(at('packages/e2e/dist/engines/web/launch.js')).href);
  const search = async () => {
    const found = await describeBrowser();
    return found.kind === 'executable' ? found.path : undefined;
  };
  const path = await search();
  return path === undefined
    ? { path: await installBrowser(search), installed: true }
    : { path, installed: false };
}

/** @param {() => Promise<string | undefined>} search */
async function installBrowser(search) {
  if (isDebian() && process.getuid?.() === 0) {
    say('No browser found. Installing Chromium with apt-get …');
    const failed = run('apt-get', ['update', '-q']) ?? run('apt-get', ['install', '-y', '-q', 'chromium']);
    const path = await search();
    if (path !== undefined) return path;
    say(`apt-get brought none: ${failed ?? 'the package holds no browser'}`);
  }
  say("No browser found. Installing Playwright's own: npx playwright-core install chromium …");
  const failed = run(process.execPath, [at('node_modules/playwright-core/cli.js'), 'install', 'chromium']);
  const path = await search();
  if (path !== undefined) return path;
  return stop(
    `No browser could be installed. Install Chrome, Chromium or Edge, then run this again.\n${failed ?? ''}`,
  );
}

/** Debian's headless shell of Chromium, in which the tests take a fraction of the time. Without it they run in the browser itself. */
function installHeadlessShell() {
  const isThere = () => run('chromium-headless-shell', ['--version']) === undefined;
  if (!isDebian() || process.getuid?.() !== 0 || !browser.path.includes('chromium') || isThere()) return;
  say("Installing Chromium's headless shell with apt-get …");
  const failed =
    run('apt-get', ['update', '-q']) ??
    run('apt-get', ['install', '-y', '-q', '--no-install-recommends', 'chromium-headless-shell']);
  if (!isThere()) say(`apt-get brought none, the tests run in Chromium itself: ${failed ?? ''}`);
}

/** The Redis server that the tests of `e2e/stores` start. Without one they are skipped by name. */
function findOrInstallRedis() {
  const isThere = () => run('redis-server', ['--version']) === undefined;
  if (isThere()) return;
  if (!isDebian() || process.getuid?.() !== 0) {
    return say('No redis-server found, and no right to install one: the tests that need it are skipped.');
  }
  say('No redis-server found. Installing it with apt-get …');
  // Whether it is started as a service is the machine's to say; the tests start one of their own.
  const failed =
    run('apt-get', ['update', '-q']) ??
    run('apt-get', ['install', '-y', '-q', '--no-install-recommends', 'redis-server']);
  if (!isThere()) say(`apt-get brought none, the tests that need it are skipped: ${failed ?? ''}`);
}

/** The Node that tests of AI SDK 7 run on where this one is too old for it. Without one they are skipped by name. */
function installNode24() {
  const folder = 'packages/testbed/node-24/';
  if (Number(process.versions.node.split('.')[0]) >= 22 || isInstalled(folder)) return;
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    return say('npm has a Node 24 for Linux on x64 only: the tests that need one are skipped.');
  }
  say('Installing a Node 24 for the tests that need one; it is more than 100 MB …');
  const failed = runNpm(['ci', '--no-audit', '--no-fund', '--prefix', at(folder)]);
  if (failed === undefined) return markInstalled(folder);
  say(`npm brought none, the tests that need it are skipped: ${failed}`);
}

function isDebian() {
  if (!existsSync('/etc/os-release')) return false;
  return /^ID(?:_LIKE)?=.*(?:debian|ubuntu)/m.test(readFileSync('/etc/os-release', 'utf8'));
}

/**
 * @param {string[]} args
 * @param {string} problem
 * @param {() => void} [undo]
 */
function npm(args, problem, undo = () => {}) {
  const failed = runNpm(args);
  if (failed === undefined) return;
  undo();
  stop(`${problem} This failed: npm ${args.join(' ')}\n${failed}`);
}

/** @param {string[]} args */
function runNpm(args) {
  const script = process.env.npm_execpath;
  return script?.endsWith('.js')
    ? run(process.execPath, [script, ...args])
    : run('npm', args, process.platform === 'win32');
}

/**
 * The output of a command that failed; undefined when it did its work.
 * @param {string} command
 * @param {string[]} args
 */
function run(command, args, shell = false) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const done = spawnSync(command, args, { cwd: root, encoding: 'utf8', env, shell, maxBuffer: 1 << 26 });
  if (done.error) return done.error.message;
  return done.status === 0 ? undefined : `${done.stdout}${done.stderr}`.trim() || `exit code ${done.status}`;
}

/**
 * When a file was last changed, in ms since the epoch; -1 when it is not there.
 * @param {string} path
 */
function changedAt(path) {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? -1;
}

/**
 * The latest change below a path. Folders count: a deleted source shows in nothing else.
 * @param {string} path
 * @returns {number}
 */
function newestIn(path) {
  if (path.endsWith('.gen.ts')) return -1;
  const own = changedAt(path);
  if (own < 0 || !statSync(path).isDirectory()) return own;
  return Math.max(own, ...readdirSync(path).map((name) => newestIn(`${path}/${name}`)));
}
