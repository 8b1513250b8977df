// Where applications are installed: a folder outside the repository that is kept between runs, so that each release comes from its registry
// once. Packages of npm by exact version; packages of Debian through apt-get, when this process may.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** A machine that lacks what an application needs, and that this process can't give it. */
export class NotHere extends Error {}

/** `$REALAPPS_DIR`, else a folder in the user's cache. */
function home(): string {
  const cache = process.env.XDG_CACHE_HOME || join(homedir(), '.cache');
  return process.env.REALAPPS_DIR || join(cache, 'e2e-realapps');
}

/**
 * A folder with the packages in its `node_modules`.
 * @param packages each with its exact version.
 * @param overrides versions of packages that these depend on.
 */
export async function npmPackages(
  name: string,
  packages: readonly string[],
  overrides: Readonly<Record<string, string>> = {},
): Promise<string> {
  const dir = join(home(), name);
  const stamp = join(dir, 'installed.json');
  const wanted = JSON.stringify({ packages, overrides });
  if ((await readFile(stamp, 'utf8').catch(() => '')) === wanted) return dir;
  await rm(dir, { recursive: true, force: true });
  await mkdir(dir, { recursive: true });
  await writeFile(join(dir, 'package.json'), JSON.stringify({ private: true, overrides }));
  await command('npm', ['install', '--no-audit', '--no-fund', '--save-exact', ...packages], dir);
  await writeFile(stamp, wanted);
  return dir;
}

/** Makes sure of packages of Debian. @param proof a file that they bring. @throws NotHere when they are missing and can't be installed. */
export async function debianPackages(proof: string, packages: readonly string[]): Promise<void> {
  if (existsSync(proof)) return;
  if (!existsSync('/usr/bin/apt-get') || process.getuid?.() !== 0) {
    throw new NotHere(
      `it needs Debian's ${packages.join(', ')}: install them, or run this as root on Debian`,
    );
  }
  // Another apt-get may be at work.
  const get = ['-qq', '-o', 'DPkg::Lock::Timeout=300'];
  await command('apt-get', [...get, 'update'], '/');
  await command('apt-get', [...get, 'install', '-y', '--no-install-recommends', ...packages], '/');
}

/** Runs a command to its end and gives what it printed. @throws Error with all of it when it fails. */
export async function command(file: string, args: readonly string[], dir: string): Promise<string> {
  const child = spawn(file, args, {
    cwd: dir,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    output += chunk;
  });
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    output += chunk;
  });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  if (code !== 0) throw new Error(`${file} ${args.join(' ')} ended with ${code}:\n${output}`);
  return output;
}
