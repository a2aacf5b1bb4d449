import { randomUUID } from 'node:crypto';
import { CONTEXT_FIELDS, DETAIL_FIELDS, STANDARD_SETTINGS } from '@scout/detection';
import { DAY, HOUR } from '@scout/detection/time';
import { createOrganization, seedAccount, seedCase, startServer, type TestServer } from '@scout/testkit';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Actor, createPool, type Transaction, withRole } from '../../../platform/database/pool.ts';
import { readEvidence } from '../../cases/index.ts';
import type { CaseScope } from '../../cases/sql/caseScope.ts';
import { previewDetection } from '../../cases/sql/detectionPreview.ts';
import { readRunEvents } from '../../cases/sql/runEvents.ts';
import { readSignIns } from '../../cases/sql/signIns.ts';
import { eventBounds, packStep, storedEvents } from '../../ingest/index.ts';
import { readSentBefore } from '../../ingest/sql/sentBefore.ts';
import { countTenantEvents, tenantEventTypes } from './countedEvents.ts';
import { eventId } from './eventId.ts';
import type { EventScope } from './eventScope.ts';
import { judgeStep } from './judgeStep.ts';
import {
  type ExportPosition,
  readExportPage,
  readTenantEvent,
  readTenantEvents,
  tenantEventsState,
} from './tenantEvents.ts';
import { countEvents } from './testing/countEvents.ts';

let server: TestServer;
let tenantId: string;
let caseNumber: number;
let pool: ReturnType<typeof createPool>;
beforeAll(async () => {
  server = await startServer();
  pool = createPool(server.database.ownerUrl, { max: 2 });
  ({ tenantId } = await createOrganization(server, `Bank ${randomUUID()}`));
});
afterAll(async () => {
  await pool.end();
  await server.stop();
});

/** Midnight, so that a random time may be the first or last of a day. */
const NOW = Math.floor(Date.now() / DAY) * DAY + 9 * HOUR;
const AGENTS = [randomUUID(), randomUUID()];

let state = 7;
/** Reproducible pseudo-random numbers. */
function below(limit: number): number {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
  return Math.floor((state / 2 ** 32) * limit);
}
const pick = <T>(...of: readonly T[]): T => of[below(of.length)]!;

const uuid7 = (time: number) =>
  `${time
    .toString(16)
    .padStart(12, '0')
    .replace(/^(.{8})/, '$1-')}-7000-8000-${randomUUID().slice(24)}`;

const TEXTS = [...new Set([...DETAIL_FIELDS, ...CONTEXT_FIELDS])];
const COLUMNS = [
  'occurred_at',
  'batch_id',
  'batch_index',
  'agent_id',
  'event_type',
  'event_id',
  'record_id',
  ...TEXTS,
] as const;
type Event = Record<(typeof COLUMNS)[number], string | number | null>;

const SIGN_IN = {
  event_id: 4624,
  logon_type: '10',
  target_user_name: 'm.keller',
  system_context_computer_name: 'FIN-LAPTOP3',
};

/** Events of four weeks, many in one millisecond or minute, some long after their time. */
function eventsOf(count: number): Event[] {
  const batches = Array.from({ length: 40 }, (_, index) => {
    const time = NOW - (28 - 0.7 * index) * DAY;
    return { time, id: pick(uuid7(time), uuid7(time), randomUUID()), agent: pick(...AGENTS), next: 0 };
  });
  return Array.from({ length: count }, (_, index) => {
    const batch = pick(...batches);
    const around =
      index % 40 === 0
        ? NOW - 14 * DAY - below(3 * HOUR)
        : batch.time - pick(0, 0, 0, 60_000, HOUR, 3 * DAY, 9 * DAY) - below(5) * pick(0, 1, 50_000);
    batch.next += 1;
    const event: Partial<Event> = Object.fromEntries(
      TEXTS.map((name) => [
        name,
        below(3) === 0 ? pick('', `${name} 1`, `${name} ${below(9)}`, 'ä"\\{},NULL') : null,
      ]),
    );
    return {
      ...event,
      occurred_at: new Date(Math.min(around, NOW - HOUR)).toISOString(),
      batch_id: batch.id,
      batch_index: batch.next,
      agent_id: batch.agent,
      event_type: pick(
        '4624',
        'WINDOWS_SECURITY_4625',
        'WINDOWS_SECURITY_4625',
        'WINDOWS_SECURITY_4688',
        'x',
      ),
      event_id: pick(4624, 4688, null),
      record_id: pick(null, '9007199254740993', String(below(1e6))),
      logon_type: pick('3', '10'),
      system_context_computer_name: pick('PRD-SQL01', 'FIN-LAPTOP3', null),
      target_user_name: pick('svc.billing', 'CORP\\SVC.Billing', 'm.keller', 'svc.etl', null),
      ...(index % 40 === 0 && SIGN_IN),
      process_information_command_line: pick(null, 'x'.repeat(3_000) + below(50), 'sqlcmd -U svc.billing'),
    } as Event;
  });
}

