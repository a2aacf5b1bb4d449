import type { Page } from '@playwright/test';
import { startAgent } from './support/agent.ts';
import { axeOn, describeFaults } from './support/axe.ts';
import { expect, test } from './support/fixtures.ts';
import { goWithin } from './support/goWithin.ts';
import { enrolMachine, enrolmentToken } from './support/machine.ts';
import { addPerson, adminApi, signInAs } from './support/people.ts';
import { expectColumns, panel, rows } from './support/table.ts';
import { expectToast } from './support/toast.ts';
import { expectFits } from './support/widths.ts';

const audit = { process_creation: 'on', command_lines: 'on', logons: 'on' };
const sources = [{ name: 'Security', state: 'reading', message: null }];
const gap = (reason: string, missing: number | null) => ({
  gap_id: crypto.randomUUID(),
  source: 'Security',
  reason,
  from_record: '8812341',
  to_record: '8813546',
  missing,
  happened_at: new Date(Date.now() - 600_000).toISOString(),
});

const fleet = (page: Page) => panel(page, 'Fleet');
/** The open drawer; messages in passing are dialogs too. */
const details = (page: Page) => page.getByRole('dialog').and(page.locator(':not([data-type])'));

/** State, host and reason of every row. */
const fleetRows = async (page: Page) =>
  (await rows(fleet(page))).map(({ State, Host, Why }) => [State, Host, Why]);

