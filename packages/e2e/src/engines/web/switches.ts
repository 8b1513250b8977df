// The command line of Chromium. Of two lists of features that are off it heeds the last one only: so there is one, with Playwright's own
// features, ours and the user's.

/** What Playwright turns off. Source: its command line; a test compares, so that a new version of it cannot lose any. */
const OFF_FOR_PLAYWRIGHT: readonly string[] = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'msForceBrowserSignIn',
  'msEdgeUpdateLaunchServicesPreferredVersion',
];

/**
 * Two pages of the browser's own, for the suggestions under the address bar. A browser without a window loads them for every context too,
 * and they cost more than a small app: without them a context takes about 0.6 × the processor time.
 */
const OFF_FOR_SPEED: readonly string[] = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup'];

const OFF = '--disable-features=';

/** The arguments to launch Chromium with, for those of the user. */
export function chromiumArgs(own: readonly string[] = []): string[] {
  const off = own.filter((arg) => arg.startsWith(OFF)).flatMap((arg) => arg.slice(OFF.length).split(','));
  const features = [...new Set([...OFF_FOR_PLAYWRIGHT, ...OFF_FOR_SPEED, ...off])];
  return [...own.filter((arg) => !arg.startsWith(OFF)), `${OFF}${features.join(',')}`];
}
