import { readFileSync } from 'node:fs';
import { clientOf, seedAccount, seedMember, startServer, type TestServer } from '@scout/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { organizationWithAdmin, type TestPerson } from '../../../testing/people.ts';
import { verifyDomain } from '../../auth/sso/testing/organizations.ts';

const document = readFileSync(
  new URL('../../../../../../docs/configuration-as-code.md', import.meta.url),
  'utf8',
);
/** The example of the document. */
const example = /```yaml\n([\s\S]+?)```/.exec(document)![1]!;
const secrets = {
  'env SCOUT_CHANNEL_SIEM_SECRET': `whsec_${Buffer.alloc(32, 1).toString('base64')}`,
  'env SCOUT_CHANNEL_SECURITY_ROOM_URL': 'https://hooks.slack.com/services/T0/B0/very-secret',
  'file client-secret.txt': 'the client secret\n'.replaceAll(' ', '-'),
};
/** The same by the names of an export. */
const exportedSecrets = {
  ...secrets,
  'env SCOUT_SSO_CLIENT_SECRET': secrets['file client-secret.txt'],
};
const NOW = Date.parse('2026-12-01T12:00:00Z');

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ clock: { now: () => NOW } });
});
afterAll(() => server.stop());

interface Bank {
  readonly tenantId: string;
  readonly admin: TestPerson;
  apply(text: string, given?: Record<string, string>): ReturnType<typeof applied>;
  plan(text: string, given?: Record<string, string>): ReturnType<typeof applied>;
  /** Without its first line, which names the server. */
  exported(): Promise<string>;
}

const operator = () => clientOf(server, server.operatorToken).api;
const applied = (tenant_id: string, text: string, given: Record<string, string>, plan: boolean) =>
  operator().operatorConfigurationApply({ tenant_id, text, secrets: given, plan });

/** An organization with the accounts of the example; its people have the addresses `NAME@DOMAIN`. */
async function newBank(): Promise<Bank & { text: string }> {
  const { tenantId, admin, domain } = await organizationWithAdmin(server);
  await server.database.asOwner(async (owner) => {
    for (const name of ['svc.backup', 'svc.restore', 'svc.other'])
      await seedAccount((sql, values) => owner.query(sql, values), tenantId, name);
  });
  await seedMember(server.database, tenantId, { email: `kim@${domain}` });
  return {
    tenantId,
    admin,
    text: example
      .replaceAll('ada@northwind.example', admin.email)
      .replaceAll('@northwind.example', `@${domain}`),
    apply: (text, given = secrets) => applied(tenantId, text, given, false),
    plan: (text, given = secrets) => applied(tenantId, text, given, true),
    async exported() {
      const { text } = await operator().operatorConfigurationExport({ tenant_id: tenantId });
      const [first, ...lines] = text.split('\n');
      expect(first).toBe(`# yaml-language-server: $schema=${server.url}/scout.schema.json`);
      return lines.join('\n');
    },
  };
}

const subjects = ({ changes }: Awaited<ReturnType<typeof applied>>) =>
  changes.map(({ sign, subject, text }) => `${sign} ${subject}${text && `: ${text}`}`);
const nothing = { problems: [], changes: [], applied: false };