test('a real agent appears with its report, is blocked once revoked, and resumes by itself once released', async ({
  signedIn: page,
  scout,
  organization,
}) => {
  await page.goto('/settings/agent');
  await test.step('without agents the page says how to add one', async () => {
    await expect(fleet(page).getByText('No agent is enrolled yet')).toBeVisible();
  });
  await using agent = await startAgent(scout.url, await enrolmentToken(scout, organization), 'PRD-SQL01');
  const api = await adminApi(scout, organization);
  const states = async () => (await api.agents({})).map(({ state }) => state);
  await expect.poll(states).toEqual(['healthy']);
  await page.reload();
  await expect
    .poll(() => rows(fleet(page)))
    .toMatchObject([{ State: 'Healthy', Host: 'PRD-SQL01', Why: '–', Queue: '0', Rejected: '0', Gaps: '0' }]);
  await expectColumns(
    fleet(page),
    'State,Host,Why,Platform,Version,Group,Last seen,Lag,Queue,Sent,Rejected,Gaps,Skew,Audit'.split(','),
  );

  await page.getByRole('button', { name: 'PRD-SQL01' }).click();
  await details(page).getByRole('button', { name: 'Revoke agent' }).click();
  const dialog = page.getByRole('dialog', { name: 'Revoke this agent?' });
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toHaveCount(0);
  await details(page).getByRole('button', { name: 'Revoke agent' }).click();
  await dialog.getByRole('button', { name: 'Revoke' }).click();
  await expectToast(page, 'Agent revoked');

  await expect.poll(() => agent.log).toContain('the server has blocked this machine');
  await expect(details(page).getByText('Revoked', { exact: true }).first()).toBeVisible();
  await expect(details(page).getByRole('button', { name: 'Revoke agent' })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Revoked 1' }).click();
  await expect.poll(() => rows(fleet(page))).toMatchObject([{ State: 'Revoked', Host: 'PRD-SQL01' }]);

  await page.getByRole('button', { name: 'PRD-SQL01' }).click();
  await details(page).getByRole('button', { name: 'Release machine' }).click();
  const release = page.getByRole('dialog', { name: 'Release this machine?' });
  await release.getByRole('switch', { name: 'Accept its existing credential' }).click();
  await release.getByRole('button', { name: 'Release' }).click();
  await expectToast(page, 'Machine released');
  await expect.poll(states).toEqual(['healthy']);
  await page.goto('/settings/agent');
  await expect.poll(() => rows(fleet(page))).toMatchObject([{ State: 'Healthy', Host: 'PRD-SQL01' }]);
  await expect.poll(() => agent.log).toContain('accepts this machine again');
});

test('an admin decides about machines that wait and identities in conflict; a member sees the fleet', async ({
  signedIn: page,
  scout,
  organization,
}) => {
  const downloads = await enrolmentToken(scout, organization, 'Download for linux');
  // Leaves its token like a non-admin's download.
  await scout.asOwner(
    'UPDATE scout.enrolment_tokens SET needs_approval = true, created_by = $2 WHERE tenant_id = $1',
    [organization.tenantId, 'carla@northwind.example'],
  );
  const known = await enrolMachine(scout, downloads, 'FIN-LAPTOP3');
  const unknown = await enrolMachine(scout, downloads, 'WS-1042');
  for (const machine of [known, unknown]) await machine.beat({ audit, sources });
  const token = await enrolmentToken(scout, organization);
  const cloned = await enrolMachine(scout, token, 'PRD-SQL01');
  const [one, two] = [crypto.randomUUID(), crypto.randomUUID()];
  for (const instance_id of [one, two, one]) await cloned.beat({ audit, sources, instance_id });
  const copied = await enrolMachine(scout, token, 'PROD-LEDGER-02');
  await copied.beat({ audit, sources });
  await expect(enrolMachine(scout, token, 'EVIL-01', { machineId: copied.machineId })).rejects.toMatchObject({
    code: 'machine_known',
  });
  await page.goto('/settings/agent');
  await expect
    .poll(() => fleetRows(page))
    .toEqual([
      ['Awaiting approval', 'FIN-LAPTOP3', 'Awaiting approval'],
      ['Awaiting approval', 'WS-1042', 'Awaiting approval'],
      ['Conflict', 'PRD-SQL01', 'Two senders, one identity'],
      ['Conflict', 'PROD-LEDGER-02', 'Enrollment refused'],
    ]);

  await test.step('a machine of a member’s download waits for an admin, who approves or rejects it', async () => {
    await expect(fleet(page).getByText('2 awaiting approval')).toBeVisible();
    await page.getByRole('button', { name: 'FIN-LAPTOP3' }).click();
    const steps = details(page).getByRole('list', { name: 'What to do' });
    await expect(steps).toContainText('Its events wait on the machine; none are stored.');
    await expect(details(page).getByText('by carla@northwind.example')).toBeVisible();
    await expect(details(page).getByText(known.machineId)).toHaveCount(0);
    await details(page).getByRole('button', { name: 'Approve' }).click();
    await expectToast(page, 'Machine approved');
    await expect(details(page).getByRole('button', { name: 'Revoke agent' })).toBeVisible();
    await page.keyboard.press('Escape');

    await page.getByRole('button', { name: 'WS-1042' }).click();
    await details(page).getByRole('button', { name: 'Reject' }).click();
    const dialog = page.getByRole('dialog', { name: 'Reject this machine?' });
    await dialog.getByRole('button', { name: 'Reject' }).click();
    await expectToast(page, 'Machine rejected');
    expect(await unknown.beat()).toBe('credential_revoked');
    await page.keyboard.press('Escape');
    await expect
      .poll(async () => (await fleetRows(page)).map(([state, host]) => [state, host]))
      .toEqual([
        ['Conflict', 'PRD-SQL01'],
        ['Conflict', 'PROD-LEDGER-02'],
        ['Healthy', 'FIN-LAPTOP3'],
      ]);
  });

  await test.step('two machines with one identity are a conflict, and a release is offered', async () => {
    await page.getByRole('button', { name: 'PRD-SQL01' }).click();
    await expect(details(page)).toContainText('Look for a cloned machine or a copied state folder.');
    await expect(details(page).getByRole('button', { name: 'Release machine' })).toHaveCount(0);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'PROD-LEDGER-02' }).click();
    await expect(details(page)).toContainText('It was refused, and this agent keeps working.');
    await details(page).getByRole('button', { name: 'Release machine' }).click();
    const release = page.getByRole('dialog', { name: 'Release this machine?' });
    await release.getByRole('button', { name: 'Release' }).click();
    await expectToast(page, 'Machine released');
    await enrolMachine(scout, token, 'PROD-LEDGER-02', { machineId: copied.machineId });
  });

  await test.step('a member sees the fleet, without tokens and decisions', async () => {
    await signInAs(page, organization, await addPerson(scout, organization, 'carla'));
    await page.goto('/settings/agent');
    await page.getByRole('button', { name: 'PRD-SQL01' }).click();
    await expect(details(page).getByRole('heading', { name: 'Collection' })).toBeVisible();
    await expect(details(page).getByRole('button', { name: /Revoke|Approve|Reject|Release/ })).toHaveCount(0);
    await page.keyboard.press('Escape');
    await goWithin(page, '/settings/agent/enrollment');
    await expect(page.getByRole('heading', { name: 'Windows', exact: true })).toBeVisible();
    await expect(panel(page, 'Enrollment tokens')).toHaveCount(0);
  });
});

