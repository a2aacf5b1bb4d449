import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';
import { createOrganization } from '../../e2e/support/organization.ts';
import { type Scout, startScout } from '../../e2e/support/scout.ts';
import config from '../../playwright.config.ts';
import { fullWindow, type Mix } from './events.ts';
import { type ListTimes, measureLists } from './lists.ts';
import { busyOrganization, type SignIn, sampleOrganization } from './organizations.ts';
import { probe } from './probe.ts';

/** A dashboard over 5,000 events; times in ms, of each round. */
export interface DashboardTimes {
  readonly name: string;
  /** The longest of its figures on a page's first load: the remaining work after stored events were read between frames. */
  readonly figuresFirst: number[];
  /** The same at a later poll: recounted, all at once. */
  readonly figuresLater: number[];
  /** A page load: from the last awaited response to the paint with figures, while the poll is still pending. */
  readonly paintOnLoad: number[];
  /** From the click on its link to the paint with figures. */
  readonly paintOnLink: number[];
}

/** The best of all rounds: the one with the fewest dropped frames. */
export interface ScrollTimes {
  readonly rows: number;
  readonly frames: number;
  readonly dropped: number;
  /** The longest time between two frames, in ms. */
  readonly longest: number;
}

interface Dashboard {
  readonly name: string;
  readonly path: string;
  readonly title: string;
  readonly mix: Mix;
  /** Rules of its figures. */
  readonly rules: readonly string[];
}

const dashboards: readonly Dashboard[] = [
  {
    name: 'Overview',
    path: '/dashboard',
    title: 'Good ',
    mix: 'mixed',
    rules: ['service-account-activity', 'failed-logons', 'interactive-logons'],
  },
  {
    name: 'Service Account Activity',
    path: '/dashboard/service-accounts',
    title: 'Service Account Activity',
    mix: 'service-accounts',
    rules: ['service-account-activity', 'ai-risk'],
  },
  {
    name: 'Failed Logons',
    path: '/dashboard/failed-logons',
    title: 'Failed Logons',
    mix: 'failed-logons',
    rules: ['failed-logons'],
  },
  {
    name: 'Interactive Logons',
    path: '/dashboard/interactive-logons',
    title: 'Interactive Logons',
    mix: 'interactive-logons',
    rules: ['interactive-logons'],
  },
];

/** Runs a real server with an organization of 5,000 events for each dashboard, and measures in a real Chromium. */
export async function measureDashboards(
  rounds: number,
  slowdown: number,
  progress: (step: string) => void,
): Promise<{ dashboards: DashboardTimes[]; scroll: ScrollTimes; slowScroll: ScrollTimes }> {
  await using scout = await startScout();
  const browser = await chromium.launch(config.use?.launchOptions ?? {});
  try {
    const times: DashboardTimes[] = [];
    let scroll: ScrollTimes | undefined;
    let slowScroll: ScrollTimes | undefined;
    for (const dashboard of dashboards) {
      progress(`${dashboard.name}, 5,000 events`);
      const organization = await createOrganization(scout);
      await organization.ship(fullWindow(Date.now(), dashboard.mix));
      await using opened = await open(browser, scout, organization, slowdown);
      times.push(await measure(opened.page, dashboard, rounds));
      if (dashboard.mix !== 'service-accounts') continue;
      await openLog(opened.page);
      slowScroll = await measureScroll(opened.page, rounds);
      await opened.slowDown(1);
      await openLog(opened.page);
      scroll = await measureScroll(opened.page, rounds);
    }
    return { dashboards: times, scroll: scroll!, slowScroll: slowScroll! };
  } finally {
    await browser.close();
  }
}

/** The overview and the lists of an organization. */
export interface OrganizationTimes {
  readonly name: string;
  readonly overview: DashboardTimes;
  readonly lists: readonly ListTimes[];
}

/** Measures the sample organization, and one of 500 accounts with 200 open cases, each on a server of its own. */
export async function measureOrganizations(
  rounds: number,
  slowdown: number,
  progress: (step: string) => void,
): Promise<OrganizationTimes[]> {
  const organizations = [
    { name: 'Sample organization', sample: 'on', make: sampleOrganization },
    { name: '500 accounts, 200 open cases', sample: 'off', make: busyOrganization },
  ] as const;
  const times: OrganizationTimes[] = [];
  const browser = await chromium.launch(config.use?.launchOptions ?? {});
  try {
    for (const { name, sample, make } of organizations) {
      progress(`${name}, its history`);
      await using scout = await startScout({ SCOUT_SAMPLE: sample });
      await using opened = await open(browser, scout, await make(scout), slowdown);
      progress(name);
      times.push({
        name,
        overview: await measure(opened.page, dashboards[0]!, rounds),
        lists: await measureLists(opened.page, opened.slowDown, rounds, slowdown),
      });
    }
    return times;
  } finally {
    await browser.close();
  }
}

