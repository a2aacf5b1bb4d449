import type { Locator, Page } from '@playwright/test';
import { type ActivityState, seedAccount } from '@scout/testkit/seedAccount';
import { type CaseState, seedCase } from '@scout/testkit/seedCase';
import { axeOn, describeFaults } from './support/axe.ts';
import { expect, test } from './support/fixtures.ts';
import { goWithin } from './support/goWithin.ts';
import type { Organization } from './support/organization.ts';
import { adminApi } from './support/people.ts';
import type { Scout } from './support/scout.ts';
import { failedLogon, interactiveLogon } from './support/securityLog.ts';
import { panel } from './support/table.ts';
import { expectToast } from './support/toast.ts';
import { expectFits } from './support/widths.ts';

const hour = 3_600_000;
const day = 24 * hour;
const runs = (page: Page) => panel(page, 'What happened').getByRole('listitem');
const node = (page: Page, name: string | RegExp) => panel(page, 'Path').getByRole('button', { name });

/** A case that began five days ago, with the activity stored by the assessor. */
async function seed(
  scout: Scout,
  { tenantId }: Organization,
  activity: readonly ActivityState[],
  state: CaseState = {},
): Promise<number> {
  const run = async (sql: string, values: unknown[]) => ({ rows: await scout.asOwner(sql, values) });
  await seedAccount(run, tenantId, state.account ?? 'svc.billing', activity);
  return seedCase(run, tenantId, {
    firstSeen: new Date(Date.now() - 5 * day),
    lastSeen: new Date(Date.now() - hour),
    ...state,
  });
}

const ago = (days: number) => new Date(Date.now() - days * day);
const laptop = { source: 'fin-laptop3', destination: 'prd-sql01' };
/** A person's use, refusals from another machine, and the account's own job. */
const misuse: readonly ActivityState[] = [
  ...[4, 3, 1].map((days) => ({ ...laptop, kind: 'command', actor: 'm.keller', time: ago(days), count: 2 })),
  {
    source: '192.0.2.113',
    destination: 'prod-ledger-02',
    kind: 'refused:account locked out',
    time: ago(2),
    count: 41,
  },
  ...[12, 9, 6, 3].map((days) => ({
    source: 'app-bill01',
    destination: 'prd-sql01',
    time: ago(days),
    count: 90,
  })),
];
const place = { sources: ['FIN-LAPTOP3', '192.0.2.113'], destinations: ['PRD-SQL01', 'PROD-LEDGER-02'] };

test('the path and the time of a case filter everything below them', async ({
  signedIn: page,
  scout,
  organization,
}) => {
  const number = await seed(scout, organization, misuse, place);
  await page.goto(`/cases/${number}`);
  const nothing = page.getByText('Nothing in this case matches the selection above.');

  await test.step('a name of the path filters, by pointer and by keyboard; it is in the address', async () => {
    await expect(runs(page)).toHaveText([
      /m\.keller opened PRD-SQL01 as svc\.billing from FIN-LAPTOP3× 6/,
      /svc\.billing from 192\.0\.2\.113: account locked out at PROD-LEDGER-02× 41/,
    ]);
    await expect(node(page, /^APP-BILL01/)).toContainText('360 usual');
    const track = (name: string) => panel(page, 'Since when').getByRole('row', { name });
    await expect(track('Refused')).toContainText('41');

    await node(page, /^FIN-LAPTOP3/).click();
    await expect(page).toHaveURL(/\?source=fin-laptop3$/);
    await expect(runs(page)).toHaveText([/m\.keller opened/]);
    await expect(track('Refused')).toContainText('none');
    await page.reload();
    await expect(runs(page)).toHaveText([/m\.keller opened/]);
    await expect(node(page, /^FIN-LAPTOP3/)).toHaveAttribute('aria-pressed', 'true');
  });

  await test.step('axe finds nothing on a case with its activity', async () => {
    await runs(page).first().getByRole('button').click();
    await expect(page.getByText('These events are no longer stored')).toBeVisible();
    expect(await describeFaults(axeOn(page))).toEqual([]);
  });

  await test.step('two names without a common run, and back', async () => {
    await node(page, /^PROD-LEDGER-02/).focus();
    await page.keyboard.press('Enter');
    await expect(nothing).toBeVisible();
    await panel(page, 'What happened').getByRole('button', { name: 'Show everything' }).click();
    await expect(page).toHaveURL(/\/cases\/\d+$/);
    await expect(runs(page)).toHaveCount(2);
    await page.goBack();
    await expect(page).toHaveURL(/server=prod-ledger-02/);
    await panel(page, 'What happened').getByRole('button', { name: 'Show everything' }).click();
    await expect(runs(page)).toHaveCount(2);
  });

  const since = panel(page, 'Since when');
  await test.step('a time is selected by keys, and filters the runs', async () => {
    await since.getByRole('slider', { name: 'Start of the selected time range' }).focus();
    await page.keyboard.press('End');
    // An empty time is invalid.
    await expect(page).toHaveURL(/\/cases\/\d+$/);
    await since.getByRole('slider', { name: 'End of the selected time range' }).focus();
    for (const days of [1, 2, 3]) {
      const before = page.url();
      await page.keyboard.press('PageDown');
      await expect(page, `${days} days earlier`).not.toHaveURL(before);
    }
    await expect(page).toHaveURL(/from=\d{4}-\d\d-\d\dT\d\dZ&to=\d{4}-\d\d-\d\dT\d\dZ/);
    await expect(runs(page)).toHaveText([/m\.keller opened.*× (2|4)$/]);
    await page.keyboard.press('Escape');
    await expect(runs(page)).toHaveCount(2);
  });

  await test.step('and by dragging', async () => {
    const box = (await page.locator('[data-brush]').boundingBox())!;
    const at = (share: number) => [box.x + share * box.width, box.y + box.height / 2] as const;
    await page.mouse.move(...at(0.05));
    await page.mouse.down();
    await page.mouse.move(...at(0.3));
    await page.mouse.move(...at(0.5));
    await page.mouse.up();
    await expect(page).toHaveURL(/from=.*&to=/);
    await expect(nothing).toBeVisible();
    await since.getByRole('button', { name: 'Show full time range' }).click();
    await expect(runs(page)).toHaveCount(2);
  });
});

