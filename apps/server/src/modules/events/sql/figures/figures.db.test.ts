import type { AddressInfo } from 'node:net';
import {
  type Clock,
  failedLogonFigures,
  figuresOf,
  incidentsOf,
  infrastructureChangeFigures,
  interactiveLogonFigures,
  QUARTER,
  type Row,
  serviceAccountActivityFigures,
  WINDOW_HOURS,
} from '@scout/detection';
import { createApp } from '@scout/server/app';
import {
  clientOf,
  createClock,
  createOrganization,
  startServer,
  type TestClient,
  type TestOrganization,
  type TestServer,
} from '@scout/testkit';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { lengthOf } from '../../../../../../../scripts/testLength.mjs';
import { ship } from '../../../ingest/testing/ship.ts';

const HOUR = 3_600_000;
const WINDOW = WINDOW_HOURS * HOUR;

const clock = createClock();
let server: TestServer;
let stopApp: () => Promise<void>;
let organization: TestOrganization;
let member: TestClient;
let agent: TestClient;
let batchNo = 0;

beforeAll(async () => {
  server = await startServer();
  organization = await createOrganization(server);
  // A second server with a separate clock for events and figures: tokens need the real time.
  const app = await createApp({ ...server.context, clock });
  await app.listen({ host: '127.0.0.1', port: 0 });
  stopApp = () => app.close();
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  member = clientOf({ url }, (await organization.as('member')).bearer);
  agent = clientOf({ url }, (await organization.as('agent')).bearer);
});
afterAll(async () => {
  await stopApp();
  await server.stop();
});

async function forget(): Promise<void> {
  await server.database.asOwner(async (client) => {
    for (const table of ['tenant_events', 'incidents', 'rollups', 'rollup_sums'])
      await client.query(`DELETE FROM scout.${table}`);
  });
}

async function shipAll(batches: readonly (readonly object[])[]): Promise<void> {
  for (const events of batches) {
    const lines = events.map((event) => JSON.stringify(event));
    batchNo += 1;
    const { status, body } = await ship(agent, batchNo, lines);
    expect({ status, ...body }).toEqual({
      status: 200,
      accepted: events.length,
      duplicates: 0,
      rejected: [],
    });
  }
}

/** Every stored event as sent to a browser. */
async function rowsServed(): Promise<Row[]> {
  const response = await member.request('/rest/v1/tenant_events?from=2000-01-01&to=2100-01-01');
  expect(response.headers.get('x-scout-complete')).toBe('true');
  return (await response.json()) as Row[];
}

async function figuresServed(name: string, at: Clock): Promise<unknown> {
  const query = new URLSearchParams({ tz: at.timeZone });
  if (at.since !== undefined) {
    query.set('from', new Date(at.since).toISOString());
    query.set('to', new Date(at.now).toISOString());
  }
  const response = await member.request(`/api/v1/figures/${name}?${query}`);
  expect(response.status).toBe(200);
  return response.json();
}

/** Compares the server's figures with those a browser computes from the served rows. */
async function expectEqualFigures(at: Clock): Promise<void> {
  clock.set(at.now);
  const rows = await rowsServed();
  const served = {
    activity: await figuresServed('service-account-activity', at),
    failed: await figuresServed('failed-logons', at),
    interactive: await figuresServed('interactive-logons', at),
    risk: await figuresServed('ai-risk', at),
    changes: await figuresServed('infrastructure-changes', at),
  };
  expect(served).toEqual({
    activity: serviceAccountActivityFigures(incidentsOf(rows, 'service-account-activity'), at),
    failed: failedLogonFigures(incidentsOf(rows, 'failed-logons'), at),
    interactive: interactiveLogonFigures(incidentsOf(rows, 'interactive-logons'), at),
    risk: figuresOf('ai-risk', incidentsOf(rows, 'ai-risk'), at),
    changes: infrastructureChangeFigures(incidentsOf(rows, 'infrastructure-changes'), at),
  });
}

/** Zones with fractional offsets, and zones with a daylight-saving change near the times below. */
const timeZone = fc.constantFrom(
  'UTC',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'America/St_Johns',
  'Australia/Lord_Howe',
  'Pacific/Chatham',
  'Europe/Zurich',
  'America/New_York',
  'Pacific/Kiritimati',
);

