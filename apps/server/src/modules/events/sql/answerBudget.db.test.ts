import { randomUUIDv7 } from 'node:crypto';
import { limits, type TenantEvent } from '@scout/contract';
import { describe, expect, it } from 'vitest';
import { lengthOf } from '../../../../../../scripts/testLength.mjs';
import { line, ship } from '../../ingest/testing/ship.ts';
import { countEvents } from './testing/countEvents.ts';
import { ago, useEvents } from './testing/eventsServer.ts';

const here = useEvents();

/** Stores `count` process starts with SQL expressions as texts, as if from before any limit existed. */
async function store(count: number, columns: Record<string, string>, hoursAgo = 1): Promise<void> {
  const { tenantId } = here.organization;
  const agentId = await here.organization.agentId();
  const names = Object.keys(columns).map((name) => `, ${name}`);
  const values = Object.values(columns).map((value) => `, ${value}`);
  await here.server.database.asOwner((owner) =>
    owner.query(
      `INSERT INTO scout.tenant_events (tenant_id, agent_id, batch_id, batch_index, occurred_at, event_type${names.join('')})
       SELECT $1, $2, $3, n, $4::timestamptz - n * interval '1 millisecond', 'WINDOWS_SECURITY_4688'${values.join('')}
       FROM generate_series(0, $5::int - 1) AS n`,
      [tenantId, agentId, randomUUIDv7(), ago(hoursAgo), count],
    ),
  );
}

async function read(query = '') {
  const response = await here.member.request(`/rest/v1/tenant_events${query}`);
  const text = await response.text();
  return {
    status: response.status,
    bytes: Buffer.byteLength(text),
    events: response.status === 200 ? (JSON.parse(text) as TenantEvent[]) : [],
    complete: response.headers.get('x-scout-complete'),
    cursor: response.headers.get('x-scout-cursor') ?? '',
  };
}

const MIB = 1024 * 1024;
const long = limits.events.listedTextMax;

const LONG_LINES = lengthOf(1_500, 5_040);

