import type { IncidentRun } from '@scout/contract';
import type { TestClient } from '@scout/testkit';
import { expect, it } from 'vitest';
import { useOrganizationEach } from '../../ingest/testing/organizationEach.ts';
import { line, ship } from '../../ingest/testing/ship.ts';
import { readIncidentRuns } from './incidentRuns.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const here = useOrganizationEach();
let batchNo = 0;

const now = Date.now();
const ago = (milliseconds: number) => new Date(now - milliseconds).toISOString();

async function shipAll(events: readonly Record<string, unknown>[]): Promise<void> {
  batchNo += 1;
  const { status } = await ship(
    here.agent,
    batchNo,
    events.map((event) => line(event)),
  );
  expect(status).toBe(200);
}

type Query = Parameters<TestClient['api']['incidentsRuns']>[0];

async function allPages(query: Query): Promise<{ runs: IncidentRun[]; pages: number[] }> {
  const runs: IncidentRun[] = [];
  const pages: number[] = [];
  let cursor: string | undefined;
  do {
    const page = await here.member.api.incidentsRuns({ ...query, ...(cursor !== undefined && { cursor }) });
    expect(page.runs.reduce((sum, { events }) => sum + events, 0)).toBe(page.incidents);
    runs.push(...page.runs);
    pages.push(page.incidents);
    cursor = page.next ?? undefined;
  } while (cursor !== undefined);
  return { runs, pages };
}

it('incidents of one way are one run until three days without one, with who, from where, against what', async () => {
  const refused = (time: number, state: object = {}) => ({
    timestamp: ago(time),
    sub_status: '0xc0000234',
    source_host: '192.0.2.113',
    ...state,
  });
  await shipAll([
    ...[1, 2, 3].map((hours) => refused(hours * HOUR)),
    refused(4 * HOUR, {
      target_user_name: 'NORTHWIND\\SVC.Billing',
      system_context_computer_name: 'prd-sql01',
    }),
    refused(2 * HOUR, { source_host: '192.0.2.7' }),
    refused(90 * MINUTE, { sub_status: '0xc000006a' }),
    refused(90 * MINUTE, { target_user_name: 'svc.etl', subject_user_name: 'm.keller' }),
    refused(4 * DAY),
    refused(4 * DAY, { target_user_name: 'alice' }),
  ]);
  const listed = await here.member.api.incidentsRuns({ rule: 'failed-logons', account: 'svc.billing' });
  expect(
    listed.runs.map(({ first, last, events, failure_reason, source_hosts }) => [
      first,
      last,
      events,
      failure_reason,
      source_hosts.join(),
    ]),
  ).toEqual([
    [ago(4 * HOUR), ago(HOUR), 4, 'account locked out', '192.0.2.113'],
    [ago(90 * MINUTE), ago(90 * MINUTE), 1, 'wrong password', '192.0.2.113'],
    [ago(2 * HOUR), ago(2 * HOUR), 1, 'account locked out', '192.0.2.7'],
    [ago(4 * DAY), ago(4 * DAY), 1, 'account locked out', '192.0.2.113'],
  ]);
  expect(listed).toMatchObject({
    incidents: 7,
    next: null,
    path: {
      persons: { names: [], total: 0 },
      sources: {
        names: [
          { name: '192.0.2.113', events: 6 },
          { name: '192.0.2.7', events: 1 },
        ],
        total: 2,
      },
      accounts: { names: [{ name: 'svc.billing', events: 7 }], total: 1 },
      servers: { names: [{ name: 'PRD-SQL01', events: 7 }], total: 1 },
    },
  });
  const { path } = await here.member.api.incidentsRuns({ rule: 'failed-logons' });
  expect(path.persons).toEqual({ names: [{ name: 'm.keller', events: 1 }], total: 1 });
  expect(path.accounts.total).toBe(2);

  // The newest event of a run is its own.
  const { incidents } = await here.member.api.incidents({ rule: 'failed-logons', account: 'svc.billing' });
  expect(listed.runs[0]!.id).toBe(incidents[0]!.id);
  await expect(
    here.member.api.incidentsRuns({ rule: 'failed-logons', cursor: "1_x'" }),
  ).rejects.toMatchObject({ code: 'invalid_input' });
});

it('a page has a limited number of runs, and the next one continues without gap or repetition', async () => {
  await shipAll(
    Array.from({ length: 250 }, (_, index) => ({
      timestamp: ago(HOUR + index * MINUTE),
      source_host: `192.0.2.${index % 230}`,
    })),
  );
  const { runs, pages } = await allPages({ rule: 'failed-logons' });
  expect(pages).toEqual([100, 100, 50]);
  expect(new Set(runs.map(({ id }) => id)).size).toBe(runs.length);
});

it('a page that soon has all its runs reads few of many incidents', async () => {
  await shipAll(
    Array.from({ length: 1_500 }, (_, index) => ({
      timestamp: ago(HOUR + index * 1_000),
      source_host: `192.0.${index % 200}.${index % 7}`,
    })),
  );
  const { tenantId } = here.organization;
  const scope = { tenantId, rule: 'failed-logons', from: ago(DAY), to: ago(0) } as const;
  let read = 0;
  const page = await here.server.context.database.withRole({ role: 'scout_member', tenantId }, (tx) =>
    readIncidentRuns(
      tx.withPlugin({
        transformQuery: ({ node }) => node,
        transformResult: async ({ result }) => {
          read += result.rows.length;
          return result;
        },
      }),
      scope,
    ),
  );
  expect([page.runs.length, page.incidents]).toEqual([100, 100]);
  expect(read).toBeGreaterThan(0);
  expect(read).toBeLessThan(500);
});

it('a page groups a limited number of incidents, whatever their number', async () => {
  await shipAll(Array.from({ length: 2500 }, (_, index) => ({ timestamp: ago(HOUR + index * 1000) })));
  const { runs, pages } = await allPages({ rule: 'failed-logons' });
  expect(pages).toEqual([2000, 500]);
  expect(runs.map(({ events }) => events)).toEqual([2000, 500]);
});
