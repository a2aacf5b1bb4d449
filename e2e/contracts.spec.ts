import { type ActivityState, seedAccount } from '@scout/testkit/seedAccount';
import { seedCase } from '@scout/testkit/seedCase';
import { axeOn, describeFaults } from './support/axe.ts';
import { expect, test } from './support/fixtures.ts';
import { goWithin } from './support/goWithin.ts';
import type { Organization } from './support/organization.ts';
import { addPerson, adminApi, signInAs } from './support/people.ts';
import type { Scout } from './support/scout.ts';
import { networkLogon } from './support/securityLog.ts';
import { panel } from './support/table.ts';
import { expectToast } from './support/toast.ts';
import { expectFits } from './support/widths.ts';

const DAY = 86_400_000;
const HOUR = 3_600_000;
const today = Math.floor(Date.now() / DAY) * DAY;
/** Hours that the pages in Zurich are ahead of UTC now. */
const ahead = Number(
  new Intl.DateTimeFormat('en', { timeZone: 'Europe/Zurich', timeZoneName: 'shortOffset' })
    .format()
    .match(/GMT\+([0-9]+)$/)![1],
);
/** Hours of UTC as the pages show them. */
const timeOf = (hour: number) => `${String(hour + ahead).padStart(2, '0')}:00`;
const span = (from: number, to: number) => [from, to].map(timeOf).join('–');
const zone = `(UTC+${ahead})`;
const accountPage = '/accounts/account?name=svc.billing';

/** Logons of svc.billing on PRD-SQL01: each night from its own server, and once from a laptop. */
const history = [
  ...[2, 3, 4, 5, 6].map((day) => ({ time: today - day * DAY + 2 * HOUR, from: 'APP-BILL01' })),
  { time: today - 3 * DAY + 14 * HOUR, from: 'FIN-LAPTOP3' },
].map(({ time, from }) => networkLogon({ time, from, account: 'svc.billing', server: 'PRD-SQL01' }));

/** The same as stored by the assessor. */
const activity: ActivityState[] = history.map(({ time, data }) => ({
  time: new Date(time as number),
  source: data.WorkstationName!.toLowerCase(),
  destination: 'prd-sql01',
}));

test('a contract is proposed from activity, tried, edited and approved; a breach becomes a case', async ({
  signedIn: page,
  scout,
  organization,
}) => {
  test.setTimeout(180_000);
  await organization.ship(history);
  const api = await adminApi(scout, organization);
  const known = () => api.accountsRead({ account: 'svc.billing' }).catch(() => null);
  await expect.poll(async () => (await known())?.sources.length, { timeout: 90_000 }).toBe(2);
  await page.goto('/accounts');
  await page.getByRole('link', { name: 'svc.billing' }).click();
  const machines = panel(page, 'Comes from').getByRole('listitem');
  await expect(machines).toHaveText([/APP-BILL01/, /FIN-LAPTOP3/]);

  const contract = panel(page, 'Contract');
  await contract.getByRole('button', { name: 'Propose a contract' }).click();
  await expect(contract.getByRole('textbox', { name: 'Comes from' })).toHaveValue('APP-BILL01');
  await expect(contract.getByRole('textbox', { name: 'Goes to' })).toHaveValue('PRD-SQL01');
  await expect(contract.getByRole('checkbox', { name: 'Network logon', exact: true })).toBeChecked();
  for (const hour of [1, 2, 3]) {
    const box = contract.getByRole('checkbox', { name: timeOf(hour) });
    await expect(box).toBeChecked();
    await box.uncheck();
  }
  await contract.getByRole('button', { name: 'Test on the last 90 days' }).click();
  await expect(contract.getByText('1 case in 90 days: 1 of 6 events is outside it.')).toBeVisible();
  await expect(contract.getByRole('list', { name: 'Newest cases' }).getByRole('listitem')).toHaveText([
    /Outside its contract: from FIN-LAPTOP3× 1/,
  ]);
  await contract.getByRole('textbox', { name: 'Comes from' }).fill('app-*, fin-*');
  await contract.getByRole('button', { name: 'Save draft' }).click();
  await expect(contract.getByText('write one per line')).toBeVisible();
  await contract.getByRole('textbox', { name: 'Comes from' }).fill('APP-*');
  await contract.getByRole('button', { name: 'Save draft' }).click();
  await expectToast(page, 'Draft saved');
  await expect(contract.getByText('Draft, not in force.')).toBeVisible();
  await expect(contract.getByText('APP-*')).toBeVisible();

  await contract.getByRole('button', { name: 'Approve' }).click();
  const dialog = page.getByRole('dialog', { name: 'Approve this contract' });
  await expect(dialog.getByText('1 case in 90 days: 1 of 6 events is outside it.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Approve contract' }).click();
  await expect(contract.getByText(`In force. Approved by ${organization.email}`)).toBeVisible();
  const breach = (machine: string) =>
    panel(page, 'Cases')
      .getByRole('listitem')
      .filter({ has: page.getByText('Outside its contract', { exact: true }) })
      .filter({ hasText: `svc.billing logged on from ${machine} to PRD-SQL01` });
  await expect(breach('FIN-LAPTOP3')).toBeVisible({ timeout: 60_000 });

  await organization.ship([
    networkLogon({ time: Date.now() - 60_000, account: 'svc.billing', server: 'PRD-SQL01', from: 'WS-1042' }),
  ]);
  await breach('WS-1042').getByRole('link', { name: 'svc.billing' }).click({ timeout: 60_000 });
  await expect(page.getByText('Its contract does not permit this source')).toBeVisible();

  await signInAs(page, organization, await addPerson(scout, organization, 'bo'));
  await page.goto(accountPage);
  await expect(contract.getByText(`In force. Approved by ${organization.email}`)).toBeVisible();
  await expect(contract.getByRole('button')).toHaveCount(0);
});