describe('an answer with events', () => {
  it(`is returned, and small, though ${LONG_LINES} command lines are 65,536 control characters each`, async () => {
    await store(LONG_LINES, { process_information_command_line: 'repeat(chr(1), 65536)' });
    const answer = await read();
    expect([answer.status, answer.complete]).toEqual([200, 'false']);
    expect(answer.events.length).toBeGreaterThan(100);
    expect(answer.bytes).toBeLessThan(8 * limits.events.answerBytes);
    for (const format of ['csv', 'txt']) {
      const report = await here.member.request(`/api/v1/reports/tenant-events.${format}?limit=1`);
      expect(report.status).toBe(200);
      expect(await firstBytes(report, 3 * MIB)).toBe(true);
    }
  }, 300_000);

  it('is no larger for names of maximum length', async () => {
    const name = `repeat('x', 1024)`;
    await store(5000, {
      target_user_name: name,
      target_domain_name: name,
      subject_user_name: name,
      subject_domain_name: name,
      system_context_computer_name: name,
      failure_reason: name,
    });
    const { events, complete, bytes } = await read();
    expect([events.length > 1000, complete]).toEqual([true, 'false']);
    expect(bytes).toBeLessThan(limits.events.answerBytes * 1.1);
  });

  it('truncates long texts and says so; a single event has the whole text', async () => {
    const command = `sqlcmd ${'x'.repeat(long)} -S PRD-SQL01`;
    const fields = { event_type: '4688', process_information_command_line: command };
    await ship(here.agent, 1, [line({ ...fields, timestamp: ago(1) }), line({ timestamp: ago(2) })]);
    const { events, complete } = await read();
    expect(complete).toBe('false');
    expect(events[0]?.process_information_command_line).toBe(`${command.slice(0, long)}…`);
    const whole = await here.member.api.event({ id: events[0]!.id });
    expect(whole.event.process_information_command_line).toBe(command);
    expect(await read(`?to=${ago(1.5)}`)).toMatchObject({ complete: 'true', status: 200 });
  });

  it('keeps a text of maximum length unchanged, also with three bytes a character', async () => {
    const command = '語'.repeat(long);
    const fields = { event_type: '4688', process_information_command_line: command };
    await ship(here.agent, 1, [line({ ...fields, timestamp: ago(1) })]);
    const { events, complete } = await read();
    expect([events[0]?.process_information_command_line, complete]).toEqual([command, 'true']);
  });

  it('with news has the same bound, and says that there was more', async () => {
    await store(1, {});
    const { cursor, complete } = await read();
    expect(complete).toBe('true');
    const agentId = await here.organization.agentId();
    await here.server.database.asOwner(async (owner) => {
      const batch = randomUUIDv7();
      await owner.query(
        `INSERT INTO scout.batches (tenant_id, agent_id, batch_no, batch_id, received_at, body_sha256, accepted, rejected)
         VALUES ($1, $2, 77, $3, now(), sha256('x'), 4000, 0)`,
        [here.organization.tenantId, agentId, batch],
      );
      await owner.query(
        `INSERT INTO scout.tenant_events (tenant_id, agent_id, batch_id, batch_index, occurred_at, event_type,
           process_information_command_line, target_user_name)
         SELECT $1, $2, $3, n, $4::timestamptz + n * interval '1 millisecond', 'WINDOWS_SECURITY_4688',
           repeat('y', 4096), 'svc.x' FROM generate_series(0, 3999) AS n`,
        [here.organization.tenantId, agentId, batch, ago(0.5)],
      );
    });
    const news = await read(`?after=${encodeURIComponent(cursor)}`);
    expect(news.complete).toBe('false');
    expect(news.events.length).toBeGreaterThan(1000);
    expect(news.events.length).toBeLessThan(4000);
    expect(news.bytes).toBeLessThan(limits.events.answerBytes * 1.1);
    // The newest were sent: missing ones are those that leave the window first.
    const times = news.events.map(({ timestamp }) => timestamp);
    expect(times).toEqual(times.toSorted().toReversed());
    expect(times[0]).toBe(ago(0.5, 3999));
  });

  it('lists at most a thousand types', async () => {
    const { tenantId } = here.organization;
    await store(1200, {});
    await here.server.database.asOwner(async (owner) => {
      await owner.query(
        `UPDATE scout.tenant_events SET event_type = 'T' || batch_index WHERE tenant_id = $1`,
        [tenantId],
      );
      await countEvents(owner, tenantId);
    });
    expect(await here.member.api.tenantEventsTypes({})).toHaveLength(limits.events.types);
  });
});

describe('the figures', () => {
  it('are returned though each of many failures has different hosts, accounts and reasons', async () => {
    const hosts = (n: number) =>
      Array.from({ length: 500 }, (_, i) => `${n.toString(36)}${i}`.slice(-2)).join();
    const lines = Array.from({ length: 3000 }, (_, n) =>
      line({
        timestamp: ago(1 + n / 10_000),
        target_user_name: `svc.${n % 1200}.${'a'.repeat(1000)}`,
        source_host: hosts(n),
        client_host: hosts(n + 7000),
        failure_reason: `r${n}${'b'.repeat(900)}`,
      }),
    );
    for (const [at, part] of [lines.slice(0, 1500), lines.slice(1500)].entries()) {
      const { status, body } = await ship(here.agent, at + 1, part);
      expect([status, body.accepted]).toEqual([200, 1500]);
    }
    const response = await here.member.request('/api/v1/figures/failed-logons');
    const text = await response.text();
    expect(response.status).toBe(200);
    expect(text.length).toBeLessThan(20 * MIB);
    expect(JSON.parse(text)).toMatchObject({ total: 3000 });
    const { incidents } = await here.member.api.incidents({ rule: 'failed-logons', limit: 200 });
    expect(incidents).toHaveLength(200);
    expect(JSON.stringify(incidents).length).toBeLessThan(2 * MIB);
  }, 300_000);
});

/** True if this much of a body can be read before it is cut off. */
async function firstBytes(response: Response, count: number): Promise<boolean> {
  let read = 0;
  for await (const chunk of response.body!) {
    read += chunk.length;
    if (read >= count) return true;
  }
  return false;
}
