import { spawnSync } from 'node:child_process';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { agentLine, exampleLines } from '@scout/contract';
import { clientOf, startServer, type TestServer } from '@scout/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { run } from './run.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startServer();
  await writeFile(
    join(server.dataDir, 'server.json'),
    JSON.stringify({ pid: process.pid, address: server.url }),
  );
});
afterAll(() => server.stop());

interface Ran {
  readonly code: number;
  readonly out: string;
  readonly error: string;
}

/** Runs one command line, in the environment of the server's operator. */
async function scout(args: readonly string[], env: Record<string, string> = {}, input = ''): Promise<Ran> {
  const ran = { out: '', error: '' };
  const code = await run(args, {
    env: { SCOUT_DATA_DIR: server.dataDir, ...env },
    out: (text) => {
      ran.out += text;
    },
    error: (text) => {
      ran.error += text;
    },
    readInput: async () => input,
  });
  return { code, ...ran };
}

const answerOf = async (...args: string[]) => {
  const { code, out, error } = await scout([...args, '--json']);
  expect({ code, error }).toEqual({ code: 0, error: '' });
  return JSON.parse(out);
};

describe('scout', () => {
  it('creates an organization, a user and a token, with which users sign in and agents enroll', async () => {
    const tenant = await answerOf('tenant', 'create', '--name', 'Northwind Bank', '--subscribed');
    expect(tenant).toMatchObject({ company_name: 'Northwind Bank', is_subscribed: true, is_sample: false });

    const email = 'ops@northwind.example';
    const password = 'correct horse battery';
    const made = await answerOf(
      ...[
        'user',
        'create',
        '--tenant',
        tenant.tenant_id,
        '--email',
        email,
        '--password',
        password,
        '--admin',
      ],
      ...['--first-name', 'Ada', '--last-name', 'Okafor'],
    );
    expect(made).toMatchObject({ user: { email }, role: 'admin', tenant_id: tenant.tenant_id });
    expect(JSON.stringify(made)).not.toContain(password);
    const { api } = clientOf(server);
    const { session } = await api.authToken({ query: { grant_type: 'password' }, body: { email, password } });
    const [profile] = await clientOf(server, session.access_token).api.profiles({});
    expect(profile).toMatchObject({ full_name: 'Ada Okafor', is_admin: true, is_subscribed: true });

    // An organization can be given by name, in any case.
    const enrolment = await answerOf(
      'enrolment',
      'create',
      '--tenant',
      'northwind bank',
      '--label',
      'laptops',
    );
    expect(enrolment).toMatchObject({ tenant_id: tenant.tenant_id, label: 'laptops', max_uses: 1000 });
    const { agent_id } = await api.agentEnrol({
      token: enrolment.token,
      machine_id: 'm-1',
      host: 'WS-1042',
      platform: 'windows',
      version: '0.1.0',
    });
    expect(await answerOf('agent', 'list', '--tenant', tenant.tenant_id)).toMatchObject([
      { agent_id, host: 'WS-1042', state: 'healthy', reasons: [], gaps: { count: 0 }, revoked_at: null },
    ]);
    const { out } = await scout(['agent', 'list', '--tenant', 'Northwind Bank']);
    expect(out).toMatch(/host +platform +version +state +because .* gaps +missing/);
    expect(out).toContain('healthy');
    const revoked = await answerOf('agent', 'revoke', '--tenant', 'Northwind Bank', '--agent', agent_id);
    expect(revoked.revoked_at).toEqual(expect.any(String));
  });

  it('sets up an organization with a working sign-in, and says how to start its first agent', async () => {
    const answer = await answerOf('setup', '--name', 'Birch Insurance', '--email', 'kim@birch.example');
    const { email, password } = answer;
    const { api } = clientOf(server);
    const { session } = await api.authToken({ query: { grant_type: 'password' }, body: { email, password } });
    const [profile] = await clientOf(server, session.access_token).api.profiles({});
    expect(profile).toMatchObject({ email: 'kim@birch.example', is_admin: true, is_subscribed: true });

    const { out } = await scout(['setup', '--name', 'Birch Two', '--email', 'kim@birch-two.example']);
    const [, token] = /--token (scout_\S+) --state (\S+)\n/.exec(out)!;
    expect(out).toContain(`sign in   ${server.url}/login`);
    expect(out).toContain(`  ${agentLine({ server: server.url, token: token!, dataDir: server.dataDir })}\n`);
    for (const line of exampleLines({ server: server.url, token: token!, dataDir: server.dataDir }))
      expect(out).toContain(`  ${line}\n`);
    await api.agentEnrol({
      token: token!,
      machine_id: 'm-2',
      host: 'x',
      platform: 'linux',
      version: '0.1.0',
    });
  });

  it('reports the state of an organization whose admin it cannot create', async () => {
    const { code, error } = await scout(['setup', '--name', 'Birch Three', '--email', 'kim@birch.example']);
    expect(code).toBe(1);
    expect(error).toContain('Birch Three was made, and has no admin yet: user create --tenant "Birch Three"');
    expect(await scout(['setup', '--name', 'Birch Four', '--email', 'nobody'])).toMatchObject({ code: 2 });
    expect((await scout(['tenant', 'list'])).out).not.toContain('Birch Four');
    for (const name of ['Birch Insurance', 'Birch Two', 'Birch Three'])
      await server.database.asOwner((client) =>
        client.query(
          `SELECT scout.delete_organization(tenant_id, now()) FROM scout.tenants WHERE company_name = $1`,
          [name],
        ),
      );
  });

  it('prints example events without a server', async () => {
    const { code, out } = await scout(['example-events'], { SCOUT_DATA_DIR: '/nowhere' });
    expect(code).toBe(0);
    expect(out.trimEnd().split('\n')).toHaveLength(11);
    expect(out).toMatch(/^<Event .*svc\.example.*<\/Event>$/m);
  });

  it('changes a subscription and the right to purchase one', async () => {
    const { tenant_id } = await answerOf('tenant', 'create', '--name', 'Alder Health');
    expect(await answerOf('tenant', 'subscribe', '--tenant', tenant_id)).toMatchObject({
      is_subscribed: true,
    });
    expect(await answerOf('tenant', 'unsubscribe', '--tenant', tenant_id)).toMatchObject({
      is_subscribed: false,
    });
    expect(await answerOf('tenant', 'allow-purchase', '--tenant', 'Alder Health')).toMatchObject({
      can_purchase_subscription: true,
    });
  });

  it('prints columns for a reader', async () => {
    const { code, out } = await scout(['tenant', 'list']);
    expect(code).toBe(0);
    const [head, ...rows] = out.trimEnd().split('\n');
    expect(head).toMatch(/^tenant_id +name +subscribed +may purchase +sample +created$/);
    expect(rows.map((row) => row.split(/ {2,}/).slice(1, 3))).toEqual([
      ['Alder Health', 'no'],
      ['Northwind Bank', 'yes'],
    ]);
  });

  it('reads a password from standard input instead of the command line', async () => {
    const args = [
      'user',
      'create',
      '--tenant',
      'Alder Health',
      '--email',
      'in@alder.example',
      '--password-stdin',
    ];
    expect((await scout(args, {}, 'from standard input\n')).code).toBe(0);
    const { api } = clientOf(server);
    const body = { email: 'in@alder.example', password: 'from standard input' };
    await expect(api.authToken({ query: { grant_type: 'password' }, body })).resolves.toBeDefined();
  });

  it.each([
    [['tenant', 'create', '--name', 'NORTHWIND bank'], 'company_exists'],
    [
      [
        'user',
        'create',
        '--tenant',
        'Alder Health',
        '--email',
        'ops@northwind.example',
        '--password',
        'long enough',
      ],
      'email_exists',
    ],
    [
      ['user', 'create', '--tenant', 'Alder Health', '--email', 'x@alder.example', '--password', 'short'],
      'invalid_input',
    ],
    [
      ['user', 'create', '--tenant', 'No Such', '--email', 'x@alder.example', '--password', 'long enough'],
      'not_found',
    ],
    [['enrolment', 'create', '--tenant', crypto.randomUUID()], 'not_found'],
    [['agent', 'list', '--tenant', crypto.randomUUID()], 'not_found'],
    [['agent', 'revoke', '--tenant', 'Alder Health', '--agent', crypto.randomUUID()], 'not_found'],
  ])('exits with 1 when refused: %j', async (args, code) => {
    const plain = await scout(args);
    expect(plain).toMatchObject({ code: 1, out: '' });
    expect(plain.error).toMatch(/^[A-Z].+\n$/s);
    const asJson = await scout([...args, '--json']);
    expect(JSON.parse(asJson.error)).toMatchObject({ code });
  });

  it.each([
    [[]],
    [['tenant']],
    [['tenant', 'remove']],
    [['tenant', 'create']],
    [['tenant', 'create', '--name', 'x y', '--nonsense']],
    [['user', 'create', '--tenant', 'Alder Health', '--email', 'x@alder.example']],
    [['enrolment', 'create', '--tenant', 'Alder Health', '--max-uses', 'many']],
    [['tenant', 'list', '--server', 'scout.example']],
    [['tenant', 'list', '--server', 'http://scout.example']],
  ])('exits with 2 and prints the usage: %j', async (args) => {
    const { code, out, error } = await scout(args);
    expect(code).toBe(2);
    expect(out).toBe('');
    expect(error).not.toBe('');
  });

  it('exits with 0 for help', async () => {
    const { code, out } = await scout(['tenant', 'create', '--help']);
    expect(code).toBe(0);
    expect(out).toContain('--subscribed');
  });
});