async function seedActivity(scout: Scout, { tenantId }: Organization): Promise<void> {
  const run = async (sql: string, values: unknown[]) => ({ rows: await scout.asOwner(sql, values) });
  const again = { ...activity.at(-1)!, time: new Date(today - 4 * DAY + 14 * HOUR) };
  await seedAccount(run, tenantId, 'svc.billing', [...activity, again]);
  await seedCase(run, tenantId, { firstSeen: again.time });
}

test('a contract is accessible while edited, stays in force beside a draft, and is withdrawn', async ({
  signedIn: page,
  scout,
  organization,
}) => {
  await seedActivity(scout, organization);
  await seedAccount(
    async (sql, values) => ({ rows: await scout.asOwner(sql, values) }),
    organization.tenantId,
    'svc.new',
  );
  const contract = panel(page, 'Contract');
  const dialog = page.getByRole('dialog', { name: 'Approve this contract' });

  await test.step('an account without repeated activity starts with an empty contract, which is not saved', async () => {
    await page.goto('/accounts/account?name=svc.new');
    await contract.getByRole('button', { name: 'Propose a contract' }).click();
    await expectToast(page, 'No contract to propose');
    await contract.getByRole('button', { name: 'Save draft' }).click();
    await expect(contract.getByText('An empty contract permits everything.')).toBeVisible();
  });

  await test.step('axe finds nothing on the editor and its dialog; nothing is wider than a phone', async () => {
    await goWithin(page, accountPage);
    await expect(page.getByRole('heading', { level: 1 })).toContainText('svc.billing');
    await contract.getByRole('button', { name: 'Propose a contract' }).click();
    const leftOut = contract.getByRole('status').filter({ hasText: 'Left out' });
    await expect(leftOut.getByRole('listitem')).toHaveText([
      'Comes from: FIN-LAPTOP3',
      `Hours: ${span(13, 16)} ${zone}`,
    ]);
    await expect(leftOut.getByRole('link', { name: 'C-1' })).toHaveAttribute('href', '/cases/1');
    await expect(contract.getByRole('textbox', { name: 'Comes from' })).toHaveValue('APP-BILL01');
    await contract.getByRole('button', { name: 'Test on the last 90 days' }).click();
    await expect(contract.getByText('in 90 days')).toBeVisible();
    expect(await describeFaults(axeOn(page)), 'editor').toEqual([]);
    await expectFits(page, 'editor');
    await contract.getByRole('button', { name: 'Save draft' }).click();
    await contract.getByRole('button', { name: 'Approve' }).click();
    await expect(dialog.getByText('in 90 days')).toBeVisible();
    expect(await describeFaults(axeOn(page)), 'dialog').toEqual([]);
    await dialog.getByRole('button', { name: 'Approve contract' }).click();
  });

  await test.step('it stays in force while its next draft is edited; a draft is discarded, a contract withdrawn', async () => {
    const inForce = contract.getByRole('region', { name: 'In force' });
    const draft = contract.getByRole('region', { name: 'Draft' });
    await expect(inForce).toContainText(`${span(1, 4)} ${zone}`);

    await inForce.getByRole('button', { name: 'Edit' }).click();
    await contract.getByRole('checkbox', { name: span(14, 15).slice(0, 5) }).check();
    await contract.getByRole('button', { name: 'Save draft' }).click();
    await expect(draft).toContainText(`${span(1, 4)}, ${span(14, 15)} ${zone}`);
    await expect(inForce).toContainText(`${span(1, 4)} ${zone}`);
    await draft.getByRole('button', { name: 'Discard draft' }).click();
    await expect(draft).toHaveCount(0);

    await inForce.getByRole('button', { name: 'Withdraw' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Withdraw contract' }).click();
    await expectToast(page, 'Contract withdrawn');
    await expect(inForce).toHaveCount(0);
    await expect(draft).toContainText(`${span(1, 4)} ${zone}`);
  });
});