test('agents with problems come first, and their details say what to do', async ({
  signedIn: page,
  scout,
  organization,
}) => {
  const token = await enrolmentToken(scout, organization);
  const well = await enrolMachine(scout, token, 'PRD-SQL01');
  const lossy = await enrolMachine(scout, token, 'PROD-LEDGER-02');
  const deaf = await enrolMachine(scout, token, 'OPS-DESKTOP7', { platform: 'darwin 24.1.0 arm64' });
  const mac = await enrolMachine(scout, token, 'OPS-DESKTOP8', { platform: 'darwin 24.1.0 arm64' });
  const gone = await enrolMachine(scout, token, 'WS-1042');
  const since = new Date(Date.now() - 60_000).toISOString();
  await well.beat({
    audit,
    sources,
    names: { key: null, applied: { etag: 'x', version: 0, since }, refused: null },
    gaps: [{ ...gap('names_changed', null), from_record: 'names 0', to_record: 'names 1' }],
  });
  await lossy.beat({
    audit: { ...audit, command_lines: 'off', off_for_cases: ['Special Logon', 'Credential Validation'] },
    sources,
    gaps: [gap('log_rolled_over', 1204), gap('log_cleared', null)],
    sent_at: new Date(Date.now() + 187_000).toISOString(),
  });
  await deaf.beat({
    sources: [{ name: 'unified log', state: 'failed', message: 'Operation not permitted' }],
  });
  await mac.beat({
    audit: { process_creation: 'not_read', command_lines: 'not_read', logons: 'on' },
    sources: [{ name: 'macos:', state: 'reading', message: null }],
  });
  await gone.beat({ audit, sources });
  await scout.asOwner(`UPDATE scout.agents SET last_seen_at = $2 WHERE agent_id = $1`, [
    gone.agentId,
    new Date(Date.now() - 3_600_000),
  ]);

  await page.goto('/settings/agent');
  await expect
    .poll(() => fleetRows(page))
    .toEqual([
      ['Silent', 'WS-1042', 'Not heard from'],
      ['Attention', 'OPS-DESKTOP7', 'Cannot read a log'],
      ['Attention', 'PROD-LEDGER-02', 'Log cleared +3'],
      ['Partial', 'OPS-DESKTOP8', 'Process starts not read'],
      ['Healthy', 'PRD-SQL01', '–'],
    ]);
  expect((await rows(fleet(page))).slice(1)).toMatchObject([
    { Platform: 'macOS', Audit: '–' },
    { Platform: 'Windows', Gaps: '2', Skew: '+3 min', Audit: '1 off' },
    { Platform: 'macOS', Audit: 'Partial' },
    { Gaps: '1', Audit: 'On', Sent: '120' },
  ]);
  await expect(fleet(page).getByText('1 of 5 healthy')).toBeVisible();

  await test.step('the details of losses, in the address', async () => {
    await page.getByRole('button', { name: 'PROD-LEDGER-02' }).click();
    await expect(page).toHaveURL(`/settings/agent?agent=${lossy.agentId}`);
    const steps = details(page).getByRole('list', { name: 'What to do' }).getByRole('listitem');
    await expect(steps).toHaveCount(4);
    await expect(steps.nth(0)).toContainText('event 1102 names the account');
    await expect(steps.nth(1)).toContainText('at least 1,204 events could not be read');
    await expect(steps.nth(2)).toContainText('This machine does not record: Command lines.');
    await expect(steps.nth(3)).toContainText('3 min ahead');
    await expect(details(page).getByText('Off: Special Logon, Credential Validation')).toBeVisible();
    await expect(details(page).getByText('Overwritten before read')).toBeVisible();
    await expect(details(page).getByText('8812341 → 8813546').first()).toBeVisible();
    await page.reload();
    await expect(details(page).getByText('Overwritten before read')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page).toHaveURL('/settings/agent');
  });

  await test.step('a machine says by which names it selects events, and what it left out', async () => {
    const selection = () => details(page).getByText('Names of service accounts').locator('..');
    await page.getByRole('button', { name: 'PRD-SQL01' }).click();
    await expect(selection()).toContainText('Current');
    await expect(selection()).toContainText('The default names');
    await expect(selection()).toContainText('earlier events are not read again');
    await expect(details(page).getByText('Names changed: earlier events were left out')).toBeVisible();
    await page.keyboard.press('Escape');
    const refused = { etag: 'y', message: 'The names are for another machine.' };
    await gone.beat({ audit, sources, names: { key: 'k', applied: null, refused } });
    await page.reload();
    await expect.poll(() => fleetRows(page)).toContainEqual(['Attention', 'WS-1042', 'Names refused']);
    await page.getByRole('button', { name: 'WS-1042' }).click();
    await expect(details(page).getByRole('list', { name: 'What to do' })).toContainText(
      'The names are for another machine. It sends the events of all accounts but machines.',
    );
    await page.keyboard.press('Escape');
    await gone.beat({ audit, sources });
    await scout.asOwner(`UPDATE scout.agents SET last_seen_at = $2 WHERE agent_id = $1`, [
      gone.agentId,
      new Date(Date.now() - 3_600_000),
    ]);
    await page.reload();
  });

  await test.step('a silent agent has its last contact', async () => {
    await page.getByRole('button', { name: 'WS-1042' }).click();
    await expect(details(page).getByText('Last heard from 1 hr. ago.')).toBeVisible();
    await page.keyboard.press('Escape');
  });

  await test.step('a Mac says that it does not report process starts', async () => {
    await page.getByRole('button', { name: 'OPS-DESKTOP8' }).click();
    await expect(details(page).getByRole('list', { name: 'What to do' })).toContainText(
      'This agent does not report process starts and their command lines.',
    );
    await expect(details(page).getByText('Not read', { exact: true })).toHaveCount(2);
    await page.keyboard.press('Escape');
  });

  await test.step('a state and a text filter the fleet', async () => {
    await page.getByRole('button', { name: 'Healthy 1' }).click();
    await expect.poll(async () => (await rows(fleet(page))).map(({ Host }) => Host)).toEqual(['PRD-SQL01']);
    await page.getByRole('button', { name: 'Healthy 1' }).click();
    await page.getByLabel('Filter agents by host, platform, version, group or tag').fill('ledger');
    await expect
      .poll(async () => (await rows(fleet(page))).map(({ Host }) => Host))
      .toEqual(['PROD-LEDGER-02']);
    await page.getByLabel('Filter agents by host, platform, version, group or tag').fill('nobody');
    await expect(fleet(page).getByText('No agent matches “nobody”')).toBeVisible();
    await fleet(page).getByRole('button', { name: 'Show all' }).click();
    await expect.poll(async () => (await rows(fleet(page))).length).toBe(5);
  });
});

