import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type Browser, chromium, type Page } from '@playwright/test';
import { clientOf } from '@scout/testkit/as';
import config from '../playwright.config.ts';
import { DEMO_SCREENS, walkDemo } from './support/demoPictures.ts';
import { OPENED, type Opened } from './support/openedPictures.ts';
import { createOrganization, type Organization } from './support/organization.ts';
import { webpOf } from './support/webp.ts';
import { withoutNews } from './support/withoutNews.ts';

/** Every screen that a person reaches, by the name of its picture. */
const SCREENS = {
  landing: '/',
  privacy: '/privacy',
  terms: '/terms',
  login: '/login',
  home: '/dashboard',
  'service-accounts': '/dashboard/service-accounts',
  'failed-logons': '/dashboard/failed-logons',
  'interactive-logons': '/dashboard/interactive-logons',
  infrastructure: '/dashboard/infrastructure',
  cases: '/cases',
  accounts: '/accounts',
  account: '/accounts/account?name=svc.billing',
  'owner-review': '/accounts/review',
  'drill-down': '/dashboard/failed-logons?incidents=account:svc.reporting',
  'range-of-days': '/dashboard/failed-logons?range=90d',
  downloads: '/downloads',
  earlyaccess: '/earlyaccess',
  'earlyaccess-successful': '/earlyaccess-successful',
  contact: '/contact',
  subscribe: '/subscribe',
  'coming-soon': '/coming-soon',
  register: '/register',
  'forgot-password': '/forgot-password',
  'reset-password': '/reset-password?token=shown',
  'email-confirmation': '/email-confirmation',
  'account-verified': '/account-verified',
  'payment-confirmation': '/payment-confirmation?session_id=cs_test_a1B2c3D4',
  'settings-profile': '/settings',
  'settings-organization': '/settings/organization',
  'settings-notifications': '/settings/notifications',
  'settings-billing': '/settings/billing',
  'settings-reports': '/settings/reports',
  'settings-agent': '/settings/agent',
  'settings-enrollment': '/settings/agent/enrollment',
  'settings-groups': '/settings/agent/groups',
  'settings-upgrades': '/settings/agent/upgrades',
  'settings-directory': '/settings/directory',
  'settings-detection': '/settings/detection',
  'logout-confirm': '/logout-confirm',
  'installation-token': '/installation',
  'not-found': '/no-such-page',
  'not-found-signed-in': '/no-such-page',
} as const;
const BEFORE_SIGN_IN = new Set([
  'earlyaccess',
  'earlyaccess-successful',
  'contact',
  'subscribe',
  'coming-soon',
  'landing',
  'privacy',
  'terms',
  'login',
  'register',
  'forgot-password',
  'reset-password',
  'email-confirmation',
  'account-verified',
  'logout-confirm',
  'installation-token',
  'not-found',
]);
interface Screen extends Partial<Opened> {
  readonly name: string;
  readonly path: string;
}
const screens: readonly Screen[] = [
  ...Object.entries(SCREENS).map(([name, path]) => ({ name, path, isPublic: BEFORE_SIGN_IN.has(name) })),
  ...Object.entries(OPENED).map(([name, opened]) => ({ name, ...opened })),
];
/** Pictures used in documents: the only ones in the repository. */
const DOCUMENTED = new Set([
  'landing-dark-1440',
  'home-dark-1440',
  'case-file-light-1440',
  'service-accounts-dark-1440',
  'drill-down-light-1440',
  'settings-agent-dark-1440',
  'demo-failed-logons-light-1440',
]);
const documentedFolder = 'docs/pictures';
const THEMES = ['dark', 'light'] as const;
const WIDTHS = [360, 768, 1440] as const;

const { values: flags } = parseArgs({
  options: {
    help: { type: 'boolean' },
    json: { type: 'boolean' },
    docs: { type: 'boolean' },
    out: { type: 'string', default: 'pictures' },
    width: { type: 'string', multiple: true },
    screen: { type: 'string', multiple: true },
  },
});

const usage = `npm run -s pictures -- [--out FOLDER] [--docs] [--screen NAME]… [--width PIXELS]… [--json]

Starts Scout with its sample organization in a folder of its own, waits for the thirty days of history, and takes a
picture of every screen in dark and light at ${WIDTHS.join(', ')} pixels, in the folder "pictures" unless told otherwise. With --docs it
takes those that documents show, as WebP in ${documentedFolder}. Screens: ${Object.keys({ ...SCREENS, ...OPENED, ...DEMO_SCREENS }).join(', ')}.
`;

interface Sample {
  readonly url: string;
  readonly operatorToken: string;
  readonly email: string;
  readonly password: string;
  /** An organization without a subscription, for the demo. */
  readonly visitor: Organization;
  readonly stop: () => Promise<void>;
}