describe('uses of RC4', () => {
  it('are listed with their causes, and what to change before it is switched off', async () => {
    const { tenant_id } = await answerOf('tenant', 'create', '--name', 'Alder Credit', '--subscribed');
    const none = await scout(['tenant', 'rc4', '--tenant', tenant_id]);
    expect(none).toEqual({ code: 0, out: 'No use of RC4 in the last 90 days.\n', error: '' });
    await server.database.asOwner((owner) =>
      owner.query(
        `INSERT INTO scout.rc4_uses (tenant_id, account_key, cell, requester, client, cause, n, first_at, last_at)
         SELECT $1, 'svc.sql', gen_random_uuid(), 'm.keller', '10.0.0.' || i, 'no-key', 2, $2, $2 FROM generate_series(1, 250) i`,
        [tenant_id, new Date()],
      ),
    );
    const all = await answerOf('tenant', 'rc4', '--tenant', tenant_id);
    expect(all).toHaveLength(250);
    const { out } = await scout(['tenant', 'rc4', '--tenant', 'Alder Credit']);
    expect(out).toMatch(
      /^account +requested by +client +cause +tickets +last\nsvc\.sql +m\.keller +10\.0\.0\.\d+ +No AES key +2 /,
    );
    expect(out).toMatch(/\nNo AES key: Set the password of the account again/);
    expect((await scout(['tenant', 'rc4', '--help'])).out).toContain('--json');
  });
});

