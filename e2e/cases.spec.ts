import type { Page } from '@playwright/test';
import { limits } from '@scout/contract';
import { type CaseState, seedCase } from '@scout/testkit/seedCase';
import { axeOn, describeFaults } from './support/axe.ts';
import { expect, test } from './support/fixtures.ts';
import { goWithin } from './support/goWithin.ts';
import type { Organization } from './support/organization.ts';
import { addPerson, adminApi } from './support/people.ts';
import type { Scout } from './support/scout.ts';
import { clientStart } from './support/securityLog.ts';
import { panel } from './support/table.ts';
import { expectToast } from './support/toast.ts';
import { expectFits } from './support/widths.ts';

const hour = 3_600_000;
const list = (page: Page) => page.getByRole('region', { name: 'Cases' });
const lines = (page: Page) => list(page).getByRole('listitem');
const add = (scout: Scout, { tenantId }: Organization, state?: CaseState) =>
  seedCase(async (sql, values) => ({ rows: await scout.asOwner(sql, values) }), tenantId, state);

/** Cases of four severities and levels of evidence. */
async function fourCases(scout: Scout, organization: Organization): Promise<void> {
  const now = Date.now();
  await add(scout, organization, {
    account: 'svc.scan',
    kind: 'odd-hour',
    severity: 'low',
    persons: ['d.rossi'],
    level: 'same-session',
    sources: ['JUMP-PRD-01'],
    destinations: ['PRD-SQL02'],
    lastSeen: new Date(now - 4 * hour),
  });
  await add(scout, organization, {
    account: 'svc.archive',
    kind: 'refused-then-successful',
    severity: 'critical',
    persons: [],
    sources: ['192.0.2.113'],
    destinations: ['PROD-LEDGER-02'],
    sentence: 'svc.archive was refused from 192.0.2.113 to PROD-LEDGER-02 345 times, then let in.',
    lastSeen: new Date(now - 9 * hour),
  });
  await add(scout, organization, {
    account: 'service.etl',
    kind: 'new-source',
    severity: 'medium',
    persons: ['o.lang', 'p.weber'],
    level: 'present',
    sources: ['OPS-DESKTOP7'],
    lastSeen: new Date(now - 2 * hour),
  });
  await add(scout, organization, { lastSeen: new Date(now - hour) });
}

/** The organization's case 1 as further ones, of other accounts. */
const addCopies = (scout: Scout, { tenantId }: Organization, count: number) =>
  scout.asOwner(
    `INSERT INTO scout.cases SELECT (jsonb_populate_record(of_one, jsonb_build_object(
       'case_id', id, 'case_key', id, 'number', 1000 + n, 'account', 'svc.job' || n, 'account_key', 'svc.job' || n))).*
     FROM scout.cases of_one, generate_series(1, $2::int) n, LATERAL (SELECT gen_random_uuid() AS id WHERE n > 0)
     WHERE tenant_id = $1 AND number = 1`,
    [tenantId, count],
  );

test.describe('where there is no case', () => {
  test.use({ expectedMessages: /404|400|403/ });

  test('the list, an address and an organization without a subscription say so', async ({
    signedIn: page,
    organization,
  }) => {
    await test.step('without cases the page says when one is opened', async () => {
      await page.goto('/cases');
      await expect(page.getByText('No case yet')).toBeVisible();
      expect(await describeFaults(axeOn(page)), 'empty').toEqual([]);
      await goWithin(page, '/cases?severity=high');
      await expect(page.getByText('No case matches these filters')).toBeVisible();
    });
    await test.step('a case that does not exist says so', async () => {
      for (const number of ['7', '0', 'none', '99999999999']) {
        await goWithin(page, `/cases/${number}`);
        await expect(page.getByText('Case not found')).toBeVisible();
        await goWithin(page, '/cases');
        await expect(page.getByText('No case yet')).toBeVisible();
      }
    });
    await test.step('without a subscription cases are advertised, not shown', async () => {
      await organization.setSubscribed(false);
      await page.goto('/cases');
      await expect(page.getByRole('heading', { name: 'Cases require a subscription' })).toBeVisible();
    });
  });
});

