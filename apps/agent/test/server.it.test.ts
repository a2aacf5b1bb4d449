import { existsSync } from 'node:fs';
import { appendFile, copyFile, cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { createRandom } from '@scout/detection/simulation/random';
import { createOrganization, startServer, type TestOrganization, type TestServer } from '@scout/testkit';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { rotatingSeeds } from '../../../scripts/testLength.mjs';
import { leaveOut } from '../../../scripts/testTools.mjs';
import { auditPolicy } from '../src/service/auditPolicy.ts';
import { runAgent, startAgent } from './agentProcess.ts';
import { createStandIn, securityEvent } from './windows/standIn.ts';

/** Public Windows events, if present next to the project. */
const REAL_EVENTS = new URL('../../../../shared/data/windows-security-real.xml.ndjson.gz', import.meta.url);

let server: TestServer;
let organization: TestOrganization;
let folder: string;

beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());
let names = 0;
beforeEach(async () => {
  names += 1;
  organization = await createOrganization(server, `Northwind Bank ${names}`);
  folder = await mkdtemp(join(tmpdir(), 'scout-agent-'));
});
afterEach(() => rm(folder, { recursive: true }));

const token = async (): Promise<string> => {
  const operator = await organization.as('operator');
  return (await operator.api.operatorEnrolmentsCreate({ tenant_id: organization.tenantId })).token;
};
const runArguments = (log: string, ...more: string[]): string[] => [
  ...['run', '--server', server.url, '--state', join(folder, 'state'), '--host', 'PRD-SQL01'],
  ...['--source', `file:${log}`, ...more],
];
const runOnce = async (log: string) =>
  runAgent(runArguments(log, '--once'), { SCOUT_ENROLMENT_TOKEN: await token() });
/** Record ids of the organization's stored events, ascending. */
const storedRecords = (): Promise<string[]> =>
  server.database.asOwner(async (client) => {
    const { rows } = await client.query<{ record_id: string }>(
      'SELECT record_id::text FROM scout.tenant_events WHERE tenant_id = $1 ORDER BY tenant_events.record_id',
      [organization.tenantId],
    );
    return rows.map(({ record_id }) => record_id);
  });
const records = (from: number, to: number): string[] =>
  Array.from({ length: to - from + 1 }, (_, index) => String(from + index));

if (!existsSync(REAL_EVENTS))
  leaveOut('real Windows events through agent and server', 'their file is not beside the checkout');

