import { axeOn, describeFaults } from './support/axe.ts';
import { expect, test } from './support/fixtures.ts';
import { createOrganization } from './support/organization.ts';
import { addPerson, signInAs } from './support/people.ts';
import { failedLogon } from './support/securityLog.ts';
import { panel } from './support/table.ts';
import { expectToast } from './support/toast.ts';

const minute = 60_000;
const path = '/settings/detection';

test('an admin enters naming settings, previews their matches, and gets figures for the whole history', async ({
  signedIn: page,
  organization,
}) => {
  const now = Date.now();
  await organization.ship([
    failedLogon({ time: now - 3 * minute, account: 'sa_etl', server: 'FRA-DBP-01' }),
    failedLogon({ time: now - 26 * 60 * minute, account: 'sa_etl', server: 'FRA-DBP-01' }),
    failedLogon({ time: now - 2 * minute, account: 'sa_web', server: 'FRA-DBP-02' }),
    failedLogon({ time: now - minute, account: 'svc.billing', server: 'PRD-SQL01' }),
  ]);
  await page.goto('/dashboard/failed-logons');
  const log = panel(page, 'Failed Logon Activity Log');
  await expect(log.getByText('svc.billing', { exact: true })).toBeVisible();
  await expect(log.getByText('sa_etl', { exact: true })).toHaveCount(0);
  await page.goto(path);
  const accounts = panel(page, 'Service accounts');
  const servers = panel(page, 'Production servers');
  await expect(panel(page, 'What matches').getByText('svc.billing').first()).toBeVisible();
  expect(await describeFaults(axeOn(page)), 'before').toEqual([]);

  // An entry that cannot match a name is refused on input.
  await accounts.getByLabel('Own names and patterns').fill('CORP\\sa_*');
  await accounts.getByRole('button', { name: 'Add to service accounts' }).click();
  await expect(accounts.getByText('write the account without its domain')).toBeVisible();

  await accounts.getByLabel('Own names and patterns').fill('sa_*');
  await accounts.getByRole('button', { name: 'Add to service accounts' }).click();
  await servers.getByLabel('Own names and patterns').fill('*-DBP-*');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  const preview = panel(page, 'What would change');
  await expect(preview.getByText('sa_etl').first()).toBeVisible();
  await expect(preview.getByText('FRA-DBP-02').first()).toBeVisible();
  await expect(preview.getByText('1 → 4').first()).toBeVisible();
  expect(await describeFaults(axeOn(page)), 'with a preview').toEqual([]);

  await preview.getByRole('button', { name: 'Save changes' }).click();
  await expectToast(page, 'Settings saved');
  await expect(accounts.getByText('sa_*', { exact: true })).toBeVisible();
  await expect(page.getByText('Stored events are being judged by these settings')).toHaveCount(0, {
    timeout: 30_000,
  });

  // The log of the whole month from the server, compared with the browser's own count.
  for (const range of ['', '?range=90d']) {
    await page.goto(`/dashboard/failed-logons${range}`);
    for (const name of ['sa_etl', 'sa_web', 'svc.billing']) {
      await expect(log.getByText(name, { exact: true }), `${name} ${range}`).toBeVisible();
    }
  }
});

test('an admin tries how many cases changed names make, before they are saved', async ({
  signedIn: page,
  organization,
}) => {
  const now = Date.now();
  await organization.ship(
    ['a', 'b', 'c', 'd', 'e'].map((letter, i) =>
      failedLogon({
        time: now - minute + i,
        account: `sa_${letter}`,
        server: 'PRD-SQL01',
        from: 'WS-1',
        address: '-',
      }),
    ),
  );
  await page.goto(path);
  const trial = panel(page, 'Cases that would change');
  const attempt = trial.getByRole('button', { name: 'Try on the last 90 days' });
  await expect(attempt).toBeDisabled();
  const accounts = panel(page, 'Service accounts');
  const add = async (entry: string) => {
    await accounts.getByLabel('Own names and patterns').fill(entry);
    await accounts.getByRole('button', { name: 'Add to service accounts' }).click();
  };
  await add('app_*');
  await attempt.click();
  await expect(trial.getByText('No case in 90 days, as now.')).toBeVisible();
  // A further change takes the result away.
  await add('sa_*');
  await expect(trial.getByText('No case in 90 days')).toHaveCount(0);
  await attempt.click();
  await expect(trial.getByText('1 case in 90 days, new.')).toBeVisible();
  await expect(trial.getByRole('region', { name: 'New cases' }).getByRole('listitem')).toHaveText([
    /5 accounts were refused from WS-1/,
  ]);
  expect(await describeFaults(axeOn(page)), 'with a result').toEqual([]);
});

test('names are pasted by lines, removed, and discarded', async ({ signedIn: page }) => {
  await page.goto(path);
  const accounts = panel(page, 'Service accounts');
  await accounts.getByLabel('Own names and patterns').fill('batch1\nbatch2, sa_*');
  await accounts.getByRole('button', { name: 'Add to service accounts' }).click();
  await expect(accounts.getByRole('listitem')).toHaveCount(3);
  await accounts.getByRole('button', { name: 'Remove batch2' }).click();
  await expect(accounts.getByRole('listitem')).toHaveCount(2);
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(accounts.getByText('No names of your own.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Save changes' })).toBeDisabled();
});

test.describe('when somebody else has saved', () => {
  test.use({ expectedMessages: /409/ });

  test('nothing is overwritten', async ({ signedIn: page, context }) => {
    await page.goto(path);
    const other = await context.newPage();
    await other.goto(path);
    for (const [tab, name] of [
      [page, 'nb????'],
      [other, 'pc????'],
    ] as const) {
      const workstations = panel(tab, 'Workstations');
      await workstations.getByLabel('Own names and patterns').fill(name);
      await workstations.getByRole('button', { name: 'Add to workstations' }).click();
    }
    await other.getByRole('button', { name: 'Save changes' }).click();
    await expectToast(other, 'Settings saved');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await expectToast(page, 'Save failed');
    await page.getByRole('button', { name: 'Discard' }).click();
    await expect(panel(page, 'Workstations').getByText('pc????', { exact: true })).toBeVisible();
  });
});

test('a member reads the names and changes none', async ({ page, scout }) => {
  const organization = await createOrganization(scout);
  await signInAs(page, organization, await addPerson(scout, organization, 'carla'));
  await page.goto(path);
  await expect(panel(page, 'Service accounts')).toBeVisible();
  await expect(page.getByRole('switch', { name: 'Standard names' }).first()).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Save changes' })).toHaveCount(0);
  await expect(page.getByLabel('Own names and patterns')).toHaveCount(0);
  expect(await describeFaults(axeOn(page))).toEqual([]);
});
