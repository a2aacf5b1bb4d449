import { accessSync, appendFileSync, constants, existsSync, readFileSync, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { step } from './toolchain.mjs';

/**
 * Programs other than Node and npm that tests use, by their name in tests. If one is missing, its tests are skipped and the run
 * reports this. `service`: installing the package starts a service, so only CI does it automatically. `preferred`: a package with
 * a cheaper equivalent under another name; nothing is skipped without it.
 */
export const testTools = [
  // The shell is Chromium without windows and menus, which cost a test more than the page does.
  {
    name: 'chromium',
    debian: ['chromium'],
    preferred: 'chromium-headless-shell',
    tests: 'every screen in a browser',
  },
  { name: 'dpkg', debian: ['dpkg'], tests: "installing and upgrading the agent's .deb" },
  { name: 'dpkg-deb', debian: ['dpkg'], tests: "reading the agent's .deb" },
  { name: 'rpm', debian: ['rpm'], tests: "the agent's .rpm" },
  { name: 'msiinfo', debian: ['msitools'], tests: "reading the agent's .msi" },
  {
    name: 'osslsigncode',
    debian: ['osslsigncode'],
    tests: 'signing the .exe and the .msi with a certificate',
  },
  { name: 'bsdtar', debian: ['libarchive-tools'], tests: "reading the agent's .pkg" },
  { name: 'cpio', debian: ['cpio'], tests: "reading the agent's .pkg" },
  {
    name: 'openssl',
    debian: ['openssl'],
    tests:
      'checking a signature of a release as the documentation says, and certificates of agents and servers',
  },
  {
    name: 'x86_64-w64-mingw32-gcc',
    debian: ['gcc-mingw-w64-x86-64-win32'],
    tests: "compiling the agent's committed Windows service host anew",
  },
  { name: 'wine', debian: ['wine64', 'wine'], tests: 'the agent on Windows' },
  {
    name: 'systemctl',
    debian: ['systemd'],
    tests: "the agent's Linux packages under a systemd of their own",
    service: true,
  },
  { name: 'sshd', debian: ['openssh-server'], tests: 'logins by a real sshd', service: true },
  { name: 'rsyslogd', debian: ['rsyslog'], tests: 'logins by a real sshd', service: true },
  {
    name: 'prometheus',
    debian: ['prometheus'],
    tests: 'metrics and alert rules in a real Prometheus',
    service: true,
  },
  { name: 'promtool', debian: ['prometheus'], tests: 'metrics and alert rules by promtool', service: true },
  { name: 'pgbouncer', debian: ['pgbouncer'], tests: 'a database behind PgBouncer', service: true },
  {
    name: 'samba',
    debian: ['samba', 'samba-ad-provision', 'samba-dsdb-modules', 'ldb-tools'],
    tests: 'reading a real domain controller',
    service: true,
  },
  {
    name: 'ldapsearch',
    debian: ['ldap-utils'],
    tests: 'what Scout reads of a domain controller beside another program',
  },
  { name: 'faketime', debian: ['faketime'], tests: 'the tests at other dates' },
  { name: 'psql', debian: ['postgresql-client'], tests: 'a real psql under auditd' },
];

/** Alternative installed names of tools; the first one found is used. */
const otherNames = {
  chromium: [
    'chromium-headless-shell',
    'chromium',
    'chromium-browser',
    'google-chrome',
    'google-chrome-stable',
  ],
};
const otherPlaces = {
  chromium: [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
  ],
};

function isProgram(path) {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/**
 * The path of a tool from the PATH; undefined if missing. SCOUT_TEST_CHROMIUM sets a browser directly.
 * @param {string} name
 * @returns {string | undefined}
 */
export function findTool(name, env = process.env) {
  if (name === 'chromium' && env.SCOUT_TEST_CHROMIUM) return env.SCOUT_TEST_CHROMIUM;
  const folders = (env.PATH ?? '').split(delimiter).filter(Boolean);
  const names = otherNames[name] ?? [name];
  const places = names.flatMap((each) => folders.map((folder) => join(folder, each)));
  return [...places, ...(otherPlaces[name] ?? [])].find(isProgram);
}

/** The tools of the table missing on this machine. */
export const missingTools = (env = process.env) => testTools.filter(({ name }) => !findTool(name, env));

/** Preferred programs missing on this machine. */
const missingPreferred = () =>
  testTools.flatMap(({ preferred }) => (preferred && !findTool(preferred) ? [preferred] : []));

/** True if Debian's package manager is available to this process. */
const mayInstall = () => process.getuid?.() === 0 && findTool('apt-get') !== undefined;

/**
 * Installs missing tools if root on Debian runs the tests. An unavailable package is skipped.
 * @param {{services: boolean}} options whether packages that start a service are installed too
 */
export async function installTestTools({ services }) {
  const packages = () => [
    ...missingPreferred(),
    ...missingTools().flatMap(({ service, debian }) => (service && !services ? [] : debian)),
  ];
  if (packages().length === 0 || !mayInstall()) return;
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const apt = (title, ...args) => step(title, 'apt-get', args, { env }).catch(() => {});
  await apt('Refreshing the package lists', 'update', '-qq');
  for (const each of new Set(packages())) {
    // An installed preferred program replaces the usual one.
    if (!packages().includes(each)) continue;
    await apt(`Installing ${each}`, 'install', '-y', '-qq', '--no-install-recommends', each);
  }
}

const howToInstall = ({ name, debian }) =>
  `${name} is not installed (on Debian: apt-get install ${debian.join(' ')})`;

/**
 * Records skipped tests for the summary at the end of the run.
 * @param {string} tests @param {string} reason
 */
export function leaveOut(tests, reason) {
  const file = process.env.SCOUT_LEFT_OUT;
  if (file) appendFileSync(file, `${tests}, because ${reason}\n`);
  else console.log(`Not tested here: ${tests}, because ${reason}.`);
}

/**
 * Looks for a tool of the table. If missing, its tests are recorded as skipped.
 * @param {string} name
 */
export function hasTool(name) {
  if (findTool(name)) return true;
  const tool = testTools.find((each) => each.name === name);
  if (!tool) throw new Error(`${name} is no tool of scripts/testTools.mjs`);
  leaveOut(tool.tests, howToInstall(tool));
  return false;
}

/** Lines for a person: tests that cannot run on this machine. */
export function describeMissing(env = process.env) {
  return missingTools(env).map((tool) => `${tool.tests}, because ${howToInstall(tool)}`);
}

/** The lines recorded by `leaveOut` during a run, without duplicates. */
export function readLeftOut(file) {
  if (!existsSync(file)) return [];
  return [...new Set(readFileSync(file, 'utf8').split('\n').filter(Boolean))].sort();
}

/** Prints a list under a heading; nothing for an empty list. */
export function printNotTested(lines) {
  if (lines.length === 0) return;
  console.log('\nNot tested here:');
  for (const line of lines) console.log(`  ${line}`);
}

/** `npm run test:tools`: lists missing tools; with --install, installs them (root on Debian). */
async function main() {
  const [flag] = process.argv.slice(2);
  if (flag === '--help') {
    console.log(
      'Usage: npm run test:tools [-- --install | --json]\n\nLists programs beyond Node and npm that tests use and this machine lacks. --install installs them (root on Debian).',
    );
    return;
  }
  if (flag === '--install') await installTestTools({ services: true });
  if (flag === '--json') console.log(JSON.stringify(missingTools()));
  else if (missingTools().length === 0) console.log('Every program that a test uses is installed.');
  else printNotTested(describeMissing());
}

if (process.argv[1] === import.meta.filename) await main();
