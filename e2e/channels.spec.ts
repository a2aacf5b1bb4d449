import { errors } from '@scout/contract/errors';
import { startReceiver } from '@scout/server/platform/outgoing/testing/receiver';
import { seedAccount } from '@scout/testkit/seedAccount';
import { seedCase } from '@scout/testkit/seedCase';
import { axeOn, describeFaults } from './support/axe.ts';
import { expect, test } from './support/fixtures.ts';
import { addPerson, signInAs } from './support/people.ts';
import { panel, rows } from './support/table.ts';
import { expectToast } from './support/toast.ts';

test.describe('an admin', () => {
  test.use({ expectedMessages: /status of 400/ });

  test('adds channels, tests them, makes a new secret and deletes one', async ({
    signedIn: page,
    organization,
  }) => {
    await using receiver = await startReceiver();
    await page.goto('/settings/notifications');
    const panel = page.getByRole('region', { name: 'Channels' });
    await expect(panel.getByText('No channel yet')).toBeVisible();

    await panel.getByRole('button', { name: 'New channel' }).click();
    const adding = page.getByRole('dialog', { name: 'New channel' });
    await adding.getByRole('button', { name: 'Add channel' }).click();
    await expect(adding.getByText('Give the channel a name')).toBeVisible();
    await expect(adding.getByText(/^An address such as/)).toBeVisible();
    await adding.getByLabel('Address').fill(receiver.url);
    await adding.getByLabel('Name').fill('SIEM');
    await adding.getByRole('combobox', { name: 'Severity' }).click();
    await page.getByRole('option', { name: 'High and critical' }).click();
    await adding.getByRole('textbox', { name: 'Accounts' }).fill('svc.*');
    await adding.getByRole('button', { name: 'Add channel' }).click();
    const made = page.getByRole('dialog', { name: 'Copy this secret now' });
    const first = await made.getByText(/^whsec_/).textContent();
    await made.getByRole('button', { name: 'Done' }).click();

    const row = panel.getByRole('row').filter({ hasText: 'SIEM' });
    for (const text of [receiver.url, 'High and critical', 'svc.*', 'On'])
      await expect(row.getByText(text, { exact: true })).toBeVisible();
    await panel.getByRole('button', { name: 'Open the channel SIEM' }).click();
    const drawer = page.getByRole('dialog', { name: 'SIEM' });
    await expect(drawer.getByText('Nothing sent yet')).toBeVisible();
    await drawer.getByRole('button', { name: 'Send test' }).click();
    await expect(drawer.getByText('Delivered (200)')).toBeVisible();
    expect(receiver.received).toHaveLength(1);
    expect(receiver.received[0]!.headers['webhook-signature']).toMatch(/^v1,/);
    receiver.answer(503);
    await drawer.getByRole('button', { name: 'Send test' }).click();
    await expect(drawer.getByText('Failed. The receiver answered 503.')).toBeVisible();

    await drawer.getByRole('button', { name: 'New secret' }).click();
    const second = await drawer.getByText(/^whsec_/).textContent();
    expect(second).not.toBe(first);
    await drawer.getByRole('switch', { name: 'Send cases to this channel' }).click();
    await expectToast(page, 'Channel saved');
    expect(await describeFaults(axeOn(page))).toEqual([]);
    await page.reload();
    await expect(row.getByText('Off', { exact: true })).toBeVisible();
    await expect(page.getByText(/whsec_/)).toHaveCount(0);

    await panel.getByRole('button', { name: 'Open the channel SIEM' }).click();
    await drawer.getByRole('button', { name: 'Delete channel' }).click();
    await page
      .getByRole('dialog', { name: 'Delete this channel?' })
      .getByRole('button', { name: 'Delete' })
      .click();
    await expectToast(page, 'Channel deleted');
    await expect(panel.getByText('No channel yet')).toBeVisible();

    await test.step('a channel of Slack for a kind of finding; its address is not shown again', async () => {
      await panel.getByRole('button', { name: 'New channel' }).click();
      const adding = page.getByRole('dialog', { name: 'New channel' });
      await adding.getByRole('combobox', { name: 'Kind' }).click();
      await page.getByRole('option', { name: 'Slack' }).click();
      await adding.getByLabel('Address').fill(`${receiver.url}/services/T0/B0/secret`);
      await adding.getByLabel('Name').fill('SOC');
      await adding.getByRole('checkbox', { name: 'Security log cleared' }).check();
      await adding.getByRole('button', { name: 'Add channel' }).click();
      await expectToast(page, 'Channel added');
      const row = panel.getByRole('row').filter({ hasText: 'SOC' });
      for (const text of ['Slack', `${new URL(receiver.url).origin}/…`, 'Security log cleared'])
        await expect(row.getByText(text, { exact: true })).toBeVisible();
      await panel.getByRole('button', { name: 'Open the channel SOC' }).click();
      const drawer = page.getByRole('dialog', { name: 'SOC' });
      await expect(drawer.getByRole('button', { name: 'New secret' })).toHaveCount(0);
      await expect(drawer.getByRole('checkbox', { name: 'Security log cleared' })).toBeChecked();
      const before = receiver.received.length;
      receiver.answer(200);
      await drawer.getByRole('button', { name: 'Send test' }).click();
      await expect(drawer.getByText('Delivered (200)')).toBeVisible();
      expect(receiver.received.slice(before).map(({ path }) => path)).toEqual([
        '/hook/services/T0/B0/secret',
      ]);
      expect(await page.content()).not.toContain('/services/');
      await page.keyboard.press('Escape');
      await expect(drawer).toHaveCount(0);
    });

    await test.step('an address inside the network is refused with a reason', async () => {
      await page.getByRole('button', { name: 'New channel' }).click();
      const adding = page.getByRole('dialog', { name: 'New channel' });
      await adding.getByLabel('Address').fill('https://169.254.169.254/latest');
      await adding.getByLabel('Name').fill('Metadata');
      await adding.getByRole('button', { name: 'Add channel' }).click();
      await expectToast(page, 'Channel not added');
      await expectToast(page, errors.channel_address.message);
    });

    await test.step('an organization without a subscription has no channels', async () => {
      await organization.setSubscribed(false);
      await page.reload();
      await expect(page.getByRole('region', { name: 'Alert recipients' })).toBeVisible();
      await expect(panel).toHaveCount(0);
    });
  });
});

