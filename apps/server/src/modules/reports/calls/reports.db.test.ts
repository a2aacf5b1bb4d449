import { get, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { TenantEvent } from '@scout/contract';
import { exportColumns, exportHead, exportLines } from '@scout/contract/exports/tenantEvents';
import {
  createOrganization,
  startServer,
  type TestClient,
  type TestOrganization,
  type TestServer,
} from '@scout/testkit';
import Fastify from 'fastify';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { lengthOf } from '../../../../../../scripts/testLength.mjs';
import { withRole } from '../../../platform/database/pool.ts';
import { countTenantEvents } from '../../events/sql/countedEvents.ts';
import { type ExportPosition, readExportPage } from '../../events/sql/tenantEvents.ts';
import { countEvents } from '../../events/sql/testing/countEvents.ts';
import { registerReports } from './reports.ts';

const rows = lengthOf(8_000, 20_000);
/** All rows are within these hundred hours. */
const window = 'from=2026-11-01T00:00:00Z&to=2026-11-05T04:00:00Z';

let server: TestServer;
let bank: TestOrganization;
let member: TestClient;
let aldersMember: TestClient;

beforeAll(async () => {
  server = await startServer();
  bank = await createOrganization(server, 'Northwind Bank');
  const rival = await createOrganization(server, 'Alder Health');
  aldersMember = await rival.as('member');
  member = await bank.as('member');
  await fill(bank.tenantId, rows);
  await fill(rival.tenantId, 10);
});
afterAll(() => server.stop());

/** Events every 18 s from November 1, two at each time, of three types; command lines are long, and some are formulas. */
async function fill(tenantId: string, n: number): Promise<void> {
  await server.database.asOwner(async (owner) => {
    await owner.query(
      `INSERT INTO scout.tenant_events (tenant_id, occurred_at, batch_id, batch_index, agent_id, event_type, event_id, record_id,
         provider, target_user_name, system_context_computer_name, process_information_command_line)
       SELECT $1, timestamptz '2026-11-01T00:00:00Z' + (i / 2) * interval '36 seconds', md5((i / 1000)::text)::uuid, i % 1000,
         '0198a3f0-0000-7000-8000-00000000000b', (ARRAY['WINDOWS_SECURITY_4624', 'WINDOWS_SECURITY_4625', 'Other/7'])[i % 3 + 1], i, i,
         'Microsoft-Windows-Security-Auditing', CASE WHEN i % 7 = 0 THEN '=svc.' ELSE 'svc.' END || i, 'PRD-SQL01',
         E'"a, b"\\r\\n' || repeat(md5(i::text), 60)
       FROM generate_series(0, $2::int - 1) i`,
      [tenantId, n],
    );
    await countEvents(owner, tenantId);
  });
}

/** All events of the window from the table call, page by page. */
async function allEvents(eventType?: string): Promise<TenantEvent[]> {
  const found = new Map<string, TenantEvent>();
  let to = '2026-11-05T04:00:00Z';
  for (;;) {
    const type = eventType ? `&event_type=${eventType}` : '';
    const response = await member.request(`/rest/v1/tenant_events?from=2026-11-01T00:00:00Z&to=${to}${type}`);
    const page = (await response.json()) as TenantEvent[];
    for (const event of page) found.set(event.id + event.timestamp, event);
    if (response.headers.get('x-scout-complete') === 'true') return [...found.values()];
    to = page.at(-1)!.timestamp;
  }
}

const report = (format: 'csv' | 'txt', query = window) =>
  member.request(`/api/v1/reports/tenant-events.${format}?${query}`);

describe(`exports of ${rows} events`, () => {
  test.each(['csv', 'txt'] as const)(
    '%s has the bytes that a browser makes of the same rows',
    async (format) => {
      const response = await report(format);
      expect(response.headers.get('x-scout-count')).toBe(String(rows));
      expect(response.headers.get('content-disposition')).toMatch(
        new RegExp(
          `^attachment; filename="tenant-events-\\d{4}-\\d\\d-\\d\\dT\\d\\d-\\d\\d-\\d\\d\\.${format}"$`,
        ),
      );
      const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(await response.arrayBuffer());
      const events = await allEvents();
      expect(events).toHaveLength(rows);
      expect(text === exportHead(format) + exportLines(events, format)).toBe(true);
      if (format === 'csv') expect(text.includes(`,"'=svc.7",`)).toBe(true);
    },
    120_000,
  );

  test('one type, as stored or as its number, is counted and exported', async () => {
    const of = (type: string) => `${window}&event_type=${type}`;
    const expected = Math.floor(rows / 3) + 1;
    for (const type of ['4625', 'WINDOWS_SECURITY_4625']) {
      const { count } = await member.api.tenantEventsCount({ ...bounds, event_type: type });
      expect(Math.abs(count - expected)).toBeLessThan(2);
      const lines = (await (await report('txt', of(type))).text()).trimEnd().split('\n');
      expect(lines).toHaveLength(count);
      expect(new Set(lines.map((line) => JSON.parse(line).event_type))).toEqual(
        new Set(['WINDOWS_SECURITY_4625']),
      );
    }
  }, 120_000);

  test('the types of the window are listed once each', async () => {
    expect(await member.api.tenantEventsTypes(bounds)).toEqual([
      { event_type: 'Other/7' },
      { event_type: 'WINDOWS_SECURITY_4624' },
      { event_type: 'WINDOWS_SECURITY_4625' },
    ]);
    expect(await member.api.tenantEventsTypes({ from: '2025-01-01', to: '2025-01-02' })).toEqual([]);
  });

  test('events stored while an export runs are in none of its pages', async () => {
    const late = "target_user_name = 'svc.late'";
    await bank.as('agent');
    const response = await stalled(member, 'csv');
    await server.database.asOwner(async (owner) => {
      await owner.query(
        `WITH batch AS (
           INSERT INTO scout.batches (tenant_id, agent_id, batch_no, batch_id, received_at, body_sha256, accepted, rejected)
           SELECT tenant_id, agent_id, 900001, gen_random_uuid(), now(), sha256(''), 1, 0 FROM scout.agents WHERE tenant_id = $1 LIMIT 1
           RETURNING tenant_id, agent_id, batch_id)
         INSERT INTO scout.tenant_events (tenant_id, occurred_at, batch_id, batch_index, agent_id, event_type, target_user_name)
         SELECT tenant_id, '2026-11-01T00:00:01Z', batch_id, 0, agent_id, 'Other/7', 'svc.late' FROM batch`,
        [bank.tenantId],
      );
    });
    try {
      expect((await text(response)).includes('svc.late')).toBe(false);
      expect((await (await report('csv')).text()).includes('svc.late')).toBe(true);
    } finally {
      await server.database.asOwner((owner) => owner.query(`DELETE FROM scout.tenant_events WHERE ${late}`));
    }
  }, 60_000);
});

describe('stalled readers', () => {
  /** Server connections inside a transaction, and queries waiting for one. */
  const held = () =>
    server.database.asOwner(async (owner) => {
      const { rows } = await owner.query(
        `SELECT FROM pg_stat_activity WHERE datname = current_database() AND state LIKE 'idle in transaction%'`,
      );
      return rows.length + server.context.pool.waitingCount;
    });

  test('hold no connection, however many they are, and others continue', async () => {
    const others = await Promise.all(
      ['Meridian Defense', 'Cedar Foods', 'Harbor Logistics'].map((name) => createOrganization(server, name)),
    );
    await Promise.all(others.map(({ tenantId }) => fill(tenantId, rows)));
    const readers = [member, ...(await Promise.all(others.map((one) => one.as('member'))))];
    const answers = await Promise.all(readers.flatMap((reader) => [1, 2, 3].map(() => stalled(reader))));
    // More than the server has connections.
    expect(answers).toHaveLength(12);
    await expect.poll(held).toBe(0);

    const fourth = await report('txt');
    expect([fourth.status, fourth.headers.get('retry-after')]).toEqual([503, '10']);
    expect(await fourth.json()).toMatchObject({ code: 'unavailable' });
    const rival = await aldersMember.request(`/api/v1/reports/tenant-events.txt?${window}`);
    expect([rival.status, (await rival.text()).trimEnd().split('\n').length]).toEqual([200, 10]);

    for (const answer of answers) answer.destroy();
    await expect.poll(async () => (await report('csv', 'from=2025-01-01&to=2025-01-02')).status).toBe(200);
  }, 120_000);

  test('cause no read-ahead', async () => {
    const query = vi.spyOn(pg.Client.prototype, 'query');
    const pages = () => query.mock.calls.filter(([text]) => String(text).includes('with "page"')).length;
    const response = await stalled(member);
    // Idle once a second check finds no further page.
    let before = -1;
    await expect
      .poll(
        () => {
          const now = pages();
          const resting = now === before && now > 0;
          before = now;
          return resting;
        },
        { interval: 500, timeout: 20_000 },
      )
      .toBe(true);
    expect(pages()).toBeLessThan(rows / 500);
    response.destroy();
    query.mockRestore();
  }, 60_000);

  test('are cut off, which frees their place', async () => {
    const app = Fastify({ forceCloseConnections: true });
    registerReports(app, server.context, { pieceMs: 1000 });
    // The kernel keeps a few hundred KiB for a reader of such a socket, and of TCP several MiB, which take a busy machine long to fill.
    const socketPath = join(server.dataDir, 'reports.sock');
    await app.listen({ path: socketPath });
    try {
      const answers = await Promise.all([1, 2, 3].map(() => stalled(member, 'txt', { socketPath })));
      const again = async () => {
        const answer = await ask(member, 'csv?from=2025-01-01&to=2025-01-02', { socketPath });
        await text(answer);
        return answer.statusCode;
      };
      const three = () => Promise.all([again(), again(), again()]);
      await expect.poll(three).toEqual([200, 200, 200]);
      await Promise.all(answers.map((answer) => expect(text(answer)).rejects.toThrow(/aborted|ECONNRESET/)));
    } finally {
      await app.close();
    }
  }, 60_000);

  test('get no further page once they are not members', async () => {
    const leaver = await bank.as('member');
    const response = await stalled(leaver);
    const setStatus = (status: string) =>
      server.database.asOwner((owner) =>
        owner.query(
          'UPDATE scout.memberships SET status = $2 WHERE user_id = (SELECT id FROM auth."user" WHERE email = $1)',
          [bank.emailOf('member'), status],
        ),
      );
    await setStatus('pending');
    try {
      await expect(text(response)).rejects.toThrow('aborted');
    } finally {
      await setStatus('active');
    }
  }, 60_000);
});

/** Response of an export that is no longer read. */
async function stalled(
  reader: TestClient,
  format: 'csv' | 'txt' = 'txt',
  place?: { socketPath: string },
): Promise<IncomingMessage> {
  const response = await ask(reader, `${format}?${window}`, place);
  response.pause();
  expect(response.statusCode).toBe(200);
  return response;
}

/** Response of an export whose body is not read yet. @param place by default the server's port */
function ask(
  { bearer }: TestClient,
  query: string,
  place: { socketPath?: string } = {},
): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const url = new URL(`/api/v1/reports/tenant-events.${query}`, server.url);
  get(url, { ...place, headers: { authorization: `Bearer ${bearer}` } }, resolve).on('error', reject);
  return promise;
}

