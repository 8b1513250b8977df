// Where a secret may be typed: into a page of the app's site or of one that the config names for it. What a page says can't widen that. It
// reads nothing of the value. Whether a field is for a password is for the page's side to see, in the task that types (injected/enter.ts).
import type { Frame } from 'playwright-core';
import type { ActionResult, SecretRule } from '../../engine/contract.ts';
import { failed } from './failure.ts';
import { isSameSite } from './site.ts';
import type { Target } from './target.ts';

/** Why a secret may not go into a field; `undefined` when it may. */
export async function refuseSecret(
  target: Target,
  name: string,
  rule: SecretRule | undefined,
  appUrl: string | undefined,
): Promise<ActionResult | undefined> {
  if (rule === undefined) return undefined;
  const address = await addressOf(target.frame);
  const app = appUrl === undefined ? undefined : new URL(appUrl);
  if (address !== undefined && isItsPlace(address, rule, app)) return undefined;
  const where = address === undefined ? 'a document of no site' : `a page of ${address.origin}`;
  const own = app === undefined ? 'no app: the target has no app.url' : app.origin;
  return failed(
    'refused',
    `The secret "${name}" is not typed into ${where}; it belongs to ${[own, ...rule.sites].join(', ')}. If it may go there, name that host in secrets.${name}.sites of the config.`,
  );
}

/**
 * The address that a frame's document has its origin from; `undefined` for one without, such as `data:` or a sandboxed frame of a page's own
 * making. Source: HTML, "origin" of about: and blob:.
 */
async function addressOf(frame: Frame): Promise<URL | undefined> {
  for (let at: Frame | null = frame; at !== null; at = at.parentFrame()) {
    const url = at.url().replace(/^blob:/u, '');
    const isOwn = at.url() === url && /^https?:/u.test(url);
    if (!isOwn && at.parentFrame() !== null && !(await isOpenToParent(at))) return undefined;
    if (/^https?:/u.test(url)) return URL.canParse(url) ? new URL(url) : undefined;
    if (url !== '' && !url.startsWith('about:')) return undefined;
  }
  return undefined;
}

/** Whether a frame is of its parent's origin, as the parent sees it: what the frame says of itself may be a lie. */
async function isOpenToParent(frame: Frame): Promise<boolean> {
  const element = await frame.frameElement();
  try {
    return await element.evaluate((host) => (host as HTMLIFrameElement).contentDocument !== null);
  } finally {
    await element.dispose().catch(() => {});
  }
}

function isItsPlace(address: URL, { sites }: SecretRule, app: URL | undefined): boolean {
  // What an app on https guards is not sent in the open, unless the config says so in full.
  const isWeaker = app?.protocol === 'https:' && address.protocol !== 'https:';
  if (!isWeaker && app !== undefined && isSameSite(address.href, app.href)) return true;
  return sites.some((site) =>
    site.includes('://') ? isOrigin(address, site) : !isWeaker && isHost(address, site),
  );
}

function isOrigin(address: URL, site: string): boolean {
  return URL.canParse(site) && new URL(site).origin === address.origin;
}

/** A host takes in those below it, and every port when it names none. */
function isHost(address: URL, site: string): boolean {
  const wanted = `${address.protocol}//${site}`;
  if (!URL.canParse(wanted)) return false;
  const { hostname, port, host } = new URL(wanted);
  if (port !== '') return host === address.host;
  return address.hostname === hostname || address.hostname.endsWith(`.${hostname}`);
}
