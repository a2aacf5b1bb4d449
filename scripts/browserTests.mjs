/**
 * Which browser tests (e2e/NAME.spec.ts) show a part of the source. The longest path that contains a changed file decides; a file
 * of `apps`, `packages` or `db` without one, or with `EVERY`, concerns every browser test. `[]` has no effect in a browser.
 */
export const EVERY = 'every browser test';

/** Tests that open every screen or look at a part of each. */
const anyScreen = [
  'accessibility',
  'geometry',
  'narrow',
  'route-code',
  'scripts',
  'palette-pages',
  'trouble',
];
const dashboards = [
  'service-accounts',
  'failed-logons',
  'interactive-logons',
  'infrastructure',
  'range',
  'drill-down',
  'tables',
  'live',
  'live-path',
  'updates',
  'acting-user',
];
const demo = [
  'demo-mode',
  'demo-service-accounts',
  'demo-failed-logons',
  'demo-interactive-logons',
  'demo-infrastructure',
];
const cases = ['cases', 'case-file', 'five-answers', 'overview', 'exceptions', 'screen-reader', 'contracts'];
const accounts = ['accounts', 'account-owners', 'contracts', 'owner-review'];
const site = ['landing', 'site', 'site-links'];
const sales = ['early-access', 'contact', 'contact-widget', 'coming-soon'];
const entry = [
  'sign-in',
  'sign-up',
  'confirm',
  'reset',
  'return-path',
  'invitation',
  'second-factor',
  'passkeys',
  'protected-pages',
  'last-tab',
  'account-menu',
];
const agents = ['fleet', 'groups', 'upgrades', 'downloads', 'usage', 'first-steps', 'installation'];
const settings = [
  'settings-tabs',
  'settings-tables',
  'api-tokens',
  'settings-profile',
  'passkeys',
  'settings-organization',
  'single-sign-on',
  'single-sign-on-saml',
  'provisioning',
  'settings-reports',
  'organization-deletion',
  'retention',
  'detection-settings',
  'channels',
  'owner-review',
  'second-factor',
  'exceptions',
  'trial',
  'usage',
  'fleet',
  'groups',
  'upgrades',
  'directories',
];

