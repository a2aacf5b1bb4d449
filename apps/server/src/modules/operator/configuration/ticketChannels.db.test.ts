import type { TestServer } from '@scout/testkit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Bank, createBank, nothing, startServerThen, stateOf, subjects } from './testing/banks.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServerThen();
});
afterAll(() => server.stop());
const newBank = () => createBank(server);

const jira = `  - name: Desk
    kind: jira
    url: https://northwind.atlassian.net
    credential: { env: SCOUT_CHANNEL_DESK_CREDENTIAL }
    settings:
      user: scout@northwind.example
      project: SEC
      issue_type: Task
      checks_changes: true
      change_type: Change
      approved_statuses: [Approved, Scheduled]
      start_field: customfield_1
      end_field: customfield_2
      machine_field: customfield_3
`;
const pagerDuty = `  - name: Pager
    kind: pagerduty
    url: https://events.pagerduty.com
    credential: { env: SCOUT_CHANNEL_PAGER_CREDENTIAL }
    reading_credential: { env: SCOUT_CHANNEL_PAGER_READING_CREDENTIAL }
`;
const file = (...channels: string[]) => `version: 1\nchannels:\n${channels.join('')}`;
const all = file(
  jira,
  pagerDuty,
  `  - name: On call
    kind: opsgenie
    url: https://api.opsgenie.com
    credential: { file: opsgenie.txt }
`,
  `  - name: Service
    kind: servicenow
    url: https://northwind.service-now.com
    credential: { env: SCOUT_CHANNEL_SERVICE_CREDENTIAL }
    settings: { user: scout, checks_changes: true }
    min_severity: high
    is_active: false
`,
);
const given = {
  'env SCOUT_CHANNEL_DESK_CREDENTIAL': 'desk-credential',
  'env SCOUT_CHANNEL_PAGER_CREDENTIAL': 'pager-credential',
  'env SCOUT_CHANNEL_PAGER_READING_CREDENTIAL': 'reading-credential',
  'file opsgenie.txt': 'oncall-credential',
  'env SCOUT_CHANNEL_ON_CALL_CREDENTIAL': 'oncall-credential',
  'env SCOUT_CHANNEL_SERVICE_CREDENTIAL': 'service credential',
};

/** The sealed credentials of a channel. */
async function sealedOf({ tenantId }: Bank, name: string): Promise<string> {
  const sealed = await server.database.asOwner(async (owner) => {
    const { rows } = await owner.query<{ sealed: string }>(
      `SELECT s.sealed FROM scout.channel_secrets s JOIN scout.channels c USING (tenant_id, channel_id)
       WHERE c.tenant_id = $1 AND c.name = $2`,
      [tenantId, name],
    );
    return rows.map((row) => row.sealed);
  });
  expect(sealed).toHaveLength(1);
  return sealed[0]!;
}
const idOf = async ({ admin }: Bank, name: string) =>
  (await admin.api.channels({})).find((each) => each.name === name)!.channel_id;

it('ticket systems come back as a file that another organization takes, and have the same export then', async () => {
  const [bank, other] = [await newBank(), await newBank()];
  const made = await bank.apply(all, given);
  expect(made).toMatchObject({ problems: [], applied: true });
  expect(subjects(made)).toEqual([
    '+ channels/“Desk”: jira',
    '+ channels/“Pager”: pagerduty',
    '+ channels/“On call”: opsgenie',
    '+ channels/“Service”: servicenow',
  ]);
  const after = await stateOf(bank);
  expect(await bank.apply(all, given)).toEqual(nothing);
  expect(await bank.apply(all, {})).toEqual(nothing);
  expect(await stateOf(bank)).toBe(after);

  const exported = (await bank.exported()).replace(/members:[\s\S]+?(?=sso:)/, '');
  expect(await bank.apply(exported, {})).toEqual(nothing);
  expect(await other.apply(exported, given)).toMatchObject({ problems: [], applied: true });
  expect((await other.exported()).replace(/members:[\s\S]+?(?=sso:)/, '')).toBe(exported);
  expect(await other.apply(exported, given)).toEqual(nothing);
  const settings = async ({ admin }: Bank) =>
    (await admin.api.channels({})).map(({ name, settings }) => `${name} ${JSON.stringify(settings)}`).sort();
  expect(await settings(other)).toEqual(await settings(bank));
  const shown = JSON.stringify([made, exported, await bank.admin.api.auditLogs({}), server.logLines]);
  for (const secret of Object.values(given)) expect(shown).not.toContain(secret);
});

