import { get } from 'node:http';
import type { TenantEvent } from '@scout/contract';
import { exportColumns, exportHead, exportLines } from '@scout/contract/exports/tenantEvents';
import {
  createOrganization,
  startServer,
  type TestClient,
  type TestOrganization,
  type TestServer,
} from '@scout/testkit';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';

const rows = 20_000;
/** The twenty thousand rows lie within these hundred hours. */
const window = 'from=2026-11-01T00:00:00Z&to=2026-11-05T04:00:00Z';

let server: TestServer;
let bank: TestOrganization;
let member: TestClient;

beforeAll(async () => {
  server = await startServer();
  bank = await createOrganization(server, 'Northwind Bank');
  const rival = await createOrganization(server, 'Alder Health');
  member = await bank.as('member');
  await fill(bank.tenantId, rows);
  await fill(rival.tenantId, 10);
});
afterAll(() => server.stop());

/** Events every 18 s from 1 November, two at each moment, of three types; command lines are long, and some are formulas. */
async function fill(tenantId: string, n: number): Promise<void> {
  await server.database.asOwner((owner) =>
    owner.query(
      `INSERT INTO scout.tenant_events (tenant_id, occurred_at, batch_id, batch_index, agent_id, event_type, event_id, record_id,
         provider, target_user_name, system_context_computer_name, process_information_command_line)
       SELECT $1, timestamptz '2026-11-01T00:00:00Z' + (i / 2) * interval '36 seconds', md5((i / 1000)::text)::uuid, i % 1000,
         '0198a3f0-0000-7000-8000-00000000000b', (ARRAY['WINDOWS_SECURITY_4624', 'WINDOWS_SECURITY_4625', 'Other/7'])[i % 3 + 1], i, i,
         'Microsoft-Windows-Security-Auditing', CASE WHEN i % 7 = 0 THEN '=svc.' ELSE 'svc.' END || i, 'PRD-SQL01',
         E'"a, b"\\r\\n' || repeat(md5(i::text), 60)
       FROM generate_series(0, $2::int - 1) i`,
      [tenantId, n],
    ),
  );
}

/** Every event of the window by the table call, page by page. */
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

describe('of 20,000 events', () => {
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

  test('a reader that stands still is not read ahead for; hanging up ends the transaction', async () => {
    const query = vi.spyOn(pg.Client.prototype, 'query');
    const fetches = () => query.mock.calls.filter(([text]) => String(text).startsWith('FETCH')).length;
    const { promise, resolve, reject } = Promise.withResolvers<import('node:http').IncomingMessage>();
    const url = new URL(`/api/v1/reports/tenant-events.txt?${window}`, server.url);
    get(url, { headers: { authorization: `Bearer ${member.bearer}` } }, resolve).on('error', reject);
    const response = await promise;
    response.pause();
    // It has come to rest once a second look sees no further portion.
    let before = -1;
    await expect
      .poll(
        () => {
          const now = fetches();
          const resting = now === before && now > 0;
          before = now;
          return resting;
        },
        { interval: 500, timeout: 20_000 },
      )
      .toBe(true);
    expect(fetches()).toBeLessThan(rows / 500);

    response.destroy();
    const open = () =>
      server.database.asOwner(async (owner) => {
        const { rows } = await owner.query(
          `SELECT FROM pg_stat_activity WHERE datname = current_database() AND state LIKE 'idle in transaction%'`,
        );
        return rows.length;
      });
    await expect.poll(open, { timeout: 20_000 }).toBe(0);
    query.mockRestore();
  }, 60_000);

  test('three at a time, and the next is told when to come back', async () => {
    const aborts: AbortController[] = [];
    const started = await Promise.all(
      [1, 2, 3].map(async () => {
        const abort = new AbortController();
        aborts.push(abort);
        return member.request(`/api/v1/reports/tenant-events.txt?${window}`, { signal: abort.signal });
      }),
    );
    expect(started.map(({ status }) => status)).toEqual([200, 200, 200]);
    const fourth = await report('txt');
    expect([fourth.status, fourth.headers.get('retry-after')]).toEqual([503, '10']);
    for (const abort of aborts) abort.abort();
    await expect
      .poll(async () => (await report('csv', 'from=2025-01-01&to=2025-01-02')).status, { timeout: 20_000 })
      .toBe(200);
  }, 60_000);
});

const bounds = { from: '2026-11-01T00:00:00Z', to: '2026-11-05T04:00:00Z' };

test('of nothing: CSV has its head, TXT is empty, the count is 0', async () => {
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