const as = <T>(role: Actor['role'], work: (tx: Transaction) => Promise<T>): Promise<T> =>
  withRole(pool, { role, tenantId }, (tx) => work(tx));

/** Answers of every reader to the same questions. */
async function answers(events: readonly Event[], scopes: readonly EventScope[]) {
  const found: unknown[] = [];
  const marks = events.slice(0, 60).map(({ occurred_at, batch_id, batch_index }) => ({
    time: String(occurred_at),
    batchId: String(batch_id),
    batchIndex: Number(batch_index),
  }));
  await as('scout_member', async (tx) => {
    const { snapshot } = await countTenantEvents(tx, scopes[0]!);
    for (const scope of scopes) {
      for (const rows of [1, 7, 90, 5_000])
        found.push(await readTenantEvents(tx, scope, { rows, text: 100, bytes: 2_000_000 }, null));
      found.push((await countTenantEvents(tx, scope)).count, await tenantEventTypes(tx, scope));
      const pages: unknown[] = [];
      let after: ExportPosition | undefined;
      do {
        const page = await readExportPage(tx, scope, { snapshot, after, rows: 130, bytes: 400_000 });
        pages.push(...page.events);
        after = page.last;
      } while (after);
      found.push(pages, (await tenantEventsState(tx, scope, 'query')).version);
    }
    for (const { time, ...place } of marks) found.push(await readTenantEvent(tx, tenantId, time, place));
    found.push([
      ...(await readEvidence(
        tx,
        tenantId,
        marks.map(({ time, ...place }) => ({ id: eventId(place), time })),
      )),
    ]);
    const run = {
      tenantId,
      account: 'svc.billing',
      kind: 'logon:3',
      from: scopes[0]!.from,
      to: scopes[0]!.to,
    };
    found.push(await readRunEvents(tx, run, undefined));
    const own = { persons: ['m.keller'], sources: ['fin-laptop3'] };
    const signIns = await readSignIns(tx, caseNumber, { tenantId, own } as unknown as CaseScope);
    expect(signIns.total).toBeGreaterThan(0);
    found.push(signIns);
    const preview = { tenantId, from: NOW - 28 * DAY, to: NOW, events: 700 };
    found.push(await previewDetection(tx, preview, STANDARD_SETTINGS, STANDARD_SETTINGS));
    const range = { tenantId, from: scopes[0]!.from, to: scopes[0]!.to };
    const whole = storedEvents({ columns: COLUMNS, range });
    const rows = await tx
      .selectFrom(whole.as('stored'))
      .selectAll()
      .orderBy('occurred_at')
      .orderBy('batch_id')
      .orderBy('batch_index')
      .execute();
    expect(rows.length).toBeGreaterThan(0);
    found.push(rows);
    found.push(await tx.selectFrom(eventBounds(range).as('bounds')).selectAll().execute());
  });
  for (const agentId of AGENTS) {
    const sent = await readSentBefore(
      pool,
      { tenantId, agentId },
      new Set(marks.map(({ time }) => Date.parse(time))),
    );
    const isKnown = events
      .slice(0, 60)
      .map((event) => sent.takes(Date.parse(String(event.occurred_at)), event as never));
    expect(isKnown).toContain(true);
    found.push(isKnown);
  }
  return [...found, await judged()];
}

/** Incidents and rollups of the whole organization, judged again. */
async function judged(): Promise<unknown> {
  await server.database.asOwner((owner) =>
    owner.query(
      `INSERT INTO scout.detection_settings (tenant_id, version, settings, judged_version, updated_at, updated_by)
       VALUES ($1, 2, $2, 1, now(), 'ada')
       ON CONFLICT (tenant_id) DO UPDATE SET judged_version = 1`,
      [tenantId, JSON.stringify(STANDARD_SETTINGS)],
    ),
  );
  while ((await judgeStep(pool, tenantId, { events: 300, fetched: 70 })) === 'more');
  return server.database.asOwner(async (owner) => {
    const all = async (table: string, columns: string) => {
      const { rows } = await owner.query(
        `SELECT ${columns} FROM scout.${table} WHERE tenant_id = $1 ORDER BY ${columns}`,
        [tenantId],
      );
      expect(rows.length).toBeGreaterThan(100);
      return rows;
    };
    return [
      await all(
        'incidents',
        'rule, occurred_at, batch_id, batch_index, agent_id, service_account, computer, process',
      ),
      await all('rollups', 'rule, dimension, bucket, key, value_key, n, label, first_at'),
    ];
  });
}