/** A time within 30 days after a clock change, on, just before or after a quarter hour, or anywhere. */
const moment = fc
  .tuple(
    fc.constantFrom('2026-03-10', '2026-03-29', '2026-04-06', '2026-10-05', '2026-10-25', '2026-11-02'),
    fc.integer({ min: 0, max: 25 * 96 }),
    fc.oneof(fc.constantFrom(-1, 0, 1), fc.integer({ min: 0, max: QUARTER - 1 })),
  )
  .map(([day, quarters, offset]) => Date.parse(day) + quarters * QUARTER + offset);

/** Age of an event: anywhere, around the window's ends, around their quarter hours, around any. */
const age = (now: number): fc.Arbitrary<number> => {
  const since = now - WINDOW;
  const edges = [since, now, Math.ceil(since / QUARTER) * QUARTER, Math.floor((now + 1) / QUARTER) * QUARTER];
  return fc.oneof(
    { weight: 2, arbitrary: fc.integer({ min: -HOUR, max: WINDOW + HOUR }) },
    fc.tuple(fc.constantFrom(...edges), fc.integer({ min: -1, max: 1 })).map(([edge, by]) => now - edge - by),
    fc
      .tuple(fc.integer({ min: 0, max: WINDOW_HOURS * 4 }), fc.integer({ min: -1, max: 1 }))
      .map(([quarters, by]) => (now % QUARTER) + quarters * QUARTER + by),
  );
};

const account = fc.constantFrom(
  'svc.billing',
  'SVC.Billing',
  'NORTHWIND\\svc.billing',
  'svc.reporting@northwind.example',
  'Service.ETL',
  'service.etl',
  'alice',
  'svcß',
  'svcẞ',
  'svcİ',
  'svc\u{1f600}',
  'svc\ue000',
);
const server_ = fc.constantFrom(
  'PRD-SQL01',
  'prd-sql01.northwind.example',
  'PROD-LEDGER-02',
  'Prod_\u{1f600}',
  'WEB01',
);
const workstation = fc.constantFrom(
  'WS-1042',
  'ws-1042',
  'FIN-LAPTOP3',
  'fin-laptop3.northwind.example',
  'DB-7',
);
const reason = fc.constantFrom(
  null,
  'account locked out',
  'Account Locked Out',
  '0xc000006a',
  'ÄRGER',
  'ärger',
);
const source = fc.constantFrom(null, '192.0.2.7', '2001:db8::7', 'WS-1042', 'ws-1042', 'a,B,b');

const subject = fc.constantFrom(
  null,
  '-',
  'alice',
  'ALICE',
  'NORTHWIND\\alice',
  'WS-1042$',
  'svc\u{1f600}',
  'SYSTEM',
);

const failedLogon = fc.record({
  subject_user_name: subject,
  event_type: fc.constant('4625'),
  target_user_name: account,
  system_context_computer_name: server_,
  failure_reason: reason,
  source_host: source,
  source_info_workstation_name: source,
});
const interactiveLogon = fc.record({
  subject_user_name: subject,
  event_type: fc.constant('4624'),
  logon_type: fc.constantFrom('2', '3'),
  target_user_name: account,
  system_context_computer_name: workstation,
});
const change = fc.record({
  subject_user_name: subject,
  event_type: fc.constantFrom(
    'WINDOWS_SECURITY_4720',
    'WINDOWS_SECURITY_4728',
    'WINDOWS_SECURITY_4738',
    'WINDOWS_SECURITY_4719',
    'Microsoft-Windows-Eventlog/1102',
  ),
  target_user_name: account,
  system_context_computer_name: server_,
  object_name: fc.constantFrom(null, 'Domain Admins', 'logons', 'ä\u{1f600}'),
  object_id: fc.constantFrom(null, 'S-1-5-21-1-2-3-512', 'S-1-5-21-1-2-3-1601'),
  change: fc.constantFrom(
    null,
    'password never expires',
    'Kerberos pre-authentication off',
    'success removed',
  ),
});
const clientStart = fc
  .record({
    user: account,
    host: server_,
    computer: workstation,
    program: fc.constantFrom('sqlcmd.exe', 'DBeaver.exe'),
    subject_user_name: subject,
  })
  .map(({ user, host, computer, program, subject_user_name }) => ({
    event_type: '4688',
    subject_user_name,
    system_context_computer_name: computer,
    process_information_new_process_name: `C:\\Tools\\${program}`,
    process_information_command_line: `${program} -S "${host}" -U "${user}"`,
  }));

