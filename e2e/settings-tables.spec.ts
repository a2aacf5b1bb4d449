import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, test } from './support/fixtures.ts';
import { enrolMachine } from './support/machine.ts';
import { addPerson, adminApi, signInAs } from './support/people.ts';
import { expectColumns, panel, rows } from './support/table.ts';

test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

const clipboard = (page: Page) => page.evaluate<string>('navigator.clipboard.readText()');

/** Opens a table's menu once the previous one, possibly its own, has closed. */
const openMenu = async (page: Page, caption: string) => {
  const name = `Options of ${caption}`;
  await expect(page.getByRole('menu')).toHaveCount(0);
  await page.getByRole('button', { name }).click();
  return page.getByRole('menu', { name });
};

const exportCsv = async (page: Page, caption: string) => {
  const menu = await openMenu(page, caption);
  const download = page.waitForEvent('download');
  await menu.getByRole('menuitem', { name: 'Export CSV' }).click();
  const file = await download;
  const text = await readFile(await file.path(), 'utf8');
  return { name: file.suggestedFilename(), lines: text.replace('\ufeff', '').trimEnd().split('\r\n') };
};

test('lists of people can be sorted, limited to columns, copied and exported, without their buttons', async ({
  signedIn: page,
  organization,
  scout,
}) => {
  const carla = await addPerson(scout, organization, 'carla');
  await page.goto('/settings/organization');
  const members = panel(page, 'Organization members');
  const emails = async () => (await rows(members)).map((row) => row.Email);
  await expect.poll(emails).toEqual([organization.email, carla.email]);
  const heading = members.getByRole('columnheader', { name: 'Email' });
  await heading.getByRole('button').click();
  await expect(heading).toHaveAttribute('aria-sort', 'ascending');
  await heading.getByRole('button').click();
  await expect.poll(emails).toEqual([carla.email, organization.email]);
  await expect(page).toHaveURL('/settings/organization?sort.members=-email');
  await expect(members.getByRole('columnheader', { name: 'Action' }).getByRole('button')).toHaveCount(0);

  // The address of one table does not affect another.
  const admins = panel(page, 'Organization admins');
  await admins.getByRole('columnheader', { name: 'Email' }).getByRole('button').click();
  await expect(page).toHaveURL('/settings/organization?sort.members=-email&sort.admins=email');
  await page.reload();
  await expect.poll(emails).toEqual([carla.email, organization.email]);

  const columns = (await openMenu(page, 'Organization members')).getByRole('menuitemcheckbox');
  await expect(columns).toHaveText(['Email', 'Name', 'Role']);
  await columns.filter({ hasText: 'Name' }).click();
  await page.keyboard.press('Escape');
  await expectColumns(members, ['Email', 'Role', 'Action']);
  const { name, lines } = await exportCsv(page, 'Organization members');
  expect(name).toMatch(/^members-.*\.csv$/);
  expect(lines).toEqual(['Email,Role', `${carla.email},Member`, `${organization.email},Admin`]);

  await members.locator('tr[data-row="0"]').focus();
  await page.keyboard.press('Control+C');
  await expect.poll(() => clipboard(page)).toBe(`${carla.email}\tMember`);
  const ofAdmins = await openMenu(page, 'Organization admins');
  // A single column cannot be deselected.
  await expect(ofAdmins.getByRole('menuitem', { name: 'Copy table' })).toBeVisible();
  await expect(ofAdmins.getByRole('menuitemcheckbox')).toHaveCount(0);
  await ofAdmins.getByRole('menuitem', { name: 'Copy table' }).click();
  await expect.poll(() => clipboard(page)).toBe(`Email\n${organization.email}`);

  await test.step('the audit log, recipients, second factors and sessions too, each with its own texts', async () => {
    const api = await adminApi(scout, organization);
    await api.tenantsUpdate({ alert_recipient_emails: ['soc@northwind.example'] });
    await page.goto('/settings/organization?sort.audit-entries=action');
    await expect(panel(page, 'Audit log').locator('tr[data-row="0"]')).toBeVisible();
    const audit = await exportCsv(page, 'Audit log');
    expect(audit.name).toMatch(/^audit-entries-/);
    expect(audit.lines[0]).toBe('Time,Actor,Action,Target,Details,Address,Device');
    const actions = audit.lines.slice(1).map((line) => line.split(',')[2]);
    expect(actions).toEqual(actions.toSorted());
    expect(new Set(actions).size).toBeGreaterThan(1);
    expect((await exportCsv(page, 'Alert recipient emails')).lines).toEqual([
      'Email',
      'soc@northwind.example',
    ]);

    await api.authFactorsEnrol({
      factor_type: 'totp',
      friendly_name: 'Work phone',
      current_password: organization.password,
    });
    await page.goto('/settings');
    const factors = await exportCsv(page, 'Second factor');
    expect(factors.lines[0]).toBe('Name,Type,Status,Added');
    expect(factors.lines[1]).toMatch(/^Work phone,Authenticator app,Not verified,/);
    await expect(panel(page, 'Active sessions').locator('tr[data-row]')).toHaveCount(2);
    const sessions = await exportCsv(page, 'Active sessions');
    expect(sessions.lines[0]).toBe('Device,Address,Signed in,Last active');
    expect(sessions.lines).toHaveLength(3);
  });
});

test('a member looks at the fleet in an order of their own; a list of tokens holds no token', async ({
  page,
  organization,
  scout,
}) => {
  const admin = await adminApi(scout, organization);
  const { token } = await admin.enrolmentsCreate({ label: 'Laptops', max_uses: 3 });
  await test.step('a member looks at the fleet in an order of their own, also with an agent open, and exports it', async () => {
    for (const host of ['PRD-SQL01', 'APP-BATCH07']) await enrolMachine(scout, token, host);
    await signInAs(page, organization, await addPerson(scout, organization, 'carla'));
    await page.goto('/settings/agent?sort.fleet=-host');
    const fleet = panel(page, 'Fleet');
    const hosts = async () => (await rows(fleet)).map((row) => row.Host);
    await expect.poll(hosts).toEqual(['PRD-SQL01', 'APP-BATCH07']);
    await fleet.getByRole('button', { name: 'APP-BATCH07' }).click();
    await expect(page).toHaveURL(/\?sort\.fleet=-host&agent=/);
    await page.keyboard.press('Escape');
    await expect(page).toHaveURL('/settings/agent?sort.fleet=-host');

    const { name, lines } = await exportCsv(page, 'Fleet');
    expect(name).toMatch(/^fleet-/);
    expect(lines[0]).toBe(
      'State,Host,Why,Platform,Version,Group,Last seen,Lag,Queue,Sent,Rejected,Gaps,Skew,Audit',
    );
    expect(lines.slice(1).map((line) => line.split(',')[1])).toEqual(['PRD-SQL01', 'APP-BATCH07']);
  });
  await test.step('a list of tokens holds no token', async () => {
    await signInAs(page, organization, organization);
    await page.goto('/settings/agent/enrollment');
    await expect(panel(page, 'Enrollment tokens').locator('tr[data-row]')).toHaveCount(1);
    const { lines } = await exportCsv(page, 'Enrollment tokens');
    expect(lines[0]).toBe('Label,State,Machines,Approval,Expires,Created,Created by');
    expect(lines[1]).toMatch(/^Laptops,Open,2 of 3,Not required,/);
    expect(lines.join()).not.toContain(token);
  });
});
