import { keytabOf } from '@scout/directory/testing/keytab';
import { seedDirectory } from '@scout/testkit/seedDirectory';
import { axeOn, describeFaults } from './support/axe.ts';
import { expect, test } from './support/fixtures.ts';
import { addPerson, signInAs } from './support/people.ts';
import { panel, rows } from './support/table.ts';
import { expectToast } from './support/toast.ts';
import { expectFits } from './support/widths.ts';

const PASSWORD = 'reader-secret-4711';

test.describe('Directories', () => {
  test.use({ expectedMessages: /status of 400/ });

  test('an admin adds one, reads why it fails, syncs and removes it; its password is never shown', async ({
    signedIn: page,
    scout,
    organization,
  }) => {
    await page.goto('/settings/directory');
    const directories = panel(page, 'Directories');
    await expect(directories.getByText('No directory yet')).toBeVisible();
    await directories.getByRole('button', { name: 'New directory' }).click();
    const dialog = page.getByRole('dialog', { name: 'New directory' });
    const add = () => dialog.getByRole('button', { name: 'Add directory' }).click();
    await add();
    for (const text of [
      'Give the directory a name',
      'Give the account that signs in',
      'Password is required',
    ])
      await expect(dialog.getByText(text)).toBeVisible();
    await dialog.getByLabel('Name', { exact: true }).fill('Corp');
    await dialog.getByLabel('Domain controller').fill('https://dc1.corp.example');
    await dialog.getByLabel('Signs in as').fill('reader@corp.example');
    await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await add();
    await expect(
      dialog.getByText('Give an address such as ldaps://dc1.corp.example:636.', { exact: true }),
    ).toBeVisible();
    expect(await describeFaults(axeOn(page))).toEqual([]);
    await dialog.getByLabel('Domain controller').fill('ldaps://192.168.4.1');
    await add();
    await expectToast(page, 'Add failed');
    await dialog.getByLabel('Domain controller').fill('ldaps://127.0.0.1:9');
    await add();
    await expectToast(page, 'Directory added');

    const failure = directories.getByRole('status').filter({ hasText: 'Corp could not be read' });
    await expect(failure).toContainText(
      'The controller could not be reached (ECONNREFUSED). Nothing was read of it so far.',
    );
    await expect
      .poll(() => rows(directories))
      .toMatchObject([{ Directory: 'Corp', State: 'Failing', 'Last read': 'Never', Accounts: '0' }]);
    expect(await page.content()).not.toContain(PASSWORD);

    await directories.getByRole('button', { name: 'New directory' }).click();
    await dialog.getByLabel('Name', { exact: true }).fill('By keytab');
    await dialog.getByLabel('Domain controller').fill('ldaps://127.0.0.1:9');
    await dialog.getByRole('radio', { name: 'Keytab' }).check();
    await dialog.getByLabel('Signs in as').fill('scout-reader@CORP.EXAMPLE');
    await add();
    await expect(dialog.getByText('Choose a keytab of at most 16 KiB')).toBeVisible();
    const file = (bytes: Buffer) => ({
      name: 'scout.keytab',
      mimeType: 'application/octet-stream',
      buffer: bytes,
    });
    await dialog.getByLabel('Keytab file').setInputFiles(file(Buffer.from('no keytab')));
    await add();
    await expectToast(page, 'This is not a keytab (version 2) that Scout can read.');
    await dialog.getByLabel('Keytab file').setInputFiles(file(keytabOf([{}])));
    expect(await describeFaults(axeOn(page))).toEqual([]);
    await add();
    await expect(dialog).toHaveCount(0);
    await expect
      .poll(() => rows(directories))
      .toMatchObject([{ Directory: 'Corp' }, { Directory: 'By keytab', State: 'Failing' }]);
    await directories.getByRole('button', { name: 'Remove the directory By keytab' }).click();
    await page
      .getByRole('dialog', { name: 'Remove By keytab?' })
      .getByRole('button', { name: 'Remove directory' })
      .click();
    await expect.poll(() => rows(directories)).toMatchObject([{ Directory: 'Corp' }]);

    await seedDirectory((sql, values) => scout.asOwner(sql, values), organization.tenantId, {
      account: 'svc.billing',
      readAt: new Date(Date.now() - 3 * 3_600_000),
    });
    await scout.asOwner(
      `UPDATE scout.directories SET name = 'Old', failing_since = $2, problem = 'The controller is busy.', accounts = 1
       WHERE tenant_id = $1 AND domain IS NOT NULL`,
      [organization.tenantId, new Date()],
    );
    await page.reload();
    await expect(directories.getByRole('status').filter({ hasText: 'Old could not be read' })).toContainText(
      'The controller is busy. What is shown of it was read 3 hr. ago.',
    );
    expect(await describeFaults(axeOn(page))).toEqual([]);
    await expectFits(page, 'directories');

    const [before] = await scout.asOwner(
      `SELECT attempted_at FROM scout.directories WHERE tenant_id = $1 AND name = 'Corp'`,
      [organization.tenantId],
    );
    await directories.getByRole('button', { name: 'Sync now: Corp' }).click();
    await expectToast(page, 'Sync started');
    await expect
      .poll(
        async () =>
          await scout.asOwner(
            `SELECT attempted_at FROM scout.directories WHERE tenant_id = $1 AND name = 'Corp' AND sync_id IS NULL`,
            [organization.tenantId],
          ),
      )
      .not.toEqual([before]);

    await directories.getByRole('button', { name: 'Remove the directory Old' }).click();
    const question = page.getByRole('dialog', { name: 'Remove Old?' });
    await expect(question.getByText('Scout deletes its password, 1 account and 0 computers.')).toBeVisible();
    await question.getByRole('button', { name: 'Remove directory' }).click();
    await expectToast(page, 'Directory removed');
    await expect.poll(() => rows(directories)).toMatchObject([{ Directory: 'Corp' }]);
  });

  test('an admin has an agent read one: who reads it, and that it has not yet, are shown', async ({
    signedIn: page,
    scout,
    organization,
  }) => {
    await scout.asOwner(
      `INSERT INTO scout.agents (tenant_id, machine_id, host, platform, version, credential_hash, enrolled_at, credential_issued_at)
       VALUES ($1, 'm1', 'DC-PROXY', 'linux', '0.1.0', sha256('x'), $2, $2)`,
      [organization.tenantId, new Date()],
    );
    await page.goto('/settings/directory');
    const directories = panel(page, 'Directories');
    await directories.getByRole('button', { name: 'New directory' }).click();
    const dialog = page.getByRole('dialog', { name: 'New directory' });
    await dialog.getByRole('radio', { name: 'An agent' }).check();
    await expect(dialog.getByLabel('Password')).toHaveCount(0);
    const add = () => dialog.getByRole('button', { name: 'Add directory' }).click();
    await add();
    await expect(dialog.getByText('Give the machine of an approved agent')).toBeVisible();
    await dialog.getByLabel('Name', { exact: true }).fill('Branch');
    await dialog.getByLabel('Machine').fill('DC-OTHER');
    await add();
    await expectToast(page, 'Add failed');
    await dialog.getByLabel('Machine').fill('dc-proxy');
    expect(await describeFaults(axeOn(page))).toEqual([]);
    await add();
    await expectToast(page, 'Directory added');
    await expect
      .poll(() => rows(directories))
      .toMatchObject([{ Directory: 'Branch', State: 'Waiting', 'Read by': 'Agent DC-PROXY' }]);
    await scout.asOwner('UPDATE scout.directories SET due_at = $2 WHERE tenant_id = $1', [
      organization.tenantId,
      new Date(Date.now() - 3_600_000),
    ]);
    await page.reload();
    await expect(
      directories.getByRole('status').filter({ hasText: 'Branch could not be read' }),
    ).toContainText('The agent on DC-PROXY did not read the directory when it was due');
    await expectFits(page, 'directories');
  });

  test('a member sees no address and no account of a directory', async ({ page, scout, organization }) => {
    await signInAs(page, organization, await addPerson(scout, organization, 'carla'));
    await page.goto('/settings/directory');
    await expect(panel(page, 'Directories').getByText('Only admins see this')).toBeVisible();
    await expect(page.getByRole('button', { name: 'New directory' })).toHaveCount(0);
  });
});