const scenario = moment.chain((now) => {
  const event = fc
    .tuple(fc.oneof({ weight: 3, arbitrary: failedLogon }, interactiveLogon, clientStart, change), age(now))
    .map(([fields, before]) => ({ ...fields, timestamp: new Date(now - before).toISOString() }));
  return fc.record({
    clock: fc.record({ now: fc.constant(now), timeZone }),
    batches: fc.array(fc.array(event, { minLength: 1, maxLength: 40 }), { minLength: 1, maxLength: 4 }),
  });
});

describe('the server’s figures', () => {
  beforeEach(forget);

  it('equal the browser’s for any events, clock and time zone', {
    timeout: lengthOf(300_000, 3_600_000),
  }, async () => {
    await fc.assert(
      fc
        .asyncProperty(scenario, async ({ clock: at, batches }) => {
          clock.set(at.now);
          await shipAll(batches);
          await expectEqualFigures(at);
        })
        .afterEach(forget),
      { numRuns: lengthOf(12, 800) },
    );
  });

  it('stay equal while the window moves over the same events', async () => {
    const now = Date.parse('2026-04-05T15:30:00.000Z');
    clock.set(now);
    const events = fc.sample(failedLogon, { numRuns: 120, seed: 7 }).map((fields, index) => ({
      ...fields,
      timestamp: new Date(now - index * 6 * HOUR - index).toISOString(),
    }));
    await shipAll([events]);
    for (const moved of [0, 1, QUARTER - 1, QUARTER, HOUR, 24 * HOUR, 29 * 24 * HOUR, WINDOW, WINDOW + 1]) {
      await expectEqualFigures({ now: now + moved, timeZone: 'Australia/Lord_Howe' });
    }
  });

  it('equal the browser’s for any chosen window too', { timeout: lengthOf(300_000, 3_600_000) }, async () => {
    const chosen = scenario.chain(({ clock: at, batches }) =>
      fc
        .tuple(
          fc.oneof(
            fc.integer({ min: 0, max: 2 * QUARTER }),
            fc.integer({ min: 0, max: 3 * 24 * HOUR }),
            fc.integer({ min: 0, max: 2 * WINDOW }),
          ),
          fc.oneof(fc.constant(0), fc.integer({ min: 0, max: WINDOW })),
        )
        .map(([length, before]) => ({
          batches,
          shippedAt: at.now,
          at: { timeZone: at.timeZone, now: at.now - before, since: at.now - before - length },
        })),
    );
    await fc.assert(
      fc
        .asyncProperty(chosen, async ({ at, shippedAt, batches }) => {
          clock.set(shippedAt);
          await shipAll(batches);
          await expectEqualFigures(at);
        })
        .afterEach(forget),
      { numRuns: lengthOf(10, 600) },
    );
  });

  it.each([
    ['from=2026-11-21&to=2026-11-20', 'later'],
    ['from=2025-11-01&to=2026-11-20', '366 days'],
    ['from=2000-01-01', '366 days'],
    ['from=soon', 'ISO 8601'],
  ])('refuse the window %s', async (query, why) => {
    const response = await member.request(`/api/v1/figures/failed-logons?${query}`);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      code: 'invalid_input',
      message: expect.stringContaining(why),
    });
  });

  it('count all events and list the first thousand names of each kind', async () => {
    const now = Date.parse('2026-11-10T12:07:00.000Z');
    clock.set(now);
    const events = Array.from({ length: 2400 }, (_, index) => ({
      event_type: '4625',
      target_user_name: `svc.${index % 1200}`,
      system_context_computer_name: `PRD-${index % 1100}`,
      source_host: `192.0.2.${index % 9}`,
      timestamp: new Date(now - index * 1_000_000).toISOString(),
    }));
    await shipAll([events]);
    await expectEqualFigures({ now, timeZone: 'Europe/Zurich' });
  });

  it('of an organization without events are zeros over the same window', async () => {
    await expectEqualFigures({ now: Date.parse('2026-11-21T10:00:00.000Z'), timeZone: 'UTC' });
  });

  it.each(['Mars/Olympus', '+02:00', '', 'Europe/Zurich; DROP'])('refuse the time zone %j', async (tz) => {
    const response = await member.request(`/api/v1/figures/failed-logons?tz=${encodeURIComponent(tz)}`);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      code: 'invalid_input',
      message: expect.stringContaining('tz'),
    });
  });
});
