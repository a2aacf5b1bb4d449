import { readFile } from 'node:fs/promises';
import { axeOn, describeFaults } from './support/axe.ts';
import { expect, test } from './support/fixtures.ts';
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
  const bar = page.getByRole('region', { name: 'Unsaved changes' });
  // The standard rule is shown with its matches, and they are listed on demand.
  await expect(accounts.getByText('1 name in 30 days')).toBeVisible();
  await accounts.getByRole('button', { name: '1 name of the standard names' }).click();
  await expect(accounts.getByText('svc.billing').first()).toBeVisible();
  await expect(bar).toContainText('No unsaved changes');

  // An entry that cannot match a name is refused on input.
  await accounts.getByLabel('Own names and patterns').fill('CORP\\sa_*');
  await accounts.getByRole('button', { name: 'Add to service accounts' }).click();
  await expect(accounts.getByText('write the account without its domain')).toBeVisible();

  // Each entry tells its matches beside it, before anything is saved.
  await accounts.getByLabel('Own names and patterns').fill('sa_*, nobody_*');
  await page.keyboard.press('Enter');
  await servers.getByLabel('Own names and patterns').fill('*-DBP-*');
  await page.keyboard.press('Enter');
  await expect(accounts.getByText('1 → 3 names in 30 days')).toBeVisible();
  await expect(accounts.getByRole('listitem').filter({ hasText: 'nobody_*' })).toContainText(
    'no match in 30 days',
  );
  const matches = accounts.getByRole('button', { name: '2 names of sa_*' });
  await matches.focus();
  await page.keyboard.press('Enter');
  await expect(matches).toHaveAttribute('aria-expanded', 'true');
  await expect(accounts.getByRole('listitem').filter({ hasText: 'sa_*' }).getByRole('listitem')).toHaveText([
    'sa_etl2 events',
    'sa_web1 event',
  ]);
  await expect(servers.getByText('FRA-DBP-02').filter({ visible: true })).toBeVisible();
  await expect(panel(page, 'What would change').getByText('1 → 4').first()).toBeVisible();
  await expect(bar).toContainText('3 unsaved changes');
  await expect(bar).toContainText('Incidents of all rules in 30 days: 2 → 8');
  // The bar is in view wherever the page is scrolled to.
  await page.evaluate('scrollTo(0, 0)');
  await expect(bar.getByRole('button', { name: 'Save changes' })).toBeInViewport();
  expect(await describeFaults(axeOn(page)), 'with a preview').toEqual([]);

  await bar.getByRole('button', { name: 'Save changes' }).click();
  await expectToast(page, 'Settings saved');
  await expect(accounts.getByText('sa_*', { exact: true })).toBeVisible();
  await expect(page.getByText('These settings are being applied to stored events')).toHaveCount(0, {
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
  const attempt = page.getByRole('button', { name: 'Test on the last 90 days' });
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

test('unsaved settings are lost only after a question', async ({ signedIn: page }) => {
  await page.goto('/settings');
  await page.getByRole('tab', { name: 'Detection' }).click();
  const accounts = panel(page, 'Service accounts');
  await accounts.getByLabel('Own names and patterns').fill('app_*');
  await accounts.getByRole('button', { name: 'Add to service accounts' }).click();
  const bar = page.getByRole('region', { name: 'Unsaved changes' });
  await expect(bar).toContainText('1 unsaved change');
  const dialog = page.getByRole('dialog', { name: 'Discard unsaved changes?' });
  const link = page.getByRole('link', { name: 'Dashboard', exact: true });
  for (const leave of [() => link.click(), () => page.goBack()]) {
    await leave();
    await expect(dialog).toContainText('unsaved changes of the detection settings');
    await dialog.getByRole('button', { name: 'Keep editing' }).click();
    await expect(dialog).toHaveCount(0);
    await expect(page).toHaveURL(path);
    await expect(accounts.getByText('app_*', { exact: true })).toBeVisible();
  }
  await page.getByRole('tab', { name: 'Profile' }).click();
  expect(await describeFaults(axeOn(page)), 'question').toEqual([]);
  await dialog.getByRole('button', { name: 'Discard changes' }).click();
  await expect(page).toHaveURL('/settings');
  await page.getByRole('tab', { name: 'Detection' }).click();
  await expect(bar).toContainText('No unsaved changes');
  await link.click();
  await expect(page).toHaveURL('/dashboard');
});

test.describe('with a clipboard', () => {
  test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

  test('names are imported, exported, pasted by lines, removed, restored and discarded', async ({
    signedIn: page,
  }) => {
    await page.goto(path);
    const accounts = panel(page, 'Service accounts');
    const bar = page.getByRole('region', { name: 'Unsaved changes' });
    await test.step('names are imported from CSV after a preview, and exported', async () => {
      await page.getByRole('button', { name: 'Import names…' }).click();
      const dialog = page.getByRole('dialog', { name: 'Import names' });
      const choose = (name: string, content: string) =>
        dialog
          .getByLabel('CSV file')
          .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content) });
      await choose('people.csv', 'Name;Owner\nAda;Ada\n');
      await expect(dialog.getByText('The first line must name one of the columns')).toBeVisible();
      await choose(
        'names.csv',
        'Account;Server;Owner\nCORP\\batchuser;FRA-01.corp.example;Ada\nsvc.etl;;\n*;;\n',
      );
      await expect(
        dialog.getByRole('heading', { name: 'Service accounts: 1 new, 1 matched already' }),
      ).toBeVisible();
      await expect(dialog.getByRole('list', { name: 'New production servers' })).toHaveText('FRA-01');
      await expect(dialog.getByText('Line 4: "*" would match nearly everything')).toBeVisible();
      expect(await describeFaults(axeOn(page)), 'the dialog').toEqual([]);
      await dialog.getByRole('button', { name: 'Add 2 names' }).click();
      await expect(dialog).toHaveCount(0);
      await expect(accounts.getByText('batchuser', { exact: true })).toBeVisible();
      await expect(bar).toContainText('2 unsaved changes');
      await bar.getByRole('button', { name: 'Save changes' }).click();
      await expectToast(page, 'Settings saved');
      const download = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Export names' }).click();
      const file = await download;
      expect(file.suggestedFilename()).toBe('scout-names.csv');
      expect(await readFile(await file.path(), 'utf8')).toBe(
        '\ufeffAccount,Server,Workstation,Database client\r\nbatchuser,FRA-01,,\r\n',
      );
    });
    await test.step('names are pasted by lines, removed, restored and discarded', async () => {
      const entries = accounts.getByRole('list', { name: 'Own names of service accounts' });
      const input = accounts.getByLabel('Own names and patterns');
      await input.fill('old1; old2');
      await input.press('Enter');
      await page.getByRole('button', { name: 'Save changes' }).click();
      await expectToast(page, 'Settings saved');
      await page.evaluate(`navigator.clipboard.writeText('batch1\\r\\nbatch2\\nsa_*\\n')`);
      await input.focus();
      await page.keyboard.press('ControlOrMeta+v');
      await expect(input).toHaveValue('batch1, batch2, sa_*');
      await input.press('Enter');
      await expect(entries.locator('> li')).toHaveCount(6);
      await accounts.getByRole('button', { name: 'Remove batch2' }).click();
      await expect(entries.locator('> li')).toHaveCount(5);
      await expect(entries).toBeFocused();
      // What is in force stays in sight until it is saved.
      await accounts.getByRole('button', { name: 'Remove old1' }).focus();
      await page.keyboard.press('Enter');
      await expect(bar).toContainText('3 unsaved changes');
      await expect(accounts.getByRole('button', { name: 'Restore old1' })).toBeFocused();
      await page.keyboard.press('Enter');
      await expect(accounts.getByRole('button', { name: 'Remove old1' })).toBeFocused();
      await expect(bar).toContainText('2 unsaved changes');
      await page.getByRole('button', { name: 'Discard' }).click();
      await expect(entries.locator('> li')).toHaveCount(3);
      await expect(page.getByRole('button', { name: 'Save changes' })).toBeDisabled();
    });
  });
});

test.describe('when someone else has saved', () => {
  test.use({ expectedMessages: /409/ });

  test('nothing is overwritten; a member reads the names and changes none', async ({
    signedIn: page,
    scout,
    organization,
    context,
  }) => {
    await test.step('nothing is overwritten', async () => {
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
      await other.close();
    });
    await test.step('a member reads the names and changes none', async () => {
      await signInAs(page, organization, await addPerson(scout, organization, 'carla'));
      await page.goto(path);
      await expect(panel(page, 'Service accounts')).toBeVisible();
      await expect(page.getByRole('switch', { name: 'Standard names' }).first()).toBeDisabled();
      await expect(page.getByRole('button', { name: 'Save changes' })).toHaveCount(0);
      await expect(page.getByLabel('Own names and patterns')).toHaveCount(0);
      await expect(page.getByRole('button', { name: 'Import names…' })).toHaveCount(0);
      expect(await describeFaults(axeOn(page))).toEqual([]);
    });
  });
});