test('a run opens to its events, a page at a time, and each to its raw text', async ({
  signedIn: page,
  scout,
  organization,
}) => {
  const time = Date.now() - 2 * hour;
  await organization.ship(
    Array.from({ length: 30 }, (_, i) =>
      failedLogon({
        time: time + i * 1000,
        account: 'svc.billing',
        server: 'PROD-LEDGER-02',
        from: 'WS-1042',
        code: '0xc0000234',
      }),
    ),
  );
  const run = async (sql: string, values: unknown[]) => ({ rows: await scout.asOwner(sql, values) });
  const number = await seedCase(run, organization.tenantId, {
    persons: [],
    sources: ['WS-1042'],
    destinations: ['PROD-LEDGER-02'],
    firstSeen: new Date(time),
  });
  const api = await adminApi(scout, organization);
  const told = async () => (await api.casesRuns({ number })).events;
  await expect.poll(told, { timeout: 60_000 }).toBe(30);
  await page.goto(`/cases/${number}`);
  const line = panel(page, 'What happened').getByRole('button', {
    name: /svc\.billing from WS-1042 ?: .* at PROD-LEDGER-02/,
  });
  await expect(line).toContainText('account locked out');
  await line.focus();
  await page.keyboard.press('Enter');
  const events = panel(page, 'What happened').getByRole('list', { name: 'Events' }).getByRole('listitem');
  await expect(events).toHaveCount(25);
  await page.getByRole('button', { name: 'Show older events' }).click();
  await expect(events).toHaveCount(30);
  await expect(page.getByRole('button', { name: 'Show older events' })).toHaveCount(0);
  await events.first().getByRole('button').click();
  await expect(
    page.getByRole('dialog', { name: 'Event' }).getByRole('region', { name: 'Raw XML' }),
  ).toBeVisible();
});

test("the person's sign-ins, what would stop, the evidence and the actions are at hand; later events can explain a case", async ({
  signedIn: page,
  scout,
  organization,
}) => {
  const lastSeen = new Date(Date.now() - hour);
  await organization.ship([
    interactiveLogon({ time: lastSeen.getTime() - hour, account: 'm.keller', workstation: 'FIN-LAPTOP3' }),
  ]);
  const number = await seed(scout, organization, misuse, { ...place, sources: ['FIN-LAPTOP3'], lastSeen });
  await page.goto(`/cases/${number}`);
  const signIns = panel(page, 'Person').getByRole('region', { name: 'Sign-ins' });
  await expect(signIns).toContainText('Own sign-ins at FIN-LAPTOP3');
  await expect(signIns.getByRole('listitem')).toHaveText([/at the console$/]);

  const stop = panel(page, 'Do next').getByRole('region', { name: 'Stop the account' });
  await expect(stop).toContainText("Disable-ADAccount -Identity 'svc.billing'");
  await expect(stop.getByRole('listitem')).toHaveText([
    /^APP-BILL01× 360Network logons · to PRD-SQL01 · last /,
  ]);
  await expect(panel(page, 'Do next').getByRole('button', { name: /^Evidence/ })).toHaveText([
    'Evidence JSON',
    'Evidence PDF',
  ]);

  for (const width of [1440, 360])
    await test.step(`the last step leads to the actions at ${width} pixels`, async () => {
      await page.setViewportSize({ width, height: 900 });
      // One set of buttons.
      await expect(page.getByRole('button', { name: 'Acknowledge' })).toHaveCount(1);
      await page.getByRole('button', { name: 'Go to the actions' }).focus();
      await page.keyboard.press('Enter');
      await expect(page.getByRole('group', { name: 'Actions on this case' })).toBeFocused();
      await expect(page.getByRole('button', { name: 'Acknowledge' })).toBeInViewport();
      await page.keyboard.press('Tab');
      await expect(page.getByRole('button', { name: 'Assign' })).toBeFocused();

      await signIns.getByRole('button').click();
      await expect(page.getByRole('dialog', { name: 'Event' })).toContainText('FIN-LAPTOP3');
      await page.keyboard.press('Escape');
      await expect(signIns.getByRole('button')).toBeFocused();
    });
  expect(await describeFaults(axeOn(page)), 'on a phone').toEqual([]);
  await expectFits(page, 'case');

  await test.step('a case without a finding says that later events explain it', async () => {
    for (const sql of [
      'DELETE FROM scout.findings WHERE tenant_id = $1',
      'UPDATE scout.cases SET findings = 0 WHERE tenant_id = $1',
    ])
      await scout.asOwner(sql, [organization.tenantId]);
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Explained by later events' })).toBeVisible();
    await expect(page.getByText('Check the surrounding activity, then close it.')).toBeVisible();
    expect(await describeFaults(axeOn(page)), 'explained').toEqual([]);
    await expectFits(page, 'explained');
  });
});

