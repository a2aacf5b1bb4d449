import type { Page } from '@playwright/test';
import { measureScroll, type ScrollTimes } from './dashboards.ts';

/** A list of accounts or cases; times in ms, of each round. */
export interface ListTimes {
  readonly name: string;
  /** Rows drawn at the first paint of the last round. */
  readonly rows: number;
  /** A page load: from the answer with its rows to the paint with them. */
  readonly paintOnLoad: number[];
  /** From the click on its link to the paint with rows. */
  readonly paintOnLink: number[];
  readonly scroll: ScrollTimes;
  readonly slowScroll: ScrollTimes;
}

interface List {
  readonly name: string;
  readonly path: string;
  readonly title: string;
  readonly link: RegExp;
  /** The rows. */
  readonly rows: string;
  /** The call that answers with them. */
  readonly call: string;
}

const lists: readonly List[] = [
  {
    name: 'Overview, lanes',
    path: '/dashboard',
    title: 'Good ',
    link: /^Overview$/,
    rows: 'li[data-lane]',
    call: '/api/v1/case-lanes',
  },
  {
    name: 'Cases',
    path: '/cases',
    title: 'Cases',
    link: /^Cases/,
    rows: 'li[data-number]',
    call: '/api/v1/cases',
  },
  {
    name: 'Accounts',
    path: '/accounts',
    title: 'Accounts',
    link: /^Accounts/,
    rows: 'tr[data-row]',
    call: '/api/v1/accounts',
  },
];

/** Measures the lists of an organization in an open page, and leaves the processor as slow as it was. */
export async function measureLists(
  page: Page,
  slowDown: (rate: number) => Promise<unknown>,
  rounds: number,
  slowdown: number,
): Promise<ListTimes[]> {
  const times: ListTimes[] = [];
  for (const list of lists) {
    const painted = await measurePaint(page, list, rounds);
    const slowScroll = await measureScroll(page, rounds);
    await slowDown(1);
    const scroll = await measureScroll(page, rounds);
    await slowDown(slowdown);
    times.push({ name: list.name, ...painted, scroll, slowScroll });
  }
  return times;
}

async function measurePaint(page: Page, { path, title, link, rows, call }: List, rounds: number) {
  const times = { rows: 0, paintOnLoad: [] as number[], paintOnLink: [] as number[] };
  const painted = `bench.painted(${JSON.stringify(title)}, ${JSON.stringify(rows)})`;
  await page.goto(path);
  await page.locator(`main ${rows}`).first().waitFor();
  for (let round = 0; round < rounds; round += 1) {
    await page.goto(path, { waitUntil: 'commit' });
    const paintedAt = await page.evaluate<number>(painted);
    const answeredAt = await page.evaluate<number>(
      `performance.getEntriesByType('resource').find(({ name }) => new URL(name).pathname === ${JSON.stringify(call)}).responseEnd`,
    );
    times.paintOnLoad.push(paintedAt - answeredAt);
    await page.evaluate('bench.release()');
    const navigation = page.getByRole('navigation', { name: 'Dashboards', exact: true });
    await navigation.getByRole('link', { name: 'Infrastructure', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Infrastructure Changes' }).waitFor();
    const again = page.evaluate<number>(painted);
    await navigation.getByRole('link', { name: link }).click();
    times.paintOnLink.push((await again) - (await page.evaluate<number>('bench.clickedAt')));
  }
  times.rows = await page.locator(`main ${rows}`).count();
  return times;
}
