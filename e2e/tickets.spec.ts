import { readyServiceNow } from '@scout/server/modules/alerts/tickets/testing/systems';
import { seedCase } from '@scout/testkit/seedCase';
import { axeOn, describeFaults } from './support/axe.ts';
import { expect, test } from './support/fixtures.ts';
import { expectToast } from './support/toast.ts';
import { expectFits } from './support/widths.ts';

const time = (at: number) => new Date(at).toISOString().slice(0, 19).replace('T', ' ');

test.describe('an admin', () => {
  test.use({ expectedMessages: /status of 409/ });

  test('connects ServiceNow, sees the ticket of a case and its state, and closes it with a change', async ({
    signedIn: page,
    scout,
    organization,
  }) => {
    await using system = await readyServiceNow();
    const { tenantId } = organization;
    await page.goto('/settings/notifications');
    const panel = page.getByRole('region', { name: 'Channels' });
    await panel.getByRole('button', { name: 'New channel' }).click();
    const adding = page.getByRole('dialog', { name: 'New channel' });
    await adding.getByRole('combobox', { name: 'Kind' }).click();
    await page.getByRole('option', { name: 'ServiceNow' }).click();
    await adding.getByLabel('Address').fill(system.channel.url);
    await adding.getByLabel('Name', { exact: true }).fill('Service desk');
    await adding.getByRole('button', { name: 'Add channel' }).click();
    await expect(adding.getByText('Fill this in')).toHaveCount(2);
    await adding.getByLabel('User name').fill(system.channel.settings.user);
    await adding.getByRole('textbox', { name: 'Password' }).fill(system.channel.credential);
    await adding.getByRole('switch', { name: 'Check change numbers here' }).click();
    expect(await describeFaults(axeOn(page))).toEqual([]);
    await adding.getByRole('button', { name: 'Add channel' }).click();
    await expectToast(page, 'Channel added');
    await panel.getByRole('button', { name: 'Open the channel Service desk' }).click();
    const drawer = page.getByRole('dialog', { name: 'Service desk' });
    await drawer.getByRole('button', { name: 'Test connection' }).click();
    await expect(drawer.getByText('Delivered (200)')).toBeVisible();
    expect(await page.content()).not.toContain(system.channel.credential);
    await page.keyboard.press('Escape');

    const now = Date.now();
    const number = await seedCase(
      async (sql, values) => ({ rows: await scout.asOwner(sql, values) }),
      tenantId,
      { kind: 'new-source', destinations: ['PRD-SQL01'], lastSeen: new Date(now) },
    );
    await scout.asOwner(
      `INSERT INTO scout.alert_steps (tenant_id, case_id, step, occurred_at, noted_at, is_history, due_at)
       SELECT tenant_id, case_id, 'opened', $3::timestamptz, $3::timestamptz, false, $3::timestamptz FROM scout.cases
       WHERE tenant_id = $1 AND number = $2`,
      [tenantId, number, new Date(now)],
    );
    await expect.poll(() => system.tickets().length).toBe(1);
    system.act('acknowledged', 'Ada Lovelace');
    await scout.asOwner('UPDATE scout.tickets SET due_at = $2 WHERE tenant_id = $1', [
      tenantId,
      new Date(now),
    ]);
    await expect
      .poll(() => scout.asOwner('SELECT state FROM scout.tickets WHERE tenant_id = $1', [tenantId]))
      .toEqual([{ state: 'acknowledged' }]);
    // Only links of encrypted systems are shown.
    await scout.asOwner('UPDATE scout.tickets SET url = $2 WHERE tenant_id = $1', [
      tenantId,
      'https://northwind.service-now.com/nav_to.do',
    ]);
    await page.goto(`/cases/${number}`);
    const ticket = page.getByRole('list', { name: 'Tickets' }).getByRole('listitem');
    await expect(ticket).toContainText('ServiceNow INC0010001 · acknowledged by Ada Lovelace');
    await expect(ticket.getByRole('link', { name: 'INC0010001' })).toHaveAttribute(
      'href',
      'https://northwind.service-now.com/nav_to.do',
    );
    await expect(page.getByText('Acknowledged in ServiceNow by Ada Lovelace (INC0010001).')).toBeVisible();
    expect(await describeFaults(axeOn(page))).toEqual([]);

    const hour = 3_600_000;
    const window = { start_date: time(now - hour), end_date: time(now + hour) };
    system.server.addChange({ number: 'CHG0030001', cmdb_ci: 'PRD-SQL02', ...window });
    system.server.addChange({ number: 'CHG0030002', cmdb_ci: 'PRD-SQL01', ...window });
    await page.getByRole('button', { name: 'Close…' }).click();
    const closing = page.getByRole('dialog', { name: 'Close this case' });
    await closing.getByRole('combobox', { name: /What was it/ }).click();
    await page.getByRole('option', { name: 'Expected use' }).click();
    await closing.getByRole('textbox', { name: /Why/ }).fill('The database was moved.');
    await closing.getByLabel('Change number').fill('CHG0030001');
    await expectFits(page, 'closing a case');
    await closing.getByRole('button', { name: 'Close case' }).click();
    await expectToast(page, 'The case was not closed');
    await expect(page.getByText(/CHG0030001 in ServiceNow is about other machines/).first()).toBeVisible();
    await closing.getByLabel('Change number').fill('CHG0030002');
    await closing.getByRole('button', { name: 'Close case' }).click();
    await expectToast(page, 'Case closed');
    await expect(page.getByText(/^Change CHG0030002 in ServiceNow: Implement/)).toBeVisible();
    await expect.poll(() => system.tickets()[0]?.state).toBe('resolved');
  });
});
