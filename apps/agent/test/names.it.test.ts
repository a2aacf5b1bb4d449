import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { STANDARD_SETTINGS } from '@scout/detection';
import { eventXml } from '@scout/detection/testing/eventXml';
import { createOrganization, startServer, type TestOrganization, type TestServer } from '@scout/testkit';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { type AgentProcess, runAgent, startAgent } from './agentProcess.ts';
import { createStandIn, type StandIn } from './windows/standIn.ts';

let server: TestServer;
let organization: TestOrganization;
let folder: string;
let windows: StandIn;
let agent: AgentProcess;

beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  organization = await createOrganization(server, 'Northwind Bank');
  folder = await mkdtemp(join(tmpdir(), 'scout-names-'));
  windows = await createStandIn(folder);
});
afterEach(async () => {
  agent.child.kill('SIGTERM');
  await agent.ended;
  await rm(folder, { recursive: true });
});

const soon = { timeout: 30_000, interval: 100 };
const CONTROLLER = 'DC01.northwind.example';
const CLIENT = '::ffff:10.20.1.7';

/** Events on a controller of one account: a logon, tickets, and a refused ticket. */
const eventsOf = (account: string): [id: number, data: Record<string, string>][] => [
  [4624, { TargetUserName: account, TargetDomainName: 'NORTHWIND', LogonType: '3', IpAddress: '10.20.1.7' }],
  [4768, { TargetUserName: account, ServiceName: 'krbtgt', Status: '0x0', IpAddress: CLIENT }],
  [
    4769,
    {
      TargetUserName: `${account}@NORTHWIND.EXAMPLE`,
      ServiceName: 'FS01$',
      Status: '0x0',
      IpAddress: CLIENT,
    },
  ],
  [4771, { TargetUserName: account, ServiceName: 'krbtgt', Status: '0x18', IpAddress: CLIENT }],
  [4776, { TargetUserName: account, Workstation: 'APP01', Status: '0x0' }],
];
let log: string[] = [];
const write = async (account: string): Promise<void> => {
  for (const [id, data] of eventsOf(account)) {
    const time = new Date(Date.now() - 1_000).toISOString();
    log.push(
      eventXml({
        id,
        time,
        recordId: String(log.length + 1),
        computer: CONTROLLER,
        data: Object.entries(data),
      }),
    );
  }
  await windows.write(log);
};
const stored = (): Promise<string[]> =>
  server.database.asOwner(async (client) => {
    const { rows } = await client.query<{ event: string }>(
      `SELECT event_id || ' ' || lower(split_part(target_user_name, '@', 1)) AS event
       FROM scout.tenant_events WHERE tenant_id = $1 ORDER BY record_id`,
      [organization.tenantId],
    );
    return rows.map(({ event }) => event);
  });
const whole = (account: string): string[] => eventsOf(account).map(([id]) => `${id} ${account}`);

it('a controller sends the tickets of an organization’s accounts after its settings say their names, and what was left out is reported', {
  timeout: 120_000,
}, async () => {
  log = [];
  const admin = await organization.as('admin');
  const { token } = await admin.api.enrolmentsCreate({});
  const state = join(folder, 'state');
  const start = () =>
    startAgent(
      [
        ...['run', '--server', server.url, '--state', state, '--host', 'DC01', '--source', 'windows:'],
        ...['--wevtutil', windows.command, '--windows-poll', '0.05', '--heartbeat', '0.1'],
      ],
      { SCOUT_ENROLMENT_TOKEN: token },
    );
  const machine = async () => (await admin.api.agents({}))[0]!;
  const save = (version: number, entries: string[]) =>
    admin.api.detectionSettingsSave({
      version,
      settings: structuredClone({
        ...STANDARD_SETTINGS,
        service_accounts: { standard: true, entries },
      }) as Parameters<typeof admin.api.detectionSettingsSave>[0]['settings'],
    });
  agent = start();

  // Before: only what is sent of every account, and the fleet says by which names.
  await vi.waitFor(
    async () => expect((await machine()).names).toMatchObject({ state: 'current', version: 0, wanted: 0 }),
    soon,
  );
  await write('sa_billing');
  await vi.waitFor(async () => expect(await stored()).toEqual(['4624 sa_billing']), soon);
  await write('svc.ledger');
  await vi.waitFor(
    async () => expect(await stored()).toEqual(['4624 sa_billing', ...whole('svc.ledger')]),
    soon,
  );

  await save(0, ['sa_*', 'gmsa-sql$']);
  await vi.waitFor(
    async () =>
      expect((await machine()).names).toEqual({
        state: 'current',
        version: 1,
        wanted: 1,
        since: expect.any(String),
        message: null,
      }),
    soon,
  );
  // A managed account is told from a machine by its entry, not by the end of its name.
  for (const account of ['sa_billing', 'ws-1042$', 'gmsa-sql$']) await write(account);
  const after = [
    ...['4624 sa_billing', ...whole('svc.ledger')],
    ...[...whole('sa_billing'), '4624 ws-1042$', ...whole('gmsa-sql$')],
  ];
  await vi.waitFor(async () => expect(await stored()).toEqual(after), soon);
  const { gaps, state: health, reasons } = await machine();
  expect(gaps).toMatchObject({
    count: 1,
    last_at: null,
    latest: [
      {
        source: 'windows:Security',
        reason: 'names_changed',
        from_record: 'names 0',
        to_record: 'names 1',
        missing: null,
      },
    ],
  });
  expect([health, reasons]).not.toContain('gaps');
  const status = await runAgent(['status', '--state', state]);
  expect(status.stdout).toMatch(/^Names {12}version 1 of Settings > Detection, since \d{4}-/m);
  expect(agent.stderr).toContain('events that the earlier names left out are not read again');

  // They survive a restart, and nobody but the organization's key changes them on the disk.
  agent.child.kill('SIGTERM');
  await agent.ended;
  const file = join(state, 'names.json');
  const kept = JSON.parse(await readFile(file, 'utf8')) as { document: string };
  await writeFile(file, JSON.stringify({ ...kept, document: kept.document.replace('sa_*', 'xy_*') }));
  await write('sa_payroll');
  agent = start();
  await vi.waitFor(async () => expect(await stored()).toEqual([...after, ...whole('sa_payroll')]), soon);
  expect(agent.stderr).toContain('not signed by the key that this machine pinned');
  await vi.waitFor(
    async () => expect((await machine()).names).toMatchObject({ state: 'current', version: 1 }),
    soon,
  );
});
