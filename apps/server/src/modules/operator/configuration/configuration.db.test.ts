import { readFileSync } from 'node:fs';
import type { TestServer } from '@scout/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Bank,
  createBank,
  exportedSecrets,
  nothing,
  operatorOf,
  secrets,
  startServerThen,
  stateOf,
  subjects,
} from './testing/banks.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServerThen();
});
afterAll(() => server.stop());
const newBank = () => createBank(server);

describe('the example of the document', () => {
  it('is applied, once, with its entries in the log', async () => {
    const bank = await newBank();
    const before = await stateOf(bank);
    const planned = await bank.plan(bank.text);
    expect(planned).toMatchObject({ problems: [], applied: false });
    expect(await stateOf(bank)).toBe(before);

    const made = await bank.apply(bank.text);
    expect(made).toEqual({ ...planned, applied: true });
    expect(subjects(made)).toEqual([
      '~ retention.days: 365 → 400',
      '~ detection.service_accounts.entries: added sa_*, app-runner',
      '~ detection.workstations.standard: true → false',
      '~ detection.workstations.entries: added lt-*',
      '+ contracts/“svc.backup”: sources added bck01, destinations added db*, hours added 1, 2, 3',
      '+ exceptions/“svc.restore”: 2026-12-01T20:00:00Z to 2026-12-03T20:00:00Z: Restore test',
      '+ channels/“SIEM”: webhook',
      '+ channels/“Security room”: slack',
      '+ channels/“Collector”: syslog',
      '+ group_roles/“SOC”: analyst',
      expect.stringMatching(/^~ members\/“kim@.*”: member → auditor$/),
      '+ sso: https://login.northwind.example/realms/staff',
      expect.stringMatching(/^~ sso\.break_glass: added admin@/),
    ]);
    const log = await bank.admin.api.auditLogs({});
    // Entries of one transaction have one time.
    const entries = log.filter(({ actor }) => actor === 'operator').map(({ action }) => action);
    expect(entries.slice(0, 13).sort()).toEqual([
      'channel_added',
      'channel_added',
      'channel_added',
      'channel_changed',
      'configuration_applied',
      'contract_approved',
      'detection_settings_changed',
      'exception_made',
      'group_role_added',
      'member_role_changed',
      'retention_changed',
      'single_sign_on_added',
      'single_sign_on_changed',
    ]);

    const after = await stateOf(bank);
    expect(await bank.plan(bank.text)).toEqual(nothing);
    expect(await bank.apply(bank.text)).toEqual(nothing);
    // Stored secrets stay when the machine does not have them.
    expect(await bank.apply(bank.text, {})).toEqual(nothing);
    expect(await stateOf(bank)).toBe(after);
    expect(await bank.admin.api.detectionSettings({})).toMatchObject({
      version: 1,
      settings: { service_accounts: { standard: true, entries: ['sa_*', 'app-runner'] } },
    });
    const shown = JSON.stringify([made, planned, await bank.exported(), log, server.logLines]);
    for (const secret of ['very-secret', 'the-client-secret', secrets['env SCOUT_CHANNEL_SIEM_SECRET']])
      expect(shown).not.toContain(secret);
  });

  it('comes back as a file that an empty organization takes, and has the same export then', async () => {
    const bank = await newBank();
    await bank.apply(bank.text);
    const exported = await bank.exported();
    expect(await bank.apply(exported, exportedSecrets)).toEqual(nothing);
    expect(await bank.apply(exported, {})).toEqual(nothing);

    const other = await newBank();
    const domainOf = ({ admin }: Bank) => admin.email.split('@')[1]!;
    const moved = exported.replaceAll(domainOf(bank), domainOf(other));
    expect(await other.apply(moved, exportedSecrets)).toMatchObject({ problems: [], applied: true });
    expect(await other.exported()).toBe(moved);
    expect(await other.plan(moved, exportedSecrets)).toEqual(nothing);
  });

  it('and an organization of which nothing was changed comes back too', async () => {
    const [bank, other] = [await newBank(), await newBank()];
    const exported = await bank.exported();
    expect(exported).toMatch(/^version: 1\nretention:\n {2}days: \d+\n/);
    expect(await bank.apply(exported)).toEqual(nothing);
    const own = exported.replace(/members:[\s\S]+?(?=sso:)/, '');
    expect(await other.apply(own)).toEqual(nothing);
  });
});

