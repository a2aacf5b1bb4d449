import { seedMember, type TestServer } from '@scout/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifyDomain } from '../../auth/sso/testing/organizations.ts';
import { createBank, NOW, nothing, operatorOf, startServerThen, stateOf, subjects } from './testing/banks.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServerThen();
});
afterAll(() => server.stop());
const newBank = () => createBank(server);

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
    await operatorOf(server).operatorUsersCreate({
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