test.describe('enrollment tokens', () => {
  test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

  test('are created, shown once, used and revoked', async ({ signedIn: page, scout }) => {
    await page.goto('/settings/agent/enrollment');
    const tokens = panel(page, 'Enrollment tokens');
    await expect(tokens.getByText('No token yet')).toBeVisible();
    await tokens.getByRole('button', { name: 'New token' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Label').fill('Laptops');
    await dialog.getByLabel('Machines').fill('0');
    await dialog.getByRole('button', { name: 'Create token' }).click();
    await expect(dialog.getByText('A whole number from 1 to 100,000.')).toBeVisible();
    await dialog.getByLabel('Machines').fill('3');
    await dialog.getByRole('button', { name: 'Create token' }).click();
    await expect(dialog.getByRole('heading', { name: 'Copy this token now' })).toBeVisible();
    await dialog.getByRole('button', { name: 'Copy token' }).click();
    await expectToast(page, 'Copied!');
    const token = String(await page.evaluate('navigator.clipboard.readText()'));
    expect(token).toMatch(/^scout_enrol_/);
    await dialog.getByRole('button', { name: 'Done' }).click();
    await expect(dialog).toHaveCount(0);

    await enrolMachine(scout, token, 'FIN-LAPTOP3');
    await page.reload();
    await expect
      .poll(() => rows(tokens))
      .toMatchObject([{ Label: 'Laptops', State: 'Open', Machines: '1 of 3' }]);
    await expect(page.getByText(token)).toHaveCount(0);

    await tokens.getByRole('button', { name: 'Revoke the token Laptops' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await expectToast(page, 'Token revoked');
    await expect.poll(() => rows(tokens)).toMatchObject([{ Label: 'Laptops', State: 'Revoked' }]);
    await expect(enrolMachine(scout, token, 'WS-1042')).rejects.toMatchObject({
      code: 'invalid_enrolment_token',
    });
  });
});

test('the fleet and its details pass axe and fit every screen', async ({
  signedIn: page,
  scout,
  organization,
}) => {
  const token = await enrolmentToken(scout, organization, 'Servers');
  const machine = await enrolMachine(scout, token, `PRD-${'LONG-NAME-'.repeat(12)}01`);
  await machine.beat({ audit: { ...audit, logons: 'off' }, sources, gaps: [gap('spool_full', 7)] });
  const states = { 'WS-1': 'awaiting_approval = $2::timestamptz IS NOT NULL', 'WS-2': 'conflict_at = $2' };
  const released = { 'WS-3': `revoked_at = $2, released_until = $2::timestamptz + interval '1 day'` };
  for (const [host, set] of Object.entries({ ...states, ...released })) {
    const { agentId } = await enrolMachine(scout, token, host);
    await scout.asOwner(`UPDATE scout.agents SET ${set} WHERE agent_id = $1`, [agentId, new Date()]);
  }
  await page.goto(`/settings/agent?agent=${machine.agentId}`);
  await expect(details(page).getByText('Agent’s store full')).toBeVisible();
  expect(await describeFaults(axeOn(page)), 'details').toEqual([]);
  await expectFits(page, 'details');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('group', { name: 'Agents by state' })).toBeVisible();
  expect(await describeFaults(axeOn(page)), 'fleet').toEqual([]);
  await expectFits(page, 'fleet');
});