describe('locating the server', () => {
  it('prefers arguments over the data directory', async () => {
    const given = { SCOUT_DATA_DIR: '/nowhere', SCOUT_OPERATOR_TOKEN: server.operatorToken };
    expect((await scout(['tenant', 'list', '--server', server.url], given)).code).toBe(0);
  });

  it('says what to do when the server is missing or silent, or the token missing or wrong', async () => {
    const list = (env: Record<string, string>, ...more: string[]) => scout(['tenant', 'list', ...more], env);
    const empty = await mkdtemp(join(tmpdir(), 'scout-cli-'));
    await using _ = { [Symbol.asyncDispose]: () => rm(empty, { recursive: true }) };

    const nothing = await list({ SCOUT_DATA_DIR: empty });
    expect(nothing).toMatchObject({ code: 1, error: expect.stringContaining('npm start') });

    const noToken = await list({ SCOUT_DATA_DIR: empty }, '--server', server.url);
    expect(noToken).toMatchObject({ code: 1, error: expect.stringContaining('SCOUT_OPERATOR_TOKEN') });

    const wrong = await list({ SCOUT_OPERATOR_TOKEN: 'scout_operator_wrong' });
    expect(wrong).toMatchObject({ code: 1, error: expect.stringContaining('operator-token') });

    const holder = (text: object) => writeFile(join(empty, 'server.json'), JSON.stringify(text));
    await holder({ pid: process.pid });
    expect((await list({ SCOUT_DATA_DIR: empty })).error).toContain('still starting');
    await holder({ pid: process.pid, stopping: true });
    expect((await list({ SCOUT_DATA_DIR: empty })).error).toContain('is stopping');
    // The traces of a failed start, a kill and a clean stop.
    const { pid } = spawnSync(process.execPath, ['--eval', '']);
    for (const left of [{ pid }, { pid, address: 'http://127.0.0.1:9' }, { pid, stopping: true }]) {
      await holder(left);
      const ended = await list({ SCOUT_DATA_DIR: empty });
      expect(ended).toMatchObject({
        code: 1,
        error: expect.stringContaining('stopped. Start it with npm start'),
      });
    }

    // A recently free port without a listener.
    await holder({ pid: process.pid, address: 'http://127.0.0.1:9' });
    await writeFile(join(empty, 'operator-token'), 'scout_operator_x');
    expect(await list({ SCOUT_DATA_DIR: empty })).toMatchObject({
      code: 1,
      error: expect.stringContaining('does not respond at http://127.0.0.1:9'),
    });
  });

  it.skipIf(process.getuid?.() === 0)('says which user may read the token', async () => {
    const path = join(server.dataDir, 'operator-token');
    await chmod(path, 0);
    await using _ = { [Symbol.asyncDispose]: () => chmod(path, 0o600) };
    expect((await scout(['tenant', 'list'])).error).toContain('as that user');
  });
});