test.describe('several cases', () => {
  test.use({ expectedMessages: /status of 409/ });

  test('are acknowledged and assigned at once; one that refuses it stays selected', async ({
    signedIn: page,
    scout,
    organization,
  }) => {
    await fourCases(scout, organization);
    await page.goto('/cases');
    await expect(lines(page)).toHaveCount(4);
    await expectFits(page, 'list');
    const selected = page.getByRole('region', { name: 'Selected cases' });
    const archive = page.getByRole('checkbox', { name: 'Select case C-2, svc.archive' });
    await archive.check();
    await expect(selected.getByRole('status')).toHaveText('1 case selected');
    await page.getByRole('link', { name: 'svc.billing' }).focus();
    await page.keyboard.press('x');
    await expect(selected.getByRole('status')).toHaveText('2 cases selected');
    expect(await describeFaults(axeOn(page))).toEqual([]);

    // The bar stays below the page's own when the list is scrolled: nothing covers its count.
    await page.setViewportSize({ width: 360, height: 500 });
    await page.mouse.move(180, 400);
    await page.mouse.wheel(0, 600);
    await expect
      .poll(() =>
        page.evaluate(`(() => {
          const count = document.querySelector('[aria-label="Selected cases"] [role=status]');
          const { left, top, height } = count.getBoundingClientRect();
          return scrollY > 200 && document.elementFromPoint(left + 5, top + height / 2) === count;
        })()`),
      )
      .toBe(true);
    await page.setViewportSize({ width: 1440, height: 900 });

    await selected.getByRole('button', { name: 'Assign' }).click();
    await page.getByRole('menuitem', { name: 'Assign to me' }).click();
    await expectToast(page, '2 cases assigned');
    await expect(selected).toHaveCount(0);
    await expect(lines(page).filter({ hasText: organization.email })).toHaveCount(2);

    // Another person closes one, unknown to this page.
    const released = Promise.withResolvers<void>();
    await page.route(/\/api\/v1\/cases\?/, async (route) => {
      await released.promise;
      await route.continue();
    });
    const api = await adminApi(scout, organization);
    await api.casesClose({ number: 2, as: 'misuse', reason: 'The password was changed' });
    await archive.check();
    await page.getByRole('checkbox', { name: 'Select case C-4, svc.billing' }).check();
    await selected.getByRole('button', { name: 'Acknowledge' }).click();
    await expectToast(page, '1 of 2 cases not acknowledged');
    await expect(selected.getByRole('status')).toHaveText('1 case selected');
    await expect(archive).toBeChecked();
    released.resolve();
    await expect(lines(page).filter({ hasText: 'C-4 · Acknowledged' })).toHaveCount(1);
  });
});