it('settings and credentials change in place, so that the channel keeps its tickets', async () => {
  const bank = await newBank();
  await bank.apply(file(jira, pagerDuty), given);
  const [desk, pager] = [await idOf(bank, 'Desk'), await idOf(bank, 'Pager')];
  const next = file(
    jira.replace('SEC', 'OPS').replace('[Approved, Scheduled]', '[Approved, Planned]'),
    pagerDuty.replace(/ {4}reading_credential.*\n/, ''),
  );
  const changed = { ...given, 'env SCOUT_CHANNEL_DESK_CREDENTIAL': 'next-credential' };
  const before = await sealedOf(bank, 'Desk');
  const planned = await bank.plan(next, changed);
  expect(subjects(planned)).toEqual([
    '~ channels/“Desk”: settings.project SEC → OPS; settings.approved_statuses added Planned; removed Scheduled; credential replaced',
    '~ channels/“Pager”: reading_credential removed',
  ]);
  expect(await sealedOf(bank, 'Desk')).toBe(before);
  expect(await bank.apply(next, changed)).toEqual({ ...planned, applied: true });
  expect(await sealedOf(bank, 'Desk')).not.toBe(before);
  expect([await idOf(bank, 'Desk'), await idOf(bank, 'Pager')]).toEqual([desk, pager]);
  expect(await bank.apply(next, changed)).toEqual(nothing);
  expect(await bank.apply(next, {})).toEqual(nothing);
  expect(subjects(await bank.plan(next, given))).toEqual(['~ channels/“Desk”: credential replaced']);
  const log = await bank.admin.api.auditLogs({});
  expect(log.filter(({ details }) => details?.name === 'Desk')).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        action: 'channel_changed',
        details: expect.objectContaining({ former_project: 'SEC', project: 'OPS' }),
      }),
      expect.objectContaining({ action: 'channel_secret_rotated' }),
    ]),
  );
  expect(JSON.stringify(log)).not.toContain('next-credential');
});

it('a credential that cannot be read any more is replaced, and asked for', async () => {
  const bank = await newBank();
  await bank.apply(file(jira), given);
  const id = await idOf(bank, 'Desk');
  await server.database.asOwner((owner) =>
    owner.query(`UPDATE scout.channel_secrets SET sealed = 'unreadable' WHERE tenant_id = $1`, [
      bank.tenantId,
    ]),
  );
  expect((await bank.apply(file(jira), {})).problems).toMatchObject([{ line: 6 }]);
  expect(subjects(await bank.apply(file(jira), given))).toEqual(['~ channels/“Desk”: credential replaced']);
  expect(await idOf(bank, 'Desk')).toBe(id);
  expect(await bank.apply(file(jira), {})).toEqual(nothing);
});

it('a stored credential goes to no other address', async () => {
  const bank = await newBank();
  await bank.apply(file(pagerDuty), given);
  const before = await stateOf(bank);
  const elsewhere = file(pagerDuty.replace('events.pagerduty.com', 'elsewhere.example'));
  expect((await bank.apply(elsewhere, {})).problems).toEqual([
    {
      line: 6,
      column: 5,
      message:
        'channels[0].credential: SCOUT_CHANNEL_PAGER_CREDENTIAL is not set. None is stored for this channel and address.',
    },
    {
      line: 7,
      column: 5,
      message:
        'channels[0].reading_credential: SCOUT_CHANNEL_PAGER_READING_CREDENTIAL is not set. None is stored for this channel and address.',
    },
  ]);
  const otherKind = elsewhere.replace('pagerduty', 'opsgenie').replace(/ {4}reading_credential.*\n/, '');
  expect((await bank.apply(otherKind, {})).problems).toMatchObject([{ line: 6 }]);
  expect(await stateOf(bank)).toBe(before);
  const former = await idOf(bank, 'Pager');
  expect(subjects(await bank.apply(elsewhere, given))).toEqual([
    '~ channels/“Pager”: recreated: url https://events.pagerduty.com/ → https://elsewhere.example',
  ]);
  expect(await idOf(bank, 'Pager')).not.toBe(former);
});

it('what is missing or does not fit is a problem with its line, without any value', async () => {
  const bank = await newBank();
  const before = await stateOf(bank);
  const messages = async (text: string, values: Record<string, string> = {}) => {
    const { problems, applied } = await bank.apply(text, values);
    expect(applied).toBe(false);
    expect(JSON.stringify(problems)).not.toContain('a secret');
    return problems.map(({ line, message }) => `${line} ${message}`);
  };
  expect(await messages(file(jira))).toEqual([
    '6 channels[0].credential: SCOUT_CHANNEL_DESK_CREDENTIAL is not set. None is stored for this channel and address.',
  ]);
  expect(await messages(file(jira), { 'env SCOUT_CHANNEL_DESK_CREDENTIAL': 'a secret' })).toEqual([
    '6 channels[0].credential: A key has no spaces and no accents.',
  ]);
  expect(await messages(file(jira.replace(/ {6}project.*\n/, '')))).toEqual([
    '7 channels[0].settings.project: This is missing.',
  ]);
  expect(await messages(file(jira.replace('project: SEC', 'token: a secret')))).toContainEqual(
    expect.stringMatching(/^9 channels\[0\]\.settings\.token: There is no such setting/),
  );
  expect(await messages(file(jira.replace(/ {4}credential.*\n/, '')))).toEqual([
    '3 channels[0].credential: This is missing.',
  ]);
  expect(await messages(file(jira.replace('{ env: SCOUT_CHANNEL_DESK_CREDENTIAL }', 'a secret')))).toEqual([
    '6 channels[0].credential: Give a reference: {env: NAME} or {file: PATH}.',
  ]);
  expect(await messages(file(jira.replace('kind: jira', 'kind: webhook')))).toEqual([
    expect.stringContaining('Only ticket systems have a credential and settings.'),
  ]);
  expect(await stateOf(bank)).toBe(before);
});