/** Presses Tab until an element has the focus. */
async function tabTo(page: Page, to: Locator): Promise<void> {
  await expect(to).toBeVisible();
  for (let presses = 0; presses < 80; presses += 1) {
    if ((await to.and(page.locator(':focus')).count()) > 0) return;
    await page.keyboard.press('Tab');
  }
  await expect(to).toBeFocused();
}

test('from the overview through the case to its closing with the keyboard alone', async ({
  signedIn: page,
  scout,
  organization,
}) => {
  await seed(scout, organization, misuse, place);
  await page.goto('/dashboard');
  await tabTo(
    page,
    page.getByRole('navigation', { name: 'Dashboards' }).getByRole('link', { name: /^Cases/ }),
  );
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByRole('main').getByRole('link', { name: 'svc.billing' }));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/cases\/1$/);
  await tabTo(page, page.getByRole('button', { name: 'Acknowledge' }));
  await page.keyboard.press('Enter');
  await expectToast(page, 'Case acknowledged');
  await tabTo(page, node(page, /^m\.keller/));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/person=m\.keller/);
  await page.reload();
  await tabTo(page, page.getByRole('button', { name: 'Close…' }));
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Close this case' });
  await tabTo(page, dialog.getByRole('combobox', { name: /What was it/ }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('option').and(page.locator(':focus'))).toBeVisible();
  await page.keyboard.press('Home');
  await page.keyboard.press('Enter');
  await tabTo(page, dialog.getByRole('textbox', { name: /Why/ }));
  await page.keyboard.type('The password was shared.');
  await tabTo(page, dialog.getByRole('button', { name: 'Close case' }));
  await page.keyboard.press('Enter');
  await expect(page.getByText(`Closed: misuse · ${organization.email}`)).toBeVisible();
});

const long = 'x'.repeat(256);
const hostile = '\u202e<img src=x onerror=alert(1)>\u200b';

test('hostile names stay text within the page; 200 machines are drawn as a few and a count', async ({
  signedIn: page,
  scout,
  organization,
}) => {
  const number = await seed(
    scout,
    organization,
    [
      { source: hostile, destination: long, kind: `refused:${hostile}`, actor: '', time: ago(2), count: 4 },
      { source: hostile, destination: long, kind: 'command', actor: long, time: ago(1) },
    ],
    { persons: [long, hostile], sources: [hostile], destinations: [long] },
  );
  await page.goto(`/cases/${number}`);
  await test.step('hostile names stay text within the page', async () => {
    await expect(runs(page)).toHaveCount(2);
    await expect(panel(page, 'Path')).toContainText('‹U+202E›<');
    await expect(page.locator('main img')).toHaveCount(0);
    const cut = `[...document.querySelectorAll('main section')].filter((part) => part.getBoundingClientRect().right > innerWidth + 1).length`;
    await expectFits(page, 'hostile names', {
      each: (width) => expect.poll(() => page.evaluate(cut), `panels cut at ${width}`).toBe(0),
    });
  });

  await test.step('a case of 200 machines draws a few and counts the others', async () => {
    const sources = Array.from({ length: 200 }, (_, i) => `ws-${i}`);
    const many = { account: 'svc.many', kind: 'new-source', persons: [], sources };
    const first = { source: 'ws-0', destination: 'prd-sql01', time: ago(2), count: 300 };
    const crowd = await seed(scout, organization, [first], many);
    await scout.asOwner(
      `INSERT INTO scout.account_activity SELECT (jsonb_populate_record(used, jsonb_build_object(
         'cell', gen_random_uuid(), 'source', 'ws-' || i, 'n', 300 - i))).*
       FROM scout.account_activity used, generate_series(1, 199) i WHERE tenant_id = $1 AND account_key = 'svc.many'`,
      [organization.tenantId],
    );
    await goWithin(page, `/cases/${crowd}`);
    await expect(panel(page, 'Path').getByText('and 194 more', { exact: true })).toBeVisible();
    await expect(panel(page, 'Path').getByRole('listitem')).toHaveCount(10);
    await expect(runs(page)).toHaveCount(100);
    await expect(panel(page, 'What happened')).toContainText('And 100 older runs.');
  });
});
