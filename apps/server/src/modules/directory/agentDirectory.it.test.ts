import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createOrganization, startServer, type TestOrganization, type TestServer } from '@scout/testkit';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { lengthOf } from '../../../../../scripts/testLength.mjs';
import { type AgentProcess, spawnAgent } from '../ingest/testing/agentProcess.ts';
import { syncNext } from './jobs/syncs.ts';
import { storeNextSnapshot } from './sql/storeSnapshot.ts';
import { type Controller, canRunController, createController, PASSWORD, ROOT } from './testing/controller.ts';

const SERVICE = `OU=Service,${ROOT}`;
const ACCOUNTS = lengthOf(600, 10_000);
const CHUNK = 500;
const patience = { timeout: 60_000, interval: 50 };

const entry = (dn: string, lines: readonly string[]) => `dn: ${dn}\n${lines.join('\n')}\n\n`;
const user = (name: string, ...more: string[]) =>
  entry(`CN=${name},${SERVICE}`, ['objectClass: user', `sAMAccountName: ${name}`, ...more]);

describe.skipIf(!canRunController)('a controller that only an agent reaches', () => {
  let controller: Controller;
  let server: TestServer;
  let organization: TestOrganization;
  let folder = '';
  let agent: AgentProcess;
  let directoryId = '';

  beforeAll(async () => {
    controller = await createController();
    await controller.add(entry(SERVICE, ['objectClass: organizationalUnit']));
    const many = Array.from({ length: ACCOUNTS }, (_, n) =>
      user(`svc${n}`, `servicePrincipalName: HTTP/app${n}.scout.test`, `description: job ${n} \u00e4\u6c34`),
    );
    for (let at = 0; at < many.length; at += CHUNK) await controller.add(many.slice(at, at + CHUNK).join(''));
    await controller.modify(
      entry(`CN=Domain Admins,CN=Users,${ROOT}`, [
        'changetype: modify',
        'add: member',
        `member: CN=svc1,${SERVICE}`,
      ]),
    );
    await controller.start();
    server = await startServer({ config: { directoryNetworks: ['127.0.0.0/8'] } });
    organization = await createOrganization(server);
    folder = await mkdtemp(join(tmpdir(), 'scout-connector-'));
    await writeFile(join(folder, 'password'), `${PASSWORD}\n`);
    await writeFile(join(folder, 'ca.pem'), controller.ca);
    await writeFile(join(folder, 'events.ndjson'), '');
    await configure('password');
    const { api } = await organization.as('operator');
    const { token } = await api.operatorEnrolmentsCreate({ tenant_id: organization.tenantId });
    start('--token', token);
    await vi.waitFor(async () => expect(await agents()).toHaveLength(1), patience);
  }, 900_000);
  afterAll(async () => {
    agent?.process.kill('SIGKILL');
    await server?.stop();
    await controller?.[Symbol.asyncDispose]();
    await rm(folder, { recursive: true, force: true });
  });

  const agents = async () => (await organization.as('admin')).api.agents({});
  const at = (name: string) => join(folder, name);
  const configure = (passwordFile: string) =>
    writeFile(
      at('agent.json'),
      JSON.stringify({
        server: server.url,
        host: 'DC-PROXY',
        heartbeat: 0.2,
        directories: [
          {
            name: 'corp',
            url: `ldaps://${controller.address}`,
            bind: 'Administrator@scout.test',
            password_file: at(passwordFile),
            ca_file: at('ca.pem'),
          },
        ],
      }),
    );
  const start = (...more: string[]) => {
    const options = ['--config', at('agent.json'), '--state', at('state')];
    agent = spawnAgent([...options, '--source', `file:${at('events.ndjson')}`, ...more]);
  };
  const stop = async (signal: NodeJS.Signals = 'SIGTERM') => {
    agent.process.kill(signal);
    await agent.ended;
  };
  const state = async () =>
    (await (await organization.as('admin')).api.directories({})).find(
      ({ directory_id }) => directory_id === directoryId,
    )!;
  /** Stores the next snapshot as the background work does. */
  const stored = () =>
    vi.waitFor(
      async () => expect(await storeNextSnapshot(server.context.pool, Date.now())).toBe('stored'),
      patience,
    );
  const query = async (sql: string, values: readonly unknown[] = []) =>
    (await server.database.asOwner((owner) => owner.query(sql, [...values]))).rows;
  /** Digest of all that a directory's state says, by tables. */
  const digest = async (id: string) => {
    const found = [];
    for (const table of ['directory_accounts', 'directory_computers'])
      found.push(
        ...(await query(
          `SELECT to_jsonb(t) - 'directory_id' AS row FROM scout.${table} t WHERE directory_id = $1 ORDER BY object_guid`,
          [id],
        )),
      );
    return { rows: found.length, sha256: createHash('sha256').update(JSON.stringify(found)).digest('hex') };
  };

  test('what the agent ships equals what the server reads itself, and no password leaves the machine', async () => {
    const { api } = await organization.as('admin');
    directoryId = (await api.directoriesCreate({ name: 'Corp', agent: 'dc-proxy' })).directory_id;
    await stored();
    const direct = await api.directoriesCreate({
      name: 'Direct',
      url: `ldaps://${controller.address}`,
      bind_name: 'Administrator@scout.test',
      password: PASSWORD,
      ca: controller.ca,
    });
    expect(await syncNext(server.context, new AbortController().signal)).toBe('stored');
    const byAgent = await digest(directoryId);
    expect(byAgent).toEqual(await digest(direct.directory_id));
    expect(byAgent.rows).toBeGreaterThan(ACCOUNTS);
    await api.directoriesRemove({ directory_id: direct.directory_id });
    expect(await state()).toMatchObject({
      state: 'current',
      domain: 'scout.test',
      url: null,
      agent: { host: 'DC-PROXY', key_fingerprint: expect.any(String) },
    });
    expect(
      await query(
        `SELECT name FROM scout.directory_accounts WHERE 'Domain Admins' = ANY (privileged_groups) ORDER BY name`,
      ),
    ).toEqual([{ name: 'Administrator' }, { name: 'svc1' }]);
    expect(await query('SELECT FROM scout.directory_pieces')).toEqual([]);
    for (const file of await readdir(at('state')))
      expect(await readFile(join(at('state'), file), 'utf8').catch(() => ''), file).not.toContain(PASSWORD);
    expect(server.logLines.join('\n') + agent.stderr()).not.toContain(PASSWORD);
  });

  test('changes are shipped alone, also after the agent was killed while it read', async () => {
    const before = await state();
    await controller.modify(
      [
        entry(`CN=svc2,${SERVICE}`, ['changetype: modrdn', 'newrdn: CN=renamed', 'deleteoldrdn: 1']),
        entry(`CN=svc3,${SERVICE}`, ['changetype: delete']),
        entry(`CN=svc4,${SERVICE}`, ['changetype: modify', 'replace: description', 'description: changed']),
      ].join(''),
    );
    await stop();
    await query('UPDATE scout.directories SET due_at = $2 WHERE directory_id = $1', [
      directoryId,
      new Date(),
    ]);
    start();
    await vi.waitFor(
      async () => expect(await query('SELECT FROM scout.directory_snapshots')).toHaveLength(1),
      { ...patience, interval: 5 },
    );
    await stop('SIGKILL');
    start();
    await stored();
    const after = await state();
    expect(after.read_fully_at).toBe(before.read_fully_at);
    const rows = await query(
      'SELECT name, dn, description FROM scout.directory_accounts WHERE directory_id = $1',
      [directoryId],
    );
    const found = Object.fromEntries(rows.map(({ name, ...row }) => [name, row]));
    expect(found.svc2.dn).toBe(`CN=renamed,${SERVICE}`);
    expect(found.svc3).toBeUndefined();
    expect(found.svc4.description).toBe('changed');
    expect(rows).toHaveLength(before.accounts - 1);
  });

  test('what the agent meets is told in the same sentences, and the last good state stays', async () => {
    const { synced_at } = await state();
    const good = await digest(directoryId);
    const { api } = await organization.as('admin');
    const expectProblem = async (problem: string) => {
      await api.directoriesSync({ directory_id: directoryId });
      await vi.waitFor(async () => expect(await state()).toMatchObject({ problem, synced_at }), patience);
      expect(await digest(directoryId)).toEqual(good);
    };
    await writeFile(at('password'), 'not the password');
    await expectProblem('The controller refused the name or the password.');
    await rm(at('password'));
    await expectProblem('The agent cannot read its file with the password (ENOENT).');
    await writeFile(at('password'), PASSWORD);
    await writeFile(at('ca.pem'), controller.otherCa);
    await expectProblem(
      'The certificate of the controller is not trusted (UNABLE_TO_VERIFY_LEAF_SIGNATURE). Give the certificate of its authority.',
    );
    await writeFile(at('ca.pem'), controller.ca);
    await controller.stop();
    await expectProblem('The controller could not be reached (ECONNREFUSED).');
    await controller.start();
    await api.directoriesSync({ directory_id: directoryId });
    await stored();
    expect(await state()).toMatchObject({ state: 'current', problem: null });
  });
});