describe('the agent with the real server', () => {
  it('stores what a log holds, rejects the rest by line, and shows both', async () => {
    const log = join(folder, 'security.ndjson');
    const good = records(1, 1_500).map((record) => JSON.stringify({ xml: securityEvent(Number(record)) }));
    good.splice(700, 0, 'not json', '[]', JSON.stringify({ xml: '<Event><System/></Event>' }));
    await writeFile(
      log,
      Buffer.concat([Buffer.from(`${good.join('\n')}\n`), Buffer.from([0x7b, 0xff, 0x7d, 0x0a])]),
    );
    const { code, stdout, stderr } = await runOnce(log);
    expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringContaining('enrolled') });
    expect(JSON.parse(stdout)).toEqual({ read: 1_504, accepted: 1_500, duplicates: 0, rejected: 4 });
    expect(await storedRecords()).toEqual(records(1, 1_500));

    const status = JSON.parse(
      (await runAgent(['status', '--state', join(folder, 'state'), '--json'])).stdout,
    );
    expect(status.rejections.by_code).toMatchObject({ not_json: 1, not_utf8: 1 });
    expect(status.rejections.recent).toHaveLength(4);

    const member = await organization.as('member');
    const [agent] = await member.api.agents({});
    expect(agent).toMatchObject({
      agent_id: status.enrolment.agent_id,
      host: 'PRD-SQL01',
      queue_depth: 0,
      waiting_seconds: 0,
      clock_skew_seconds: expect.any(Number),
      events_sent: 1_500,
      gaps: { count: 0 },
      // A file does not identify its machine, so no audit policy is reported.
      audit: null,
      sources: [{ name: `file:${log}`, state: 'reading', message: null }],
      events_accepted: 1_500,
      events_rejected: 4,
    });
    // Again with the same state: nothing. With a new one, an admin confirms that it is the same agent, which continues its numbers.
    expect(JSON.parse((await runOnce(log)).stdout)).toMatchObject({ read: 0 });
    await rm(join(folder, 'state'), { recursive: true });
    await writeFile(log, `${JSON.stringify({ xml: securityEvent(1_501) })}\n`);
    const refused = await runOnce(log);
    expect([refused.code, refused.stderr]).toEqual([3, expect.stringContaining('409 machine_known')]);
    await (await organization.as('admin')).api.agentsRelease({
      agent_id: status.enrolment.agent_id,
      accept_credential: false,
    });
    expect(JSON.parse((await runOnce(log)).stdout)).toMatchObject({ read: 1, accepted: 1 });
    expect(await member.api.agents({})).toMatchObject([{ agent_id: status.enrolment.agent_id }]);
  });

  it('whose sources hold no logons says so, and is not healthy in the fleet', async (test) => {
    if ((await auditPolicy()).logons !== 'on') {
      leaveOut('an agent whose sources hold no logons', 'this machine writes down none');
      test.skip();
    }
    const log = join(folder, 'audit.log');
    await writeFile(log, '');
    const args = [
      'run',
      '--server',
      server.url,
      '--state',
      join(folder, 'state'),
      '--source',
      `audit:${log}`,
    ];
    const agent = startAgent([...args, '--heartbeat', '0.1'], { SCOUT_ENROLMENT_TOKEN: await token() });
    const member = await organization.as('member');
    const seen = async () => (await member.api.agents({}))[0];
    while ((await seen())?.audit?.logons === undefined) await sleep(50);
    expect(await seen()).toMatchObject({
      audit: { logons: 'not_read' },
      reasons: expect.arrayContaining(['no_logons']),
    });
    expect((await seen())?.state).not.toBe('healthy');
    agent.child.kill('SIGTERM');
    await agent.ended;
  });

  it('rotates its credential when the server asks for it, and continues with the new one', async () => {
    const log = join(folder, 'security.xml');
    const credential = async (): Promise<string> =>
      JSON.parse(await readFile(join(folder, 'state', 'credential.json'), 'utf8')).credential;
    await writeFile(log, `${securityEvent(1)}\n`);
    expect((await runOnce(log)).code).toBe(0);
    const old = await credential();
    await server.database.asOwner((client) =>
      client.query(
        "UPDATE scout.agents SET credential_issued_at = now() - interval '91 days' WHERE tenant_id = $1",
        [organization.tenantId],
      ),
    );
    const agent = startAgent(runArguments(log, '--heartbeat', '0.05'));
    while ((await credential()) === old) await sleep(20);
    await appendFile(log, `${securityEvent(2)}\n`);
    while ((await storedRecords()).length < 2) await sleep(20);
    agent.child.kill('SIGTERM');
    expect(await agent.ended).toBe(0);
    expect(agent.stderr).toContain('switched to a new credential');
    const answer = await fetch(`${server.url}/api/agents/v1/rotate`, {
      method: 'POST',
      headers: { authorization: `Bearer ${old}`, 'content-type': 'application/json' },
      body: '{}',
    });
    expect(answer.status).toBe(401);
  });

  it('ships the events of the organization’s own service accounts once an admin has named them', async () => {
    const windows = await createStandIn(folder);
    const ticket = (record: number, account: string) => securityEvent(record, record, 4769, account);
    const log = [ticket(1, 'sa_billing'), ticket(2, 'j.weber'), ticket(3, 'svc.billing')];
    await windows.write(log);
    const state = join(folder, 'state');
    const args = ['run', '--server', server.url, '--state', state, '--source', 'windows:Security'];
    args.push('--wevtutil', windows.command, '--windows-poll', '0.05', '--heartbeat', '0.05');
    const agent = startAgent(args, { SCOUT_ENROLMENT_TOKEN: await token() });
    while ((await storedRecords()).length < 1) await sleep(20);
    expect(await storedRecords()).toEqual(['3']);

    const { api } = await organization.as('admin');
    const { settings } = await api.detectionSettings({});
    settings.service_accounts.entries = ['sa_*'];
    await api.detectionSettingsSave({ version: 0, settings });
    while (!/names of service accounts have changed: .*1 entry/.test(agent.stderr)) await sleep(20);
    log.push(ticket(4, 'j.weber'), ticket(5, 'sa_billing'));
    await windows.write(log);
    while ((await storedRecords()).length < 2) await sleep(20);
    agent.child.kill('SIGTERM');
    expect(await agent.ended).toBe(0);
    expect(await storedRecords()).toEqual(['3', '5']);

    // Started again, it has the names already.
    log.push(ticket(6, 'j.weber'), ticket(7, 'sa_billing'));
    await windows.write(log);
    const again = startAgent(args);
    while ((await storedRecords()).length < 3) await sleep(20);
    again.child.kill('SIGTERM');
    expect(await again.ended).toBe(0);
    expect(await storedRecords()).toEqual(['3', '5', '7']);
    expect(again.stderr).not.toContain('have changed');
  });

  it('reports a truncated log to the server, and none of its secrets', async () => {
    const log = join(folder, 'security.ndjson');
    const start = (record: number): string =>
      `${JSON.stringify({
        event_type: 4688,
        record_id: String(record),
        timestamp: '2026-11-20T08:00:00Z',
        system_context_computer_name: 'WS-1042',
        subject_user_name: 'j.weber',
        process_information_new_process_name: 'C:\\Tools\\sqlcmd.exe',
        process_information_command_line: `sqlcmd -S PRD-SQL01 -U svc.billing -P hunter2-${record}`,
      })}\n`;
    await writeFile(log, start(1) + start(2));
    expect((await runOnce(log)).code).toBe(0);
    await writeFile(log, start(3));
    expect((await runOnce(log)).code).toBe(0);
    const member = await organization.as('member');
    const [agent] = await member.api.agents({});
    expect(agent?.gaps).toMatchObject({
      count: 1,
      latest: [{ source: `file:${log}`, reason: 'log_cleared' }],
    });
    const { rows } = await server.database.asOwner((client) =>
      client.query<{ line: string }>(
        'SELECT DISTINCT process_information_command_line AS line FROM scout.tenant_events WHERE tenant_id = $1',
        [organization.tenantId],
      ),
    );
    expect(rows).toEqual([{ line: 'sqlcmd -S PRD-SQL01 -U svc.billing -P [redacted]' }]);
  });

  it('that is revoked says so and keeps its events; once an admin releases it, it resumes by itself', async () => {
    const log = join(folder, 'security.xml');
    await writeFile(log, `${securityEvent(1)}\n`);
    const agent = startAgent(runArguments(log, '--heartbeat', '0.05'), {
      SCOUT_ENROLMENT_TOKEN: await token(),
    });
    while ((await storedRecords()).length < 1) await sleep(20);
    const { api } = await organization.as('admin');
    const { agent_id } = (await api.agents({}))[0]!;
    await api.agentsRevoke({ agent_id });
    await appendFile(log, `${securityEvent(2)}\n`);
    while (!/has blocked this machine.*credential_revoked.*asking again/.test(agent.stderr)) await sleep(20);
    expect(agent.child.exitCode).toBeNull();
    expect(await api.agents({})).toMatchObject([{ state: 'revoked' }]);
    expect(await storedRecords()).toEqual(records(1, 1));
    // Its token is still valid for other machines, but not for this one.
    const enrol = ['enrol', '--force', '--server', server.url, '--state', join(folder, 'other')];
    await mkdir(join(folder, 'other'));
    await copyFile(join(folder, 'state', 'machine-id'), join(folder, 'other', 'machine-id'));
    const forged = await runAgent(enrol, { SCOUT_ENROLMENT_TOKEN: await token() });
    expect([forged.code, forged.stderr]).toEqual([3, expect.stringContaining('409 machine_revoked')]);

    await api.agentsRelease({ agent_id, accept_credential: true });
    while ((await storedRecords()).length < 2) await sleep(20);
    agent.child.kill('SIGTERM');
    expect(await agent.ended).toBe(0);
    expect(agent.stderr).toContain('accepts this machine again');
    expect(await api.agents({})).toMatchObject([{ agent_id, state: 'healthy' }]);
    expect(await storedRecords()).toEqual(records(1, 2));
    const entries = await api.auditLogs({ text: agent_id });
    expect(entries.map(({ action }) => action).toReversed()).toEqual([
      'agent_enrolled',
      'agent_revoked',
      'agent_released',
      'agent_enrolled',
    ]);
  });

  it('that runs on a second machine with a copy of its state is a conflict, and the first one’s events stay', async () => {
    const log = join(folder, 'security.xml');
    await writeFile(log, `${securityEvent(1)}\n`);
    expect((await runOnce(log)).code).toBe(0);
    const { api } = await organization.as('admin');
    expect(await api.agents({})).toMatchObject([{ state: 'healthy' }]);
    await cp(join(folder, 'state'), join(folder, 'copy'), { recursive: true });
    const here = startAgent(runArguments(log, '--heartbeat', '0.2'));
    const copy = runArguments(join(folder, 'copy.xml'), '--heartbeat', '0.2');
    copy[copy.indexOf(join(folder, 'state'))] = join(folder, 'copy');
    await writeFile(join(folder, 'copy.xml'), `${securityEvent(9_001)}\n`);
    const there = startAgent(copy);
    await appendFile(log, `${securityEvent(2)}\n`);
    while ((await api.agents({}))[0]?.state !== 'conflict') await sleep(50);
    while ((await storedRecords()).length < 3) await sleep(20);
    for (const agent of [here, there]) agent.child.kill('SIGTERM');
    expect(await Promise.all([here.ended, there.ended])).toEqual([0, 0]);
    expect(await storedRecords()).toEqual([...records(1, 2), '9001']);
    expect(await api.agents({})).toMatchObject([{ state: 'conflict', reasons: ['same_identity'] }]);
  });

  it.each(rotatingSeeds(1))('killed and restarted midway, stores each event once (seed %i)', async (seed) => {
    const random = createRandom(seed);
    const log = join(folder, 'security.xml');
    const secret = await token();
    let written = 0;
    for (let life = 0; life < 6; life += 1) {
      await appendFile(
        log,
        records(written + 1, written + 2_000)
          .map((id) => `${securityEvent(Number(id))}\n`)
          .join(''),
      );
      written += 2_000;
      const before = (await storedRecords()).length;
      const agent = startAgent(runArguments(log), { SCOUT_ENROLMENT_TOKEN: secret });
      while ((await storedRecords()).length === before && agent.child.exitCode === null) await sleep(10);
      await sleep(random() * 60);
      agent.child.kill('SIGKILL');
      await agent.ended;
    }
    expect((await runOnce(log)).code).toBe(0);
    expect(await storedRecords()).toEqual(records(1, written));
  });

  it.skipIf(!existsSync(REAL_EVENTS))(
    'takes every real event: each is stored or rejected with a reason',
    async () => {
      const log = join(folder, 'security.xml');
      const xml = gunzipSync(await readFile(REAL_EVENTS))
        .toString('utf8')
        .trim()
        .split('\n')
        .map((line) => (JSON.parse(line) as { xml: string }).xml);
      await writeFile(log, Buffer.from(`\uFEFF<Events>${xml.join('\r\n')}</Events>`, 'utf16le'));
      const { code, stdout } = await runOnce(log);
      expect(code).toBe(0);
      const { read, accepted, duplicates, rejected } = JSON.parse(stdout);
      expect({ read, duplicates }).toEqual({ read: xml.length, duplicates: 0 });
      expect(accepted + rejected).toBe(xml.length);
      expect(await storedRecords()).toHaveLength(accepted);
      const status = JSON.parse(
        (await runAgent(['status', '--state', join(folder, 'state'), '--json'])).stdout,
      );
      const reasons = Object.values(status.rejections.by_code as Record<string, number>);
      expect(reasons.reduce((sum, count) => sum + count, 0)).toBe(rejected);
    },
  );
});