/** Everything that a test compares before and after. */
async function stateOf({ tenantId }: Bank): Promise<string> {
  return server.database.asOwner(async (owner) => {
    const tables = [
      'tenants',
      'detection_settings',
      'service_accounts',
      'case_exceptions',
      'channels',
      'channel_secrets',
      'group_roles',
      'memberships',
      'sso_connections',
      'sso_secrets',
      'sso_break_glass',
      'audit_logs',
    ];
    const rows = [];
    for (const table of tables) {
      const found = await owner.query(
        `SELECT to_jsonb(t)::text AS row FROM scout.${table} t WHERE tenant_id = $1 ORDER BY 1`,
        [tenantId],
      );
      rows.push(...found.rows.map(({ row }: { row: string }) => `${table} ${row}`));
    }
    return rows.join('\n');
  });
}

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
    const entries = log.filter(({ actor }) => actor === 'operator').map(({ action }) => action);
    expect(entries.slice(0, 14)).toEqual([
      'configuration_applied',
      'single_sign_on_changed',
      'single_sign_on_added',
      'member_role_changed',
      'group_role_added',
      'channel_changed',
      'channel_added',
      'channel_added',
      'channel_added',
      'exception_made',
      'contract_approved',
      'detection_settings_changed',
      'retention_changed',
      expect.any(String),
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

describe('sections', () => {
  const head = 'version: 1\n';

  it('recreate a channel whose address, format or certificates differ, with the secret that it has', async () => {
    const bank = await newBank();
    const siem = (more: string) => `${head}channels:\n  - name: SIEM\n    secret: { env: A }\n${more}`;
    const A = `whsec_${Buffer.alloc(24, 7).toString('base64')}`;
    await bank.apply(siem('    url: https://one.example/\n'), { 'env A': A });
    const next = siem('    url: https://two.example/\n    format: ecs\n');
    expect(subjects(await bank.apply(next, {}))).toEqual([
      '~ channels/“SIEM”: recreated: url https://one.example/ → https://two.example/; format scout → ecs',
    ]);
    expect(await bank.apply(next, { 'env A': A })).toEqual(nothing);
    // An address behind a reference is never printed.
    const hidden = siem('    url: { env: URL }\n    format: ecs\n');
    const given = { 'env A': A, 'env URL': 'https://three.example/token' };
    expect(subjects(await bank.apply(hidden, given))).toEqual(['~ channels/“SIEM”: recreated: url changed']);
    expect(await bank.apply(hidden, given)).toEqual(nothing);
    // An address that may hold a token is neither printed nor exported.
    const token = 'https://four.example/hook/0a1b2c3d4e5f6a7b8c9d';
    const plain = siem(`    url: ${token}\n    format: ecs\n`);
    expect(subjects(await bank.apply(plain, given))).toEqual(['~ channels/“SIEM”: recreated: url changed']);
    const exported = await bank.exported();
    expect(exported).toContain('env: SCOUT_CHANNEL_SIEM_URL');
    expect(exported).not.toContain('0a1b2c3d');
    expect(await bank.apply(exported, {})).toEqual(nothing);
    expect(await bank.apply(exported, { 'env SCOUT_CHANNEL_SIEM_URL': token })).toEqual(nothing);
    const slack = `${head}channels:\n  - name: SIEM\n    kind: slack\n    url: { env: URL }\n`;
    expect((await bank.apply(slack, {})).problems).toHaveLength(1);
    expect(subjects(await bank.apply(slack, given))).toEqual([
      '~ channels/“SIEM”: recreated: kind webhook → slack',
    ]);
    expect(await bank.apply(slack, given)).toEqual(nothing);
  });

  it('replace an admin, and never the last one', async () => {
    const bank = await newBank();
    const [, domain] = bank.admin.email.split('@');
    const roles = (admin: string, member: string) =>
      `${head}members:\n  - { email: ${member}, role: member }\n  - { email: ${admin}, role: admin }\n`;
    await seedMember(server.database, bank.tenantId, { email: `noor@${domain}`, status: 'pending' });
    const { problems } = await bank.apply(roles(`noor@${domain}`, bank.admin.email));
    expect(problems).toEqual([
      { line: 3, column: expect.any(Number), message: 'members[0].role: Cannot remove last admin.' },
      {
        line: 4,
        column: expect.any(Number),
        message: expect.stringContaining('A pending member cannot become an admin.'),
      },
    ]);
    await operator().operatorUsersCreate({
      tenant_id: bank.tenantId,
      email: `lee@${domain}`,
      password: 'a password of the test',
    });
    expect(await bank.apply(roles(`lee@${domain}`, bank.admin.email))).toMatchObject({ applied: true });
  });

  it('skip exceptions that have ended, and end those with other terms', async () => {
    const bank = await newBank();
    const exception = (ends: string, more = '') =>
      `${head}exceptions:\n  - account: svc.other\n    destinations: [b, a]\n    starts_at: 2026-12-01T08:00:00Z\n    ends_at: ${ends}\n    reason: r\n    approved_by: x\n${more}`;
    expect(await bank.apply(exception('2026-12-01T11:00:00Z'))).toEqual(nothing);
    await bank.apply(exception('2026-12-02T11:00:00Z'));
    expect(await bank.apply(exception('2026-12-02T12:00:00+01:00').replace('[b, a]', '[a, b]'))).toEqual(
      nothing,
    );
    expect(subjects(await bank.apply(exception('2026-12-03T11:00:00Z')))).toEqual([
      expect.stringMatching(/^- exceptions\/“svc.other”/),
      expect.stringMatching(/^\+ exceptions\/“svc.other”/),
    ]);
    const { exceptions } = await bank.admin.api.exceptions({});
    expect(exceptions.map(({ state }) => state).sort()).toEqual(['active', 'ended']);
  });

  it('turn single sign-on on by the rules of the page alone', async () => {
    const bank = await newBank();
    const sso = (state: string, issuer = 'https://login.example/') =>
      `${head}sso:\n  protocol: oidc\n  issuer: ${issuer}\n  client_id: scout\n  client_secret: { env: S }\n  state: ${state}\n  break_glass: [${bank.admin.email}]\n`;
    const given = { 'env S': 'client-secret' };
    const refused = await bank.apply(sso('required'), given);
    expect(refused).toMatchObject({ applied: false, problems: [{ line: 7, column: 10 }] });
    expect((await bank.admin.api.sso({})).connection).toBeNull();
    expect((await bank.apply(sso('off'), {})).problems).toEqual([
      { line: 6, column: 3, message: 'sso.client_secret: S is not set.' },
    ]);
    await bank.apply(sso('off'), given);
    await server.database.asOwner((owner) =>
      owner.query('UPDATE scout.sso_connections SET tested_at = $2 WHERE tenant_id = $1', [
        bank.tenantId,
        new Date(NOW),
      ]),
    );
    // Without a verified domain, nobody could sign in.
    expect((await bank.apply(sso('required'), given)).problems).toEqual([
      { line: 7, column: 10, message: expect.stringContaining('Verify a domain') },
    ]);
    await verifyDomain(server, bank.tenantId, bank.admin.email.split('@')[1]!);
    expect(
      await bank.apply(sso('required').replace(/break_glass.*/, 'break_glass: []'), given),
    ).toMatchObject({
      problems: [{ line: 8 }],
    });
    expect(await bank.apply(sso('required'), given)).toMatchObject({ problems: [], applied: true });
    // Another provider has not been tested.
    expect(await bank.apply(sso('required', 'https://other.example/'), given)).toMatchObject({
      applied: false,
      problems: [{ line: 7 }],
    });
    expect((await bank.admin.api.sso({})).connection).toMatchObject({ issuer: 'https://login.example/' });
  });

  it('of one organization change nothing of another', async () => {
    const [bank, other] = [await newBank(), await newBank()];
    const before = await stateOf(other);
    await bank.apply(bank.text);
    expect(await stateOf(other)).toBe(before);
    const { problems } = await bank.apply(
      `${head}members:\n  - { email: ${other.admin.email}, role: member }\n`,
    );
    expect(problems).toEqual([
      {
        line: 3,
        column: expect.any(Number),
        message: `members[0].email: There is no member ${other.admin.email}.`,
      },
    ]);
  });
});

it('an organization that does not exist is not found', async () => {
  const tenant_id = '00000000-0000-4000-8000-000000000000';
  await expect(operator().operatorConfigurationExport({ tenant_id })).rejects.toMatchObject({
    code: 'not_found',
  });
  await expect(
    operator().operatorConfigurationApply({ tenant_id, text: 'version: 1\n' }),
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