/** @type {Readonly<Record<string, readonly string[] | typeof EVERY>>} */
export const browserTests = {
  'apps/agent': agents,
  'apps/server/src': EVERY,
  'apps/server/src/cli': ['first-steps', 'installation'],
  'apps/server/src/modules/agents': agents,
  'apps/server/src/modules/alerts': ['channels', 'tickets', 'cases', 'settings-reports'],
  'apps/server/src/modules/auth': entry,
  'apps/server/src/modules/auth/calling': EVERY,
  'apps/server/src/modules/auth/sql': EVERY,
  'apps/server/src/modules/billing': ['trial', 'overlay', 'settings-tabs', 'payment'],
  'apps/server/src/modules/cases': [...cases, ...accounts, 'detection-settings'],
  'apps/server/src/modules/directory': ['directories', ...accounts],
  'apps/server/src/modules/events': EVERY,
  'apps/server/src/modules/events/updates': ['updates', 'live', 'live-path'],
  'apps/server/src/modules/ingest': [...dashboards, 'usage'],
  'apps/server/src/modules/operator': EVERY,
  'apps/server/src/modules/operator/audit': ['settings-organization', 'acting-user'],
  'apps/server/src/modules/operator/backup': ['installation'],
  'apps/server/src/modules/operator/metrics': ['installation'],
  'apps/server/src/modules/organizations': [
    'settings-organization',
    'organization-deletion',
    'retention',
    'invitation',
    'channels',
  ],
  'apps/server/src/modules/reports': ['settings-reports', 'owner-review', 'case-file'],
  'apps/server/src/modules/sales': sales,
  'apps/server/src/modules/sample': ['first-steps', 'installation'],
  'apps/server/src/modules/auth/sso': ['single-sign-on', 'single-sign-on-saml', 'sign-in'],
  'apps/server/src/platform/http/fairQueue.ts': ['usage', 'live-path'],
  'apps/server/src/platform/mail': [
    'sign-up',
    'reset',
    'invitation',
    'early-access',
    'channels',
    'installation',
  ],
  'apps/server/src/platform/metrics': ['installation'],
  'apps/server/src/platform/outgoing': ['channels', 'payment'],
  'apps/web': EVERY,
  'apps/web/src/app/palette': ['palette', 'palette-pages'],
  'apps/web/src/app/tables': ['tables', 'settings-tables'],
  'apps/web/src/demo': [...demo, 'overlay', 'tour'],
  'apps/web/src/events': [...dashboards, ...demo],
  'apps/web/src/screens': EVERY,
  'apps/web/src/screens/account': [...anyScreen, ...entry],
  'apps/web/src/screens/accounts': [...anyScreen, ...accounts],
  'apps/web/src/screens/cases': [...anyScreen, ...cases],
  'apps/web/src/screens/dashboard': [
    ...anyScreen,
    ...dashboards,
    ...demo,
    'home',
    'five-answers',
    'overview',
    'tour',
    'overlay',
  ],
  'apps/web/src/screens/downloads': [...anyScreen, 'downloads', 'first-steps'],
  'apps/web/src/screens/first-steps': [...anyScreen, 'first-steps', 'home', 'fleet'],
  'apps/web/src/screens/incidents': [...anyScreen, 'drill-down', 'acting-user', 'service-accounts'],
  'apps/web/src/screens/installation': [...anyScreen, 'installation'],
  'apps/web/src/screens/lists': [...anyScreen, 'cases', 'accounts', 'fleet'],
  'apps/web/src/screens/marketing': [...anyScreen, ...site, ...sales],
  'apps/web/src/screens/not-found': [...anyScreen, 'protected-pages'],
  'apps/web/src/screens/payment-confirmation': [...anyScreen, 'payment'],
  'apps/web/src/screens/settings': [...anyScreen, ...settings],
  'apps/web/src/session': [...entry, 'account-owners', 'demo-mode', 'overlay', 'last-tab'],
  'apps/web/src/site': [...site, ...sales],
  'apps/web/src/updates': ['updates', 'live', 'live-path'],
  'apps/web/src/view': [...dashboards, 'return-path', 'cases', 'accounts'],
  'packages/agent-release': ['downloads', 'upgrades'],
  'packages/cases': [...cases, ...accounts, 'detection-settings'],
  'packages/directory': ['directories'],
  'packages/detection/src/demo': [...demo, 'landing', 'tour'],
  'packages/detection/src/siteMatcher': ['landing'],
  'packages/emails': ['sign-up', 'reset', 'invitation', 'early-access', 'channels', 'owner-review'],
  'packages/ui/src/chart': [...dashboards, ...demo, ...anyScreen, 'home'],
  'packages/ui/src/table': [...dashboards, ...settings, ...anyScreen],
};

const MAY_SHOW = /^(apps|packages|db)\//;
const SPEC = /^e2e\/([^/]+)\.spec\.ts$/;
/** A test, or a document beside the source: no browser shows it. */
const UNSHOWN = /\.test\.tsx?$|\.md$/;

/**
 * The browser tests of changed files.
 * @param {readonly string[]} changed paths from the root of the repository
 * @param {readonly string[]} every all browser tests, as e2e/NAME.spec.ts
 * @returns {readonly string[]} some of `every`, in its order
 */
export function browserTestsOf(changed, every) {
  const names = new Set();
  for (const path of changed) {
    const spec = SPEC.exec(path)?.[1];
    if (spec) names.add(spec);
    else if (path.startsWith('e2e/') || path === 'playwright.config.ts' || path === 'package-lock.json')
      return every;
    else if (MAY_SHOW.test(path) && !UNSHOWN.test(path)) {
      const folders = Object.keys(browserTests).filter((folder) => path.startsWith(`${folder}/`));
      const shown = browserTests[folders.sort((a, b) => b.length - a.length)[0]] ?? EVERY;
      if (shown === EVERY) return every;
      for (const name of shown) names.add(name);
    }
  }
  return every.filter((path) => names.has(SPEC.exec(path)?.[1]));
}
