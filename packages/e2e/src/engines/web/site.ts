// Whether two URLs belong to one site (scheme aside): the same registrable domain. A small list of multi-part suffixes stands in for
// the Public Suffix List; what it lacks counts as one site too many, never as a frame or request lost.

/** Second-level labels under which countries register names, such as `co` in `example.co.uk`. */
const COUNTRY_SECOND_LEVELS: ReadonlySet<string> = new Set([
  'ac',
  'co',
  'com',
  'edu',
  'gov',
  'gob',
  'mil',
  'ne',
  'net',
  'or',
  'org',
  'gv',
  'go',
]);

/** Hosts under which strangers live side by side. */
const SHARED_HOSTS: readonly string[] = [
  'appspot.com',
  'azurewebsites.net',
  'cloudfront.net',
  'firebaseapp.com',
  'fly.dev',
  'github.io',
  'gitlab.io',
  'herokuapp.com',
  'netlify.app',
  'onrender.com',
  'pages.dev',
  'railway.app',
  'run.app',
  'vercel.app',
  'web.app',
  'workers.dev',
];

/** The registrable domain of a host; an IP address, `localhost` or a single label stands for itself. */
function siteOfHost(host: string): string {
  const name = host.toLowerCase().replace(/\.$/, '');
  if (name.startsWith('[') || /^[\d.]+$/.test(name)) return name;
  const labels = name.split('.');
  if (labels.at(-1) === 'localhost') return 'localhost';
  for (const shared of SHARED_HOSTS) {
    if (name.endsWith(`.${shared}`)) return labels.slice(-(shared.split('.').length + 1)).join('.');
  }
  const isCountryPair = (labels.at(-1)?.length ?? 0) === 2 && COUNTRY_SECOND_LEVELS.has(labels.at(-2) ?? '');
  return labels.slice(isCountryPair ? -3 : -2).join('.');
}

/** Whether a URL is of the same site as another. Documents without a host (`about:`, `data:`, `blob:`) go with whoever made them. */
export function isSameSite(url: string, ofUrl: string): boolean {
  const host = hostOf(url);
  return host === undefined || host === '' || siteOfHost(host) === siteOfHost(hostOf(ofUrl) ?? '');
}

function hostOf(url: string): string | undefined {
  try {
    return new URL(url.startsWith('blob:') ? url.slice('blob:'.length) : url).hostname;
  } catch {
    return undefined;
  }
}
