import type { Page } from '@playwright/test';
import { seedCase } from '@scout/testkit/seedCase';
import { expect, test } from './support/fixtures.ts';
import { clientStart, failedLogon, interactiveLogon } from './support/securityLog.ts';
import { panel } from './support/table.ts';

const minute = 60_000;

const shown = 'main dl[aria-label] > div:has(> dd)';

/** Place and height of every card of figures, rounded to whole pixels. */
const cards = (page: Page): Promise<{ label: string; top: number; height: number }[]> =>
  page.evaluate(`Array.from(document.querySelectorAll('${shown}'), (card) => {
    const { top, height } = card.getBoundingClientRect();
    return { label: card.querySelector('dt').textContent, top: Math.round(top + scrollY), height: Math.round(height) };
  })`);

const dashboards = [
  '/dashboard',
  '/dashboard/service-accounts',
  '/dashboard/interactive-logons',
  '/dashboard/infrastructure',
];

test('cards of figures stand while they load where they stand afterwards', async ({
  signedIn: page,
  organization,
  scout,
}) => {
  const now = Date.now();
  await organization.ship([
    failedLogon({ time: now - minute, account: 'svc.billing', server: 'PRD-SQL01', from: 'WS-1042' }),
    clientStart({ time: now - minute, computer: 'WS-1042', account: 'svc.billing', server: 'PRD-SQL01' }),
    interactiveLogon({ time: now - minute, account: 'svc.billing', workstation: 'WS-1042' }),
  ]);
  await seedCase(async (sql, values) => ({ rows: await scout.asOwner(sql, values) }), organization.tenantId);
  let held = Promise.withResolvers<void>();
  await page.route(/\/(api\/v1|rest\/v1\/tenant_events)/, async (route) => {
    await held.promise;
    // The request of a page that was left.
    await route.fallback().catch(() => {});
  });
  // Nothing is remembered from the page before. The announcement of a first event has no place reserved: it is shown once to a new organization.
  await page.addInitScript(`
    localStorage.clear();
    sessionStorage.clear();
    localStorage.setItem('scout_first_event_seen:${organization.tenantId}', 'true');
  `);
  for (const path of dashboards)
    await test.step(path, async () => {
      held = Promise.withResolvers();
      await page.goto(path);
      await expect(page.locator(shown)).not.toHaveCount(0);
      await expect(page.locator('main').getByText(/^Loading/)).not.toHaveCount(0);
      await page.evaluate('document.fonts.ready');
      const before = await cards(page);
      held.resolve();
      await expect(page.locator('main').getByText(/^Loading/)).toHaveCount(0);
      await expect(page.getByText('LIVE')).toBeVisible();
      expect(before.length).toBeGreaterThan(0);
      expect(await cards(page)).toEqual(before);
    });
});

test('a scrolling log ends with a whole row, as rows and as cards', async ({
  signedIn: page,
  organization,
}) => {
  const now = Date.now();
  await organization.ship(
    Array.from({ length: 130 }, (_, n) =>
      clientStart({
        time: now - n * minute,
        computer: 'WS-1042',
        account: 'svc.billing',
        server: 'PRD-SQL01',
      }),
    ),
  );
  await page.goto('/dashboard/service-accounts');
  const log = panel(page, 'Incident Log');
  await expect(log.locator('tr[data-row="0"]')).toBeVisible();
  /** By how many px the rows at the edges of the visible part are cut: the last one under it, at the start and at the end. */
  const cut = (end: boolean): Promise<number> =>
    page.evaluate(`new Promise((done) => {
      const table = [...document.querySelectorAll('table')].find((each) => each.caption.textContent.startsWith('Incident Log'));
      const scroller = table.parentElement;
      scroller.scrollTop = ${end ? 'scroller.scrollHeight' : 0};
      requestAnimationFrame(() => requestAnimationFrame(() => {
        const { top, height } = scroller.getBoundingClientRect();
        const edge = top + scroller.clientTop + scroller.clientHeight;
        const cuts = Array.from(table.querySelectorAll('tr[data-row]'), (row) => row.getBoundingClientRect())
          .filter((row) => row.top < edge - 0.5 && row.bottom > edge + 0.5)
          .map((row) => row.bottom - edge);
        done(Math.max(0, ...cuts));
      }));
    })`);
  for (const [width, density] of [
    [1440, 'rows'],
    [360, 'cards'],
  ] as const)
    await test.step(density, async () => {
      await page.setViewportSize({ width, height: 900 });
      await expect.poll(() => cut(false), 'at its start').toBe(0);
      await expect.poll(() => cut(true), 'at its end').toBe(0);
    });
});