describe('a file with a problem', () => {
  it('changes nothing, and names every line', async () => {
    const bank = await newBank();
    await bank.apply(bank.text);
    const before = await stateOf(bank);
    const { problems, applied } = await bank.apply(
      `version: 1
retention:
  days: 90
detection:
  service_accounts:
    entries: [new_*]
contracts:
  - account: svc.nobody
    hours: [1]
  - account: BANK\\svc.backup
    hours: [5]
  - account: svc.backup
    hours: [6]
exceptions:
  - account: svc.other
    starts_at: 2026-12-01T20:00:00Z
    ends_at: 2026-12-20T20:00:00Z
    reason: too wide
    approved_by: CHG1
channels:
  - name: Room
    kind: slack
    url: { env: SCOUT_NOT_SET }
  - name: Other room
    kind: teams
    url: { env: SCOUT_NO_URL }
  - name: SIEM
    url: https://siem.northwind.example/scout
    secret: { env: SCOUT_NO_SECRET }
  - name: SIEM
    url: https://siem.northwind.example/scout
members:
  - email: nobody@northwind.example
    role: admin
  - email: ${bank.admin.email}
    role: member
sso:
  protocol: oidc
  issuer: https://login.northwind.example/realms/staff
  client_id: scout
  client_secret: { env: SCOUT_SSO }
  state: required
  break_glass: [kim@northwind.example]
`,
      { 'env SCOUT_NO_URL': 'the secret', 'env SCOUT_NO_SECRET': 'the secret' },
    );
    expect(applied).toBe(false);
    expect(problems.map(({ line, column, message }) => `${line}:${column} ${message}`)).toEqual([
      '8:14 contracts[0].account: This organization has no such service account.',
      '12:14 contracts[2].account: This account stands here twice: svc.backup.',
      '15:14 exceptions[0].account: An exception that names no source, server or person can last at most 72 hours.',
      '23:5 channels[0].url: SCOUT_NOT_SET is not set. It is the address of a new channel.',
      '26:5 channels[1].url: Give an address such as https://siem.example/scout, without user, password and fragment.',
      '29:5 channels[2].secret: The value is no signing secret: whsec_ and 24 to 64 bytes in Base64.',
      '30:11 channels[3].name: This name stands here twice.',
      '33:12 members[0].email: There is no member nobody@northwind.example.',
      '36:11 members[1].role: Cannot remove last admin.',
      '43:3 sso.break_glass: Name at least one break-glass account. It must be an active admin with a password.',
    ]);
    expect(JSON.stringify(problems)).not.toContain('the secret');
    expect(await stateOf(bank)).toBe(before);
  });

  it('of its syntax changes nothing either', async () => {
    const bank = await newBank();
    const before = await stateOf(bank);
    const broken = bank.text.replace('entries: [sa_*, app-runner]', 'entries: [sa_*, app-runner');
    const { problems, applied } = await bank.apply(broken);
    expect(applied).toBe(false);
    expect(problems[0]!.line).toBeGreaterThanOrEqual(5);
    expect(problems[0]!.line).toBeLessThanOrEqual(8);
    expect(await stateOf(bank)).toBe(before);
  });
});