describe('quotas and usage', () => {
  it('shows them, changes them, and resets them to the plan', async () => {
    const { tenant_id } = await answerOf('tenant', 'create', '--name', 'Quota Bank', '--subscribed');
    const usual = await answerOf('tenant', 'quota', '--tenant', 'Quota Bank');
    expect(usual).toMatchObject({
      tenant_id,
      organization: { events_per_second: 20_000, bytes_per_day: 500e9, bytes_today: 0, wait_seconds: 0 },
      own: { events_per_second: null },
    });
    const changed = await answerOf(
      ...['tenant', 'quota', '--tenant', tenant_id, '--events-per-second', '7', '--agent-gb-per-day', '0.5'],
    );
    expect(changed).toMatchObject({
      organization: { events_per_second: 7, bytes_per_day: 500e9 },
      agent: { bytes_per_day: 500e6 },
      own: { events_per_second: 7, agent_bytes_per_day: 500e6, bytes_per_day: null },
    });
    const back = await answerOf('tenant', 'quota', '--tenant', tenant_id, '--events-per-second', 'default');
    expect(back).toMatchObject({
      organization: { events_per_second: 20_000 },
      agent: { bytes_per_day: 500e6 },
    });
    const words = await scout(['tenant', 'quota', '--tenant', tenant_id]);
    expect(words).toMatchObject({ code: 0, out: expect.stringMatching(/GB a day of an agent +0\.5\n/) });
  });

  it('lists what organizations sent, and the free disk space', async () => {
    const { storage, organizations } = await answerOf('tenant', 'usage');
    expect(storage).toMatchObject({ low: false, reserve_bytes: 2e9, free_bytes: expect.any(Number) });
    expect(storage.database_bytes).toBeGreaterThan(1e6);
    expect(organizations.length).toBeGreaterThan(0);
    const { out } = await scout(['tenant', 'usage']);
    expect(out).toMatch(/tenant_id +name +events today +GB today/);
    expect(out).toMatch(/takes events +yes/);
  });

  it.each([['0'], ['-1'], ['many'], ['']])('rejects %j as a number', async (text) => {
    const args = ['tenant', 'quota', '--tenant', 'Quota Bank', '--gb-per-day', text];
    expect(await scout(args)).toMatchObject({ code: 2, out: '' });
  });
});