test('a page has a bounded amount of text, and at least one event', async () => {
  const cedar = await createOrganization(server, 'Cedar Bank');
  await fill(cedar.tenantId, 40);
  const scope = { tenantId: cedar.tenantId, ...bounds, eventType: undefined };
  await withRole(server.context.pool, { role: 'scout_member', tenantId: cedar.tenantId }, async (tx) => {
    const { count, snapshot } = await countTenantEvents(tx, scope);
    expect(count).toBe(40);
    for (const [bytes, most] of [
      [1, 1],
      [5000, 2],
      [1_000_000, 30],
    ] as const) {
      const seen: string[] = [];
      let after: ExportPosition | undefined;
      do {
        const page = await readExportPage(tx, scope, { snapshot, after, rows: 30, bytes });
        expect(page.events.length).toBeLessThanOrEqual(most);
        seen.push(...page.events.map(({ id }) => id));
        after = page.last;
      } while (after);
      expect([seen.length, new Set(seen).size]).toEqual([40, 40]);
    }
  });
});

const bounds = { from: '2026-11-01T00:00:00Z', to: '2026-11-05T04:00:00Z' };

test('without events: CSV has its header, TXT is empty, the count is 0', async () => {
  const empty = 'from=2025-01-01&to=2025-01-02';
  expect((await (await report('csv', empty)).text()).trim()).toBe(exportColumns.join(','));
  expect(await (await report('txt', empty)).text()).toBe('');
  expect(await member.api.tenantEventsCount({ from: '2025-01-01', to: '2025-01-02' })).toEqual({ count: 0 });
});

test.each(['from=yesterday', 'from=2026-11-05&to=2026-11-01', 'event_type='])(
  '?%s is refused',
  async (query) => {
    for (const path of [
      '/api/v1/reports/tenant-events.csv',
      '/rest/v1/tenant_events/count',
      '/rest/v1/tenant_events/types',
    ]) {
      const response = await member.request(`${path}?${query}`);
      expect([response.status, await response.json()]).toMatchObject([400, { code: 'invalid_input' }]);
    }
  },
);