async function open(browser: Browser, scout: Scout, { email, password }: SignIn, slowdown: number) {
  const context: BrowserContext = await browser.newContext({
    baseURL: scout.url,
    viewport: { width: 1440, height: 900 },
    colorScheme: 'dark',
    locale: 'en-US',
    timezoneId: 'Europe/Zurich',
  });
  await context.addInitScript(probe);
  const page = await context.newPage();
  await page.request.post('/auth/v1/token?grant_type=password', { data: { email, password } });
  const devtools = await context.newCDPSession(page);
  const slowDown = (rate: number) => devtools.send('Emulation.setCPUThrottlingRate', { rate });
  await slowDown(slowdown);
  return { page, slowDown, [Symbol.asyncDispose]: () => context.close() };
}

async function measure(page: Page, dashboard: Dashboard, rounds: number): Promise<DashboardTimes> {
  const { name, path, title, rules } = dashboard;
  const times: DashboardTimes = {
    name,
    figuresFirst: [],
    figuresLater: [],
    paintOnLoad: [],
    paintOnLink: [],
  };
  await visit(page, path);
  for (let round = 0; round < rounds; round += 1) {
    // From storage alone: the poll waits until the page is painted.
    await page.goto(path, { waitUntil: 'commit' });
    const paintedAt = await page.evaluate<number>(`bench.painted(${JSON.stringify(title)})`);
    const respondedAt = await page.evaluate<number>(
      `Math.max(...performance.getEntriesByType('resource')
        .filter(({ name }) => /rest\\/v1\\/(tenants|profiles)/.test(name)).map(({ responseEnd }) => responseEnd))`,
    );
    times.paintOnLoad.push(paintedAt - respondedAt);
    await page.evaluate(`bench.computed(${JSON.stringify(rules)})`);
    times.figuresFirst.push(await figures(page, rules));
    await poll(page);
    times.figuresLater.push(await figures(page, rules));

    const [away, back] =
      path === '/dashboard' ? ['Infrastructure', 'Overview'] : ['Infrastructure', linkOf(dashboard)];
    const navigation = page.getByRole('navigation', { name: 'Dashboards', exact: true });
    await navigation.getByRole('link', { name: away, exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Infrastructure Changes' }).waitFor();
    const painted = page.evaluate<number>(`bench.painted(${JSON.stringify(title)})`);
    await navigation.getByRole('link', { name: back, exact: true }).click();
    times.paintOnLink.push((await painted) - (await page.evaluate<number>('bench.clickedAt')));
  }
  return times;
}

async function visit(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await poll(page);
}

/** Triggers a poll of the page, and waits for it. */
async function poll(page: Page): Promise<void> {
  await page.evaluate('bench.release()');
  await page.getByText('LIVE', { exact: true }).waitFor();
}

const linkOf = ({ name }: Dashboard) => (name === 'Service Account Activity' ? 'Service Accounts' : name);

/** The longest of the latest times of the rules' figures, because each is computed in a task of its own; clears them. */
async function figures(page: Page, rules: readonly string[]): Promise<number> {
  const measured = await page.evaluate<{ rule: string; ms: number }[]>('bench.figures.splice(0)');
  return Math.max(...rules.map((rule) => measured.findLast((one) => one.rule === rule)?.ms ?? Number.NaN));
}

/** Shows the Incident Log with all its rows. */
async function openLog(page: Page): Promise<void> {
  await visit(page, '/dashboard/service-accounts');
  await page.locator('main table[aria-rowcount="5001"] tr[data-row]').first().waitFor();
}

/** Scrolls the longest table of the page, or the page, from its top. */
export async function measureScroll(page: Page, rounds: number): Promise<ScrollTimes> {
  const all: ScrollTimes[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const { frames, rows } = await page.evaluate<{ frames: number[]; rows: number }>(
      'bench.scroll(2000, 60)',
    );
    all.push({
      rows,
      frames: frames.length,
      dropped: frames.reduce((sum, ms) => sum + Math.max(0, Math.round(ms / (1000 / 60)) - 1), 0),
      longest: Math.max(...frames),
    });
  }
  return all.toSorted((a, b) => a.dropped - b.dropped)[0]!;
}
