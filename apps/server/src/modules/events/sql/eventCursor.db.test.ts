import { randomUUID, randomUUIDv7 } from 'node:crypto';
import type { TenantEvent } from '@scout/contract';
import { clientOf, createOrganization } from '@scout/testkit';
import { describe, expect, it } from 'vitest';
import { withRole } from '../../../platform/database/pool.ts';
import { ago, HOUR, useEvents } from './testing/eventsServer.ts';

const here = useEvents();

async function read(after?: string, query: Record<string, string> = {}) {
  const search = new URLSearchParams({ ...query, ...(after !== undefined && { after }) });
  const response = await here.member.request(`/rest/v1/tenant_events?${search}`);
  const events = response.status === 200 ? ((await response.json()) as TenantEvent[]) : [];
  return {
    status: response.status,
    times: events.map(({ timestamp }) => timestamp),
    part: response.headers.get('x-scout-part'),
    complete: response.headers.get('x-scout-complete'),
    from: response.headers.get('x-scout-from'),
    cursor: response.headers.get('x-scout-cursor') ?? '',
  };
}

describe('GET /rest/v1/tenant_events?after', () => {
  it('returns nothing without news, then only new events', async () => {
    await here.shipAt(1, ago(3), ago(2));
    const first = await read();
    expect(first).toMatchObject({ part: 'all', times: [ago(2), ago(3)], from: ago(720) });
    const second = await read(first.cursor);
    expect(second).toMatchObject({ status: 200, part: 'new', complete: 'true', times: [] });
    await here.shipAt(2, ago(1));
    const third = await read(second.cursor);
    expect(third).toMatchObject({ part: 'new', complete: 'true', times: [ago(1)] });
    expect((await read(third.cursor)).times).toEqual([]);
  });

  it('returns an event that came late with an old time', async () => {
    await here.shipAt(1, ago(1));
    const { cursor } = await read();
    await here.shipAt(2, ago(700), ago(0));
    expect((await read(cursor)).times).toEqual([ago(0), ago(700)]);
  });

  it('returns events stored during the last poll and committed later, in any order', async () => {
    await here.shipAt(1, ago(3));
    const mayCommit = Promise.withResolvers<void>();
    const written = Promise.withResolvers<void>();
    const { tenantId } = here.organization;
    const agentId = await here.organization.agentId();
    const batchId = randomUUIDv7();
    const slow = withRole(here.server.context.pool, { role: 'scout_ingest', tenantId }, async (tx) => {
      const batch = { tenant_id: tenantId, agent_id: agentId, batch_id: batchId };
      await tx
        .insertInto('batches')
        .values({
          ...batch,
          batch_no: 900,
          body_sha256: Buffer.alloc(32),
          received_at: new Date(),
          accepted: 1,
          rejected: 0,
        })
        .execute();
      await tx
        .insertInto('tenant_events')
        .values({ ...batch, batch_index: 0, occurred_at: ago(2), event_type: 'WINDOWS_SECURITY_4625' })
        .execute();
      written.resolve();
      await mayCommit.promise;
    });
    await written.promise;
    // Started later, committed earlier.
    await here.shipAt(2, ago(1));
    const meanwhile = await read();
    expect(meanwhile.times).toEqual([ago(1), ago(3)]);
    mayCommit.resolve();
    await slow;
    expect((await read(meanwhile.cursor)).times).toEqual([ago(2)]);
  });

  it('returns a future event once the window has reached it', async () => {
    await here.shipAt(1, ago(1), ago(0, 5));
    const first = await read();
    expect(first.times).toEqual([ago(1)]);
    here.clock.advance(5);
    expect((await read(first.cursor)).times).toEqual([ago(0, 5)]);
  });

  it('returns the start of the window, and whether the newest events are all', async () => {
    await here.shipAt(1, ago(3), ago(2));
    const first = await read(undefined, { limit: '3' });
    expect(first.complete).toBe('true');
    await here.shipAt(2, ago(2.5), ago(1));
    here.clock.advance(HOUR);
    const second = await read(first.cursor, { limit: '3' });
    // The newest three are now 1, 2 and 2.5 hours old; the one of 3 hours is excluded.
    expect(second).toMatchObject({
      part: 'new',
      complete: 'false',
      from: ago(719),
      times: [ago(1), ago(2.5)],
    });
    await here.shipAt(3, ago(700));
    // Older than the newest three: not new for a caller that keeps three.
    expect((await read(second.cursor, { limit: '3' })).times).toEqual([]);
  });

  it('returns everything for a cursor of another query, of another or no organization, or ahead of the clock', async () => {
    await here.shipAt(1, ago(1));
    const { cursor } = await read();
    const whole = { part: 'all', times: [ago(1)] };
    expect(await read(cursor, { limit: '7' })).toMatchObject(whole);
    expect(await read('v1.nonsense')).toMatchObject(whole);
    expect(await read(`${cursor.slice(0, -2)}AA`)).toMatchObject(whole);
    here.clock.advance(-1);
    expect(await read(cursor)).toMatchObject(whole);
    here.clock.advance(1);
    const other = await createOrganization(here.server, `Organization ${randomUUID()}`);
    here.member = clientOf(here, (await other.as('member')).bearer);
    expect(await read(cursor)).toMatchObject({ part: 'all', times: [] });
  });

  it('refuses an impossible cursor', async () => {
    expect((await read('')).status).toBe(400);
    expect((await read('x'.repeat(4_097))).status).toBe(400);
  });
});