test('the list says who, from where, against what; keys move and open; filters are in the address', async ({
  signedIn: page,
  scout,
  organization,
}) => {
  await fourCases(scout, organization);
  await page.goto('/cases');
  await expect(lines(page)).toHaveText([
    /Critical.*svc\.archive.*Refused, then let in.*nobody seen.*192\.0\.2\.113.*PROD-LEDGER-02.*345 times.*C-2 · Open.*Unassigned/,
    /High.*svc\.billing.*A person uses it.*m\.keller.*FIN-LAPTOP3.*PRD-SQL01/,
    /Medium.*service\.etl.*New source.*2 people.*OPS-DESKTOP7/,
    /Low.*svc\.scan.*d\.rossi.*JUMP-PRD-01.*PRD-SQL02/,
  ]);
  await expect(page.getByText('4 open · 0 acknowledged · 0 closed')).toBeVisible();

  await page.getByRole('link', { name: 'svc.archive' }).focus();
  await page.keyboard.press('j');
  await expect(page.getByRole('link', { name: 'svc.billing' })).toBeFocused();
  await page.keyboard.press('k');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/cases\/4$/);
  await page.goBack();

  const filters = page.getByRole('complementary', { name: 'Filters' });
  const value = (group: string, name: RegExp) =>
    filters.getByRole('region', { name: group }).getByRole('button', { name });
  await value('Severity', /^Medium/).click();
  await expect(lines(page)).toHaveCount(1);
  await expect(page).toHaveURL(/\?severity=medium$/);
  await page.reload();
  await expect(lines(page)).toHaveText([/service\.etl/]);
  await page.getByRole('radio', { name: 'Closed' }).check();
  await page.getByRole('button', { name: 'Show all cases' }).click();
  await expect(lines(page)).toHaveCount(4);
  // Each choice is a step to go back to, and so is a search, as a whole.
  await page.goBack();
  await expect(page.getByRole('radio', { name: 'Closed' })).toBeChecked();
  await page.goBack();
  await expect(page).toHaveURL(/\/cases\?severity=medium$/);
  await page.goBack();
  await expect(page).toHaveURL(/\/cases$/);
  const search = page.getByRole('searchbox', { name: 'Search cases' });
  for (const [part, account] of [
    ['d.ross', 'svc.scan'],
    ['sql02', 'svc.scan'],
    ['desktop7', 'service.etl'],
    ['C-2', 'svc.archive'],
    ['NORTHWIND\\SVC.Scan', 'svc.scan'],
  ] as const) {
    await search.fill(part);
    await expect(lines(page), part).toHaveText([new RegExp(account.replace('.', '\\.'))]);
  }
  await page.goBack();
  await expect(search).toHaveValue('');
  await expect(page).toHaveURL(/\/cases$/);
  await value('Account', /^svc\.scan/).click();
  await expect(lines(page)).toHaveText([/svc\.scan/]);

  // Counts are those that the other filters leave; a second press takes a filter back.
  await expect(value('Account', /^svc\.scan/)).toHaveAttribute('aria-pressed', 'true');
  await expect(value('Severity', /^Low/)).toHaveText('Low1');
  await expect(filters.getByRole('region', { name: 'Severity' }).getByRole('button')).toHaveCount(1);
  await value('Account', /^svc\.scan/).click();
  await expect(lines(page)).toHaveCount(4);

  // Days are chosen with the keys of the histogram, and a press on the last day narrows the list to it.
  const days = page.getByRole('region', { name: 'Opened by day' });
  await days.getByRole('slider', { name: 'End of the selected time range' }).focus();
  await page.keyboard.press('ArrowLeft');
  await expect(page).toHaveURL(/opened=[0-9-]+\.\.[0-9-]+/);
  await days.getByRole('button', { name: 'Show all days' }).click();
  await expect(page).not.toHaveURL(/opened=/);

  await value('Severity', /^High/).click();
  await page.getByRole('button', { name: 'Save view…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save view' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Grave ones');
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  await goWithin(page, '/cases');
  await expect(lines(page)).toHaveCount(4);
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('menuitem', { name: 'Grave ones' }).click();
  await expect(page).toHaveURL(/severity=high/);
  await expect(lines(page)).toHaveText([/svc\.billing/]);
  await page.getByRole('button', { name: 'Grave ones' }).click();
  await page.getByRole('menuitem', { name: 'Remove “Grave ones”' }).click();
  await expect(page.getByRole('button', { name: 'Grave ones' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Save view…' })).toBeEnabled();

  await test.step('a list of more than one page says how many of how many', async () => {
    const { pageRows } = limits.cases;
    await addCopies(scout, organization, pageRows - 1);
    await page.goto('/cases');
    await expect(page.getByText(`${pageRows} of ${pageRows + 3} cases`)).toBeVisible();
    await page.getByRole('button', { name: 'Show more cases' }).click();
    await expect(lines(page)).toHaveCount(pageRows + 3);
    await expect(page.getByText(/of \d+ cases/)).toHaveCount(0);
  });
});

test('from a case to the person, the evidence, a comment and the closing', async ({
  signedIn: page,
  scout,
  organization,
}) => {
  const time = Date.now() - hour;
  await organization.ship([
    clientStart({
      time,
      computer: 'FIN-LAPTOP3',
      account: 'svc.billing',
      server: 'PRD-SQL01',
      by: 'm.keller',
    }),
  ]);
  const api = await adminApi(scout, organization);
  const { incidents } = await api.incidents({ rule: 'service-account-activity' });
  const number = await add(scout, organization, {
    lastSeen: new Date(time),
    events: [incidents[0]!.id],
  });
  const { email } = await addPerson(scout, organization, 'bo');
  await page.goto(`/cases/${number}`);

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Highsvc.billing');
  await expect(
    page.getByText('m.keller used svc.billing from FIN-LAPTOP3 to PRD-SQL01.').first(),
  ).toBeVisible();
  await expect(panel(page, 'Person')).toContainText('m.kelleracted');
  await expect(panel(page, 'Person')).toContainText('An event names this person');
  await expect(panel(page, 'Why this is a case')).toContainText('First use of the account by this person');
  await expect(panel(page, 'Do next')).toContainText(
    'Ask m.keller: who gave you the password of svc.billing',
  );
  await expect(panel(page, 'Do next')).toContainText("Disable-ADAccount -Identity 'svc.billing'");

  await panel(page, 'Why this is a case')
    .getByRole('button', { name: /^[A-Z][a-z]{2} \d.*Process start · FIN-LAPTOP3 · sqlcmd\.exe/i })
    .click();
  const drawer = page.getByRole('dialog', { name: 'Event' });
  await expect(drawer.getByText('m.keller').first()).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`event=${incidents[0]!.id}$`));
  await page.keyboard.press('Escape');
  await expect(drawer).toHaveCount(0);
  await expectFits(page, 'case');

  await page.getByRole('button', { name: 'Acknowledge' }).click();
  await expectToast(page, 'Case acknowledged');
  await expect(page.getByText(`Acknowledged · ${organization.email}`)).toBeVisible();
  await page.getByRole('textbox', { name: 'Comment' }).fill('They say it was for the audit.');
  await page.getByRole('button', { name: 'Add comment' }).click();
  await expect(panel(page, 'Comments and history')).toContainText('They say it was for the audit.');

  await page.getByRole('button', { name: 'Close…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Close this case' });
  await expect(dialog.getByRole('combobox', { name: /What was it/ })).toBeFocused();
  await dialog.getByRole('button', { name: 'Close case' }).click();
  await expect(dialog.getByText('Choose an outcome')).toBeVisible();
  await expect(dialog.getByText('Enter a reason for closing the case')).toBeVisible();
  expect(await describeFaults(axeOn(page)), 'dialog').toEqual([]);
  await dialog.getByRole('combobox', { name: /What was it/ }).click();
  await page.getByRole('option', { name: 'Misuse' }).click();
  await dialog.getByRole('textbox', { name: /Why/ }).fill('The password was shared.');
  await dialog.getByRole('button', { name: 'Close case' }).click();
  await expect(page.getByText(`Closed: misuse · ${organization.email}`)).toBeVisible();
  await expect(panel(page, 'Comments and history')).toContainText('closed the case as misuse');

  await goWithin(page, '/cases');
  await expect(page.getByText('Nothing to do')).toBeVisible();
  await goWithin(page, `/cases/${number}`);
  await page.getByRole('button', { name: 'Reopen' }).click();
  await expect(page.getByText(`Open · ${organization.email}`)).toBeVisible();
  const log = await api.auditLogs({ limit: 6 });
  expect(log.map(({ action }) => action)).toEqual([
    'case_reopened',
    'case_closed',
    'case_commented',
    'case_assigned',
    'case_acknowledged',
    expect.any(String),
  ]);

  await test.step('a case is assigned to a colleague', async () => {
    await page.getByRole('button', { name: 'Assign' }).click();
    await page.getByRole('group', { name: 'Colleagues' }).getByRole('menuitem', { name: email }).click();
    await expect(page.getByText(`Open · ${email}`)).toBeVisible();
    await page.getByRole('button', { name: 'Assign' }).click();
    await page.getByRole('menuitem', { name: 'Unassign' }).click();
    await expect(page.getByText('Open · unassigned')).toBeVisible();
  });
});

test('a case names what to switch on when nobody was seen, and hostile names stay text', async ({
  signedIn: page,
  scout,
  organization,
}) => {
  await organization.ship([]);
  const number = await add(scout, organization, {
    account: 'svc.archive',
    kind: 'refused-then-successful',
    severity: 'critical',
    persons: [],
    sources: ['LOG-COLLECTOR', 'FIN-LAPTOP3'],
  });
  const account = "svc.x'; Remove-Item C:\\ #<img src=x onerror=alert(1)>\u202e";
  const hostile = await add(scout, organization, { account, persons: ['<b>eve</b>'] });
  await page.goto(`/cases/${number}`);

  await test.step('when nobody was seen, the case says what to switch on', async () => {
    await expect(panel(page, 'Person')).toContainText('Nobody seen');
    await expect(panel(page, 'Person')).toContainText('Install an agent on FIN-LAPTOP3');
    await expect(panel(page, 'Person')).toContainText('On LOG-COLLECTOR, audit process creation');
    expect(await describeFaults(axeOn(page))).toEqual([]);
    await expectFits(page, 'case without a person');
  });
  await test.step('hostile names go into no command and stay text', async () => {
    await goWithin(page, `/cases/${hostile}`);
    await expect(panel(page, 'Do next')).toContainText('unsafe in a command');
    await expect(panel(page, 'Do next')).not.toContainText('Disable-ADAccount');
    await expect(panel(page, 'Person')).toContainText('<b>eve</b>');
    await goWithin(page, '/cases');
    await expect(lines(page)).toContainText(['<img src=x onerror=alert(1)>']);
  });
});