describe('drift', () => {
  it('is shown, and taken back', async () => {
    const bank = await newBank();
    await bank.apply(bank.text);
    const { api } = bank.admin;
    const channels = await api.channels({});
    const idOf = (name: string) => channels.find((each) => each.name === name)!.channel_id;
    await api.channelsUpdate({ channel_id: idOf('SIEM'), min_severity: 'low' });
    await api.channelsRotate({ channel_id: idOf('SIEM') });
    await api.channelsDelete({ channel_id: idOf('Security room') });
    await api.channelsCreate({ name: 'Another', url: 'https://another.example/x' });
    const { exceptions } = await api.exceptions({});
    await api.exceptionsEnd({ id: exceptions[0]!.id });
    await api.groupRolesAdd({ group: 'Helpdesk', role: 'member' });
    const { revision } = await api.accountContractRead({ account: 'svc.backup' });
    await api.accountContractWithdraw({ account: 'svc.backup', revision });
    await api.ssoUpdate({ client_secret: 'another-secret', admission: 'active' });

    const planned = await bank.plan(bank.text);
    expect(subjects(planned)).toEqual([
      '+ contracts/“svc.backup”: sources added bck01, destinations added db*, hours added 1, 2, 3',
      '+ exceptions/“svc.restore”: 2026-12-01T20:00:00Z to 2026-12-03T20:00:00Z: Restore test',
      '- channels/“Another”',
      '~ channels/“SIEM”: min_severity low → high',
      '~ channels/“SIEM”: secret replaced; the former one also signs for a day',
      '+ channels/“Security room”: slack',
      '- group_roles/“Helpdesk”: member',
      '~ sso.client_secret: replaced',
      '~ sso.admission: active → pending',
    ]);
    expect(await bank.apply(bank.text)).toEqual({ ...planned, applied: true });
    expect(await bank.plan(bank.text)).toEqual(nothing);
  });

  it('of what a file leaves out is none', async () => {
    const bank = await newBank();
    await bank.apply(bank.text);
    const before = await stateOf(bank);
    expect(await bank.apply('version: 1\n')).toEqual(nothing);
    expect(await bank.apply('version: 1\nmembers: []\n')).toEqual(nothing);
    expect(await stateOf(bank)).toBe(before);
    const emptied =
      'version: 1\ncontracts: []\nexceptions: []\nchannels: []\ngroup_roles: []\nsso: null\ndetection: {}\n';
    expect(subjects(await bank.apply(emptied)).map((text) => text.split(':')[0])).toEqual([
      '~ detection.service_accounts.entries',
      '~ detection.workstations.standard',
      '~ detection.workstations.entries',
      '- contracts/“svc.backup”',
      '- exceptions/“svc.restore”',
      '- channels/“Collector”',
      '- channels/“SIEM”',
      '- channels/“Security room”',
      '- group_roles/“SOC”',
      '- sso',
    ]);
    expect(await bank.apply(emptied)).toEqual(nothing);
    const { approved, draft } = await bank.admin.api.accountContractRead({ account: 'svc.backup' });
    expect(approved).toBeNull();
    expect(draft?.contract.sources).toEqual(['bck01']);
  });
});

it('an organization that does not exist is not found', async () => {
  const tenant_id = '00000000-0000-4000-8000-000000000000';
  await expect(operatorOf(server).operatorConfigurationExport({ tenant_id })).rejects.toMatchObject({
    code: 'not_found',
  });
  await expect(
    operatorOf(server).operatorConfigurationApply({ tenant_id, text: 'version: 1\n' }),
  ).rejects.toMatchObject({ code: 'not_found' });
});

it('a file larger than other bodies is taken, up to its bound', async () => {
  const bank = await newBank();
  const comment = (length: number) => `version: 1\n#${' '.repeat(length)}\n`;
  expect(await bank.apply(comment(1_000_000))).toEqual(nothing);
  await expect(bank.apply(comment(1_100_000))).rejects.toMatchObject({ code: 'invalid_input' });
});

it('the schema is served to editors', async () => {
  const response = await fetch(`${server.url}/scout.schema.json`);
  expect(response.headers.get('content-type')).toContain('application/schema+json');
  const published = new URL('../../../../../../docs/scout.schema.json', import.meta.url);
  expect(await response.json()).toEqual(JSON.parse(readFileSync(published, 'utf8')));
});