async function startScout(): Promise<Sample> {
  const operatorToken = `scout_operator_${crypto.randomUUID()}`;
  const folder = await mkdtemp(join(tmpdir(), 'scout-pictures-'));
  const child = spawn(process.execPath, ['apps/server/src/main.ts'], {
    env: {
      ...process.env,
      PORT: '0',
      SCOUT_DATA_DIR: folder,
      SCOUT_LOG_LEVEL: 'error',
      SCOUT_OPERATOR_TOKEN: operatorToken,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  // Read to its end: a server blocks on its next line when its output is not read.
  const lines = createInterface({ input: child.stdout });
  await new Promise<void>((ready) => {
    lines.on('line', (line) => line.includes('member  ') && ready());
  });
  const { address } = JSON.parse(await readFile(join(folder, 'server.json'), 'utf8')) as { address: string };
  const signIn = JSON.parse(await readFile(join(folder, 'sample/sign-in.json'), 'utf8')) as {
    admin: { email: string; password: string };
  };
  return {
    url: address,
    operatorToken,
    ...signIn.admin,
    visitor: await createOrganization(
      { url: address, operatorToken },
      { isSubscribed: false, name: 'Alder Health' },
    ),
    async stop() {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** A queue that new events explain. */
const SHORT_QUEUE = 10;

/**
 * Waits until the sample's history has been ingested and assessed: its most severe story is a case, and the agents have reported that it
 * is sent.
 */
async function waitForHistory({ url, email, password }: Sample): Promise<void> {
  const { api } = clientOf({ url });
  const { session } = await api.authToken({ query: { grant_type: 'password' }, body: { email, password } });
  const member = clientOf({ url }, session.access_token);
  for (;;) {
    const { lanes } = await member.api.casesLanes({});
    const agents = await member.api.agents({});
    const isSent = agents.every(({ queue_depth }) => queue_depth !== null && queue_depth < SHORT_QUEUE);
    if (isSent && lanes.some((lane) => lane.case.account === 'svc.swift')) return;
    await pause(500);
  }
}

async function takePictures(
  browser: Browser,
  sample: Sample,
  theme: 'dark' | 'light',
  width: number,
): Promise<string[]> {
  const open = () =>
    browser.newContext({
      baseURL: sample.url,
      colorScheme: theme,
      reducedMotion: 'reduce',
      viewport: { width, height: width < 500 ? 780 : 900 },
      deviceScaleFactor: width < 500 ? 2 : 1,
      timezoneId: 'Europe/Zurich',
      locale: 'en-US',
    });
  const context = await open();
  await withoutNews(context);
  const page = await context.newPage();
  const taken: string[] = [];
  const isWanted = (name: string) =>
    flags.docs ? DOCUMENTED.has(`${name}-${theme}-${width}`) : !flags.screen || flags.screen.includes(name);
  const shoot = async (of: Page, name: string, fullPage: boolean) => {
    const picture = `${name}-${theme}-${width}`;
    const file = flags.docs ? join(documentedFolder, `${picture}.webp`) : join(flags.out, `${picture}.png`);
    const png = await of.screenshot({ fullPage });
    await writeFile(file, flags.docs ? await webpOf(browser, png, 0.85) : png);
    taken.push(file);
  };
  const wanted = screens.filter(({ name, maxWidth = width }) => isWanted(name) && width <= maxWidth);
  const picture = async ({ name, path, press }: Screen) => {
    await page.goto(path);
    // On a busy machine the network is idle before the first frame.
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    // Parts of a public page are hydrated when scrolled into view.
    for (const island of await page.locator('[data-island]').all()) await island.scrollIntoViewIfNeeded();
    await page.evaluate('scrollTo(0, 0)');
    await page.waitForLoadState('networkidle');
    await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' });
    await page
      .getByText(/^Loading\b/)
      .first()
      .waitFor({ state: 'detached' });
    await page.getByText('CONNECTING', { exact: true }).waitFor({ state: 'detached' });
    await press?.(page, sample);
    await page.waitForLoadState('networkidle');
    await shoot(page, name, press === undefined && (await page.getByRole('dialog').count()) === 0);
    // A closed overlay leaves nothing behind for the next pictures.
    if (press) {
      await page.keyboard.press('Escape');
      await page.waitForLoadState('networkidle');
      await page.unrouteAll({ behavior: 'ignoreErrors' });
    }
  };
  if (Object.keys(DEMO_SCREENS).some(isWanted)) {
    const visit = await open();
    const demo = await visit.newPage();
    await walkDemo(demo, sample.visitor, async (name) => {
      if (isWanted(name)) await shoot(demo, name, DEMO_SCREENS[name] !== null);
    });
    await visit.close();
  }
  for (const screen of wanted.filter(({ isPublic }) => isPublic)) await picture(screen);
  await page.goto('/login');
  await page.getByLabel('Email').fill(sample.email);
  await page.getByLabel('Password').fill(sample.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL('**/dashboard');
  for (const screen of wanted.filter(({ isPublic }) => !isPublic)) await picture(screen);
  await context.close();
  return taken;
}

if (flags.help) {
  process.stdout.write(usage);
} else {
  await mkdir(flags.docs ? documentedFolder : flags.out, { recursive: true });
  const sample = await startScout();
  try {
    await waitForHistory(sample);
    const browser = await chromium.launch(config.use?.launchOptions ?? {});
    const taken: string[] = [];
    for (const theme of THEMES) {
      for (const width of flags.width?.map(Number) ?? (flags.docs ? [1440] : WIDTHS)) {
        taken.push(...(await takePictures(browser, sample, theme, width)));
        if (!flags.json) process.stdout.write(`  ${theme} at ${width} pixels\n`);
      }
    }
    await browser.close();
    process.stdout.write(
      flags.json
        ? `${JSON.stringify(taken)}\n`
        : `${taken.length} pictures in ${flags.docs ? documentedFolder : flags.out}\n`,
    );
  } finally {
    await sample.stop();
  }
}
