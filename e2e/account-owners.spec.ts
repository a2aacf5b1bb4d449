import { seedAccount } from '@scout/testkit/seedAccount';
import { seedCase } from '@scout/testkit/seedCase';
import { axeOn, describeFaults } from './support/axe.ts';
import { expect, test } from './support/fixtures.ts';
import { addPerson, adminApi, signInAs } from './support/people.ts';
import { panel } from './support/table.ts';
import { expectToast } from './support/toast.ts';

// The case of somebody else's account.
test.use({ expectedMessages: /status of 404 .*\/api\/v1\/cases\/2\)/ });

test('an owner of accounts signs in, sees own accounts and cases alone, and approves a contract', async ({
  page,
  scout,
  organization,
}) => {
  test.setTimeout(180_000);
  const owen = await addPerson(scout, organization, 'owen');
  const run = async (sql: string, values: unknown[]) => ({ rows: await scout.asOwner(sql, values) });
  const api = await adminApi(scout, organization);
  const contract = { sources: ['app*'], destinations: [], kinds: [], hours: [] };
  const numbers: number[] = [];
  for (const [account, owner] of [
    ['svc.billing', owen.email.toUpperCase()],
    ['svc.backup', 'Infrastructure team'],
  ] as const) {
    await seedAccount(run, organization.tenantId, account, [
      { time: new Date(), source: 'app1', destination: 'db1' },
    ]);
    await api.accountsUpdate({ account, owner });
    await api.accountContractSave({ account, revision: 0, contract });
    numbers.push(await seedCase(run, organization.tenantId, { account }));
  }
  await api.setMemberRole({ p_tenant_id: organization.tenantId, p_email: owen.email, p_role: 'owner' });
  const refused: string[] = [];
  page.on('response', (response) => {
    if (response.status() >= 400 && response.url().includes('/v1/')) refused.push(response.url());
  });

  await signInAs(page, organization, owen);
  await page.goto('/dashboard');
  await expect(page).toHaveURL('/accounts');
  await expect(page.getByRole('link', { name: 'svc.billing' })).toBeVisible();
  await expect(page.getByText('1 account, ')).toBeVisible();
  await expect(page.getByText('svc.backup')).toHaveCount(0);
  const navigation = page.getByRole('navigation', { name: 'Dashboards' });
  await expect(navigation.getByRole('link')).toHaveText([/^Cases/, 'Accounts']);

  await page.getByRole('link', { name: 'svc.billing' }).click();
  const terms = panel(page, 'Contract');
  await expect(terms.getByText('Draft, not in force.')).toBeVisible();
  await expect(terms.getByRole('button', { name: 'Edit draft' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Edit owner and purpose' })).toHaveCount(0);
  await terms.getByRole('button', { name: 'Approve' }).click();
  const dialog = page.getByRole('dialog', { name: 'Approve this contract' });
  await expect(dialog.getByText('No case in 90 days')).toBeVisible();
  await dialog.getByRole('button', { name: 'Approve contract' }).click();
  await expectToast(page, 'Contract approved');
  await expect(terms.getByText(`In force. Approved by ${owen.email}`)).toBeVisible();
  await expect(terms.getByRole('button')).toHaveCount(0);

  await navigation.getByRole('link', { name: 'Cases' }).click();
  const list = page.getByRole('region', { name: 'Cases' });
  await expect(list.getByRole('listitem')).toHaveCount(1);
  await page.goto(`/cases/${numbers[0]}`);
  await expect(
    panel(page, 'Do next').getByText('Your role reads this case and changes nothing.'),
  ).toBeVisible();
  await expect(
    page.getByRole('button', { name: /^(Acknowledge|Close|Assign|Export|Create exception)/ }),
  ).toHaveCount(0);
  expect(await describeFaults(axeOn(page))).toEqual([]);

  await page.goto('/accounts/review');
  await expect(page.getByText('No review is open')).toBeVisible();
  await page.goto('/settings/agent');
  await expect(page).toHaveURL('/accounts');
  await page.goto('/settings');
  await expect(page.getByRole('tab')).toHaveText(['Profile']);
  await page.getByRole('button', { name: /^Account/ }).click();
  await expect(page.getByText(/^Account owner of /)).toBeVisible();
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 360, height: 800 });
  await page.goto('/accounts');
  await expect(page.getByRole('link', { name: 'svc.billing' })).toBeVisible();
  expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
  expect(refused).toEqual([]);

  await page.goto(`/cases/${numbers[1]}`);
  await expect(page.getByText('Case not found')).toBeVisible();
});