async function rowsAndPacked(): Promise<{ rows: number; packed: number }> {
  const { rows } = await server.database.asOwner((owner) =>
    owner.query(
      `SELECT (SELECT count(*)::int FROM scout.tenant_events WHERE tenant_id = $1) AS rows,
         (SELECT coalesce(sum(n), 0)::int FROM scout.packed_events WHERE tenant_id = $1) AS packed`,
      [tenantId],
    ),
  );
  return rows[0];
}

test('every reader answers the same whether events are packed or not', async () => {
  const events = eventsOf(2_400);
  await server.database.asOwner(async (owner) => {
    await owner.query(
      `INSERT INTO scout.tenant_events (tenant_id, ${COLUMNS.join()})
       SELECT $1, ${COLUMNS.join()} FROM jsonb_populate_recordset(NULL::scout.tenant_events, $2)`,
      [tenantId, JSON.stringify(events)],
    );
    await countEvents(owner, tenantId);
    await seedAccount((sql, values) => owner.query(sql, values), tenantId, 'svc.billing', [
      { source: '', destination: '', kind: 'logon:3', time: new Date(NOW - 20 * DAY), count: 3 },
    ]);
    await owner.query(
      `UPDATE scout.account_activity SET first_at = $2, last_at = $3, hour = date_trunc('hour', $2::timestamptz)
       WHERE tenant_id = $1`,
      [tenantId, new Date(NOW - 27 * DAY), new Date(NOW)],
    );
    caseNumber = await seedCase((sql, values) => owner.query(sql, values), tenantId, {
      lastSeen: new Date(NOW - 14 * DAY),
    });
  });
  const times = events.map(({ occurred_at }) => Date.parse(String(occurred_at))).sort((a, b) => a - b);
  const scopes: EventScope[] = [
    {
      tenantId,
      from: new Date(0).toISOString(),
      to: new Date(NOW + DAY).toISOString(),
      eventType: undefined,
    },
    ...Array.from({ length: 12 }, () => {
      const [from, to] = [
        times[below(times.length)]! - below(2),
        times[below(times.length)]! + below(2),
      ].sort((a, b) => a - b) as [number, number];
      return {
        tenantId,
        from: new Date(from).toISOString(),
        to: new Date(to).toISOString(),
        eventType: pick(undefined, '4624', 'WINDOWS_SECURITY_4688', 'none'),
      };
    }),
  ];
  const before = await answers(events, scopes);
  expect(await rowsAndPacked()).toEqual({ rows: 2_400, packed: 0 });

  const context = { pool, clock: server.context.clock };
  let steps = 0;
  while ((await packStep(context, tenantId, { step: 150, chunk: steps % 2 === 0 ? 37 : 500 })) === 'more') {
    steps += 1;
    if (steps === 8) expect(await answers(events, scopes)).toEqual(before);
  }
  expect(steps).toBeGreaterThan(10);
  const { rows, packed } = await rowsAndPacked();
  expect(rows + packed).toBe(2_400);
  expect(packed).toBeGreaterThan(1_000);
  expect(rows).toBeGreaterThan(100);
  expect(await answers(events, scopes)).toEqual(before);
});

test('while several processes pack, each statement sees each event once', async () => {
  const { tenantId: bank } = await createOrganization(server, `Bank ${randomUUID()}`);
  const time = NOW - 20 * DAY;
  await server.database.asOwner((owner) =>
    owner.query(
      `INSERT INTO scout.tenant_events (tenant_id, occurred_at, batch_id, batch_index, agent_id, event_type, record_id)
       SELECT $1, $2::timestamptz + n * interval '7 seconds', $3, n, $4, '4624', n FROM generate_series(1, 4000) n`,
      [bank, new Date(time), uuid7(time), AGENTS[0]],
    ),
  );
  const seen = () =>
    withRole(pool, { role: 'scout_member', tenantId: bank }, async (tx) => {
      const range = { tenantId: bank, from: new Date(0).toISOString(), to: new Date(NOW).toISOString() };
      const { rows } = await sql<{
        n: number;
        records: number;
      }>`SELECT count(*)::int AS n, count(DISTINCT record_id)::int AS records
        FROM ${storedEvents({ columns: ['record_id'], range })} AS stored`.execute(tx);
      return rows[0];
    });
  const several = createPool(server.database.ownerUrl, { max: 4 });
  const pack = async () => {
    while (
      (await packStep({ pool: several, clock: server.context.clock }, bank, { step: 150, chunk: 40 })) ===
      'more'
    );
  };
  let busy = true;
  const packing = Promise.all([pack(), pack(), pack()]).finally(() => {
    busy = false;
  });
  let reads = 0;
  while (busy) {
    expect(await seen()).toEqual({ n: 4_000, records: 4_000 });
    reads += 1;
  }
  await packing;
  await several.end();
  expect(reads).toBeGreaterThan(1);
  expect(await seen()).toEqual({ n: 4_000, records: 4_000 });
});