test('a member sees how many alerts there were, about what, and what kept them few, and no channels', async ({
  page,
  scout,
  organization,
}) => {
  const { tenantId } = organization;
  const run = async (sql: string, values: unknown[]) => ({ rows: await scout.asOwner(sql, values) });
  for (const name of ['svc.billing', 'svc.etl']) await seedAccount(run, tenantId, name);
  const number = await seedCase(run, tenantId, { kind: 'new-source', severity: 'high' });
  await seedCase(run, tenantId, { account: 'svc.etl', kind: 'new-source' });
  await scout.asOwner(
    `WITH reported AS (SELECT tenant_id, case_id FROM scout.cases WHERE tenant_id = $1 AND number = $2),
       steps AS (INSERT INTO scout.alert_steps (tenant_id, case_id, step, occurred_at, noted_at, is_history, due_at, planned_at)
         SELECT tenant_id, case_id, step, $3::timestamptz, $3::timestamptz, false, $3::timestamptz, $3::timestamptz
         FROM reported, unnest(ARRAY['opened', 'severity:high']) AS step),
       mail AS (INSERT INTO scout.alert_messages (tenant_id, email, case_id, kind, severity, created_at, due_at, outcome, settled_at, mail_id)
         SELECT tenant_id, 'soc@northwind.example', case_id, 'opened', 'high', $3::timestamptz, $3::timestamptz, 'sent', $3::timestamptz, gen_random_uuid() FROM reported),
       channel AS (INSERT INTO scout.channels (tenant_id, name, url, min_severity, created_at, created_by)
         VALUES ($1, 'SIEM', 'https://siem.example/', 'low', $3::timestamptz, 'ada@northwind.example') RETURNING tenant_id, channel_id)
     INSERT INTO scout.channel_deliveries (tenant_id, channel_id, case_id, case_number, kind, body, created_at, due_at, outcome, settled_at)
     SELECT tenant_id, channel_id, case_id, $2, 'opened', '{}', $3::timestamptz, $3::timestamptz, 'delivered', $3::timestamptz FROM channel JOIN reported USING (tenant_id)`,
    [tenantId, number, new Date()],
  );
  await scout.asOwner(
    `WITH made AS (INSERT INTO scout.case_exceptions (tenant_id, exception_id, account_key, starts_at, ends_at, reason, created_by)
         VALUES ($1, gen_random_uuid(), 'svc.etl', $2::timestamptz, $2::timestamptz + interval '1 day', 'Restore test', 'ada@northwind.example')
         RETURNING tenant_id, exception_id),
       permitted AS (UPDATE scout.cases SET excused = true WHERE tenant_id = $1 AND account_key = 'svc.etl' RETURNING case_id)
     UPDATE scout.findings SET excused_by = exception_id FROM made, permitted
     WHERE findings.tenant_id = $1 AND findings.case_id = permitted.case_id`,
    [tenantId, new Date()],
  );
  await signInAs(page, organization, await addPerson(scout, organization, 'carla'));
  await page.goto('/settings/notifications');
  await expect(page.getByRole('region', { name: 'Alert recipients' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Channels' })).toHaveCount(0);
  const figures = panel(page, 'Alerts sent');
  for (const [label, value] of [
    ['Per 1,000 accounts per day', '1,000'],
    ['Alerts', '2'],
    ['Silenced findings', '1'],
  ] as const)
    await expect(
      figures
        .getByRole('term')
        .filter({ hasText: new RegExp(`^${label}$`) })
        .locator('+ dd'),
    ).toContainText(value);
  const rowsOf = (title: string) => rows(panel(page, title));
  const rate = 'Per 1,000 a day';
  await expect
    .poll(() => rowsOf('By channel'))
    .toEqual([
      { Channel: 'Email', Alerts: '1', [rate]: '500' },
      { Channel: 'SIEM (Webhook)', Alerts: '1', [rate]: '500' },
    ]);
  await expect.poll(() => rowsOf('By rule')).toEqual([{ Rule: 'New source', Alerts: '2', [rate]: '1,000' }]);
  await expect
    .poll(() => rowsOf('By threshold'))
    .toEqual([
      { Severity: 'Critical only', Alerts: '0', [rate]: '0' },
      ...['High and critical', 'Medium and above', 'All'].map((Severity) => ({
        Severity,
        Alerts: '1',
        [rate]: '500',
      })),
    ]);
  await expect
    .poll(() => rowsOf('Silenced by exceptions'))
    .toEqual([{ Account: 'svc.etl', Reason: 'Restore test', Findings: '1', 'Cases not sent': '1' }]);
  expect(await describeFaults(axeOn(page))).toEqual([]);
});
