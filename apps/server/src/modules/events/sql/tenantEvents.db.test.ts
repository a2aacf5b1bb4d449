import { randomUUID } from 'node:crypto';
import type { TenantEvent } from '@scout/contract';
import { clientOf, createOrganization } from '@scout/testkit';
import { describe, expect, it } from 'vitest';
import { line, ship } from '../../ingest/testing/ship.ts';
import { ago, HOUR, useEvents } from './testing/eventsServer.ts';

const here = useEvents();

async function read(query = '', headers = {}) {
  const response = await here.member.request(`/rest/v1/tenant_events${query}`, { headers });
  const events = response.status === 200 ? ((await response.json()) as TenantEvent[]) : [];
  return {
    status: response.status,
    events,
    times: events.map(({ timestamp }) => timestamp),
    complete: response.headers.get('x-scout-complete'),
    etag: response.headers.get('etag') ?? '',
  };
}

describe('GET /rest/v1/tenant_events', () => {
  it('returns every column of an event, and an id that says where it came from', async () => {
    await here.shipAt(1, ago(2));
    const { events } = await read();
    const { rows } = await here.server.database.asOwner((client) =>
      client.query('SELECT batch_id FROM scout.batches WHERE tenant_id = $1', [here.organization.tenantId]),
    );
    expect(events).toEqual([
      {
        id: `${rows[0].batch_id}-000000`,
        tenant_id: here.organization.tenantId,
        agent_id: await here.organization.agentId(),
        timestamp: ago(2),
        event_type: 'WINDOWS_SECURITY_4625',
        event_id: 4625,
        record_id: null,
        provider: null,
        target_user_name: 'svc.billing',
        target_domain_name: null,
        subject_user_name: null,
        subject_domain_name: null,
        system_context_computer_name: 'PRD-SQL01',
        target_computer_name: null,
        source_info_workstation_name: null,
        source_host: null,
        logon_type: null,
        process_information_new_process_name: null,
        process_information_command_line: null,
        process_information_parent_process_name: null,
        failure_reason: null,
        status: null,
        sub_status: null,
      },
    ]);
  });

  it('covers the last 720 hours, both ends included, newest first', async () => {
    await here.shipAt(1, ago(720), ago(720, -1), ago(3), ago(0), ago(0, 1));
    expect((await read()).times).toEqual([ago(0), ago(3), ago(720)]);
    here.clock.advance(1);
    expect((await read()).times).toEqual([ago(0, 1), ago(0), ago(3)]);
  });

  it('orders events of one millisecond by id, descending', async () => {
    await here.shipAt(1, ago(1), ago(1), ago(1));
    await here.shipAt(2, ago(1));
    const ids = (await read()).events.map(({ id }) => id);
    expect(ids).toEqual(ids.toSorted().reverse());
  });

  it('accepts a window with inclusive ends, as times with an offset or as dates', async () => {
    await here.shipAt(1, '2026-11-10T00:00:00.000Z', '2026-11-12T00:00:00.000Z', '2026-11-12T00:00:00.001Z');
    const both = ['2026-11-12T00:00:00.000Z', '2026-11-10T00:00:00.000Z'];
    expect((await read('?from=2026-11-10&to=2026-11-12')).times).toEqual(both);
    expect((await read('?from=2026-11-10T01:00:00%2B01:00&to=2026-11-12T00:00:00Z')).times).toEqual(both);
    expect((await read('?from=2026-11-12T00:00:00.001Z')).times).toHaveLength(1);
    // Without `from` the window is the 720 hours before `to`.
    expect((await read('?to=2026-12-10T00:00:00.000Z')).times).toHaveLength(3);
  });

  it('filters by type, as stored or as a bare number', async () => {
    await ship(here.agent, 1, [
      line({ timestamp: ago(1) }),
      line({ timestamp: ago(2), event_type: '4688' }),
      line({ timestamp: ago(3), event_type: 'KERBEROS_4768' }),
    ]);
    const typesOf = async (type: string) =>
      (await read(`?event_type=${type}`)).events.map((event) => event.event_type);
    expect(await typesOf('WINDOWS_SECURITY_4688')).toEqual(['WINDOWS_SECURITY_4688']);
    expect(await typesOf('4625')).toEqual(['WINDOWS_SECURITY_4625']);
    expect(await typesOf('KERBEROS_4768')).toEqual(['KERBEROS_4768']);
    expect(await typesOf('9999')).toEqual([]);
  });

  it('finds the newest of a type among others, at any limit and end, and before events were counted', async () => {
    const hours = Array.from({ length: 60 }, (_, n) => (n * 7.3) % 200);
    await ship(
      here.agent,
      1,
      hours.map((hour, n) =>
        line({ timestamp: ago(hour, n % 3), ...(n % 4 === 0 && { event_type: 'KERBEROS_4768' }) }),
      ),
    );
    const check = async () => {
      const whole = (await read()).events;
      for (const type of ['KERBEROS_4768', '4625'])
        for (const end of [0, 13.4, 120])
          for (const limit of [1, 3, 20, 100]) {
            const wanted = whole.filter(
              ({ event_type, timestamp }) => event_type.endsWith(type) && timestamp <= ago(end),
            );
            const found = await read(`?event_type=${type}&limit=${limit}&to=${ago(end)}`);
            expect(found.events, `${type} ${end} ${limit}`).toEqual(wanted.slice(0, limit));
            expect(found.complete).toBe(String(wanted.length <= limit));
          }
    };
    await check();
    await here.server.database.asOwner((owner) =>
      owner.query('UPDATE scout.tenants SET counted_from = $2 WHERE tenant_id = $1', [
        here.organization.tenantId,
        new Date(Math.floor(Date.parse(ago(100)) / 86_400_000) * 86_400_000),
      ]),
    );
    await here.server.database.asOwner((owner) =>
      owner.query(
        'DELETE FROM scout.event_counts c USING scout.tenants t WHERE c.tenant_id = $1 AND t.tenant_id = $1 AND hour < counted_from',
        [here.organization.tenantId],
      ),
    );
    await check();
  });

  it('says whether the limit cut events of the window', async () => {
    await here.shipAt(1, ago(3), ago(2), ago(1));
    expect(await read('?limit=3')).toMatchObject({ complete: 'true', times: [ago(1), ago(2), ago(3)] });
    expect(await read('?limit=2')).toMatchObject({ complete: 'false', times: [ago(1), ago(2)] });
  });

  it('returns at most 5,000', async () => {
    await ship(here.agent, 1, Array<string>(5001).fill(line({ timestamp: ago(1), event_type: '4688' })));
    const { events, complete } = await read();
    expect([events.length, complete]).toEqual([5000, 'false']);
  });

  it.each([
    '?limit=0',
    '?limit=5001',
    '?limit=x',
    '?from=yesterday',
    '?from=2026-11-12&to=2026-11-10',
    '?event_type=',
  ])('refuses %s', async (query) => {
    const response = await here.member.request(`/rest/v1/tenant_events${query}`);
    expect([response.status, await response.json()]).toMatchObject([400, { code: 'invalid_input' }]);
  });
});

describe('the ETag', () => {
  const again = (etag: string, query = '') => read(query, { 'if-none-match': etag });

  it('gives 304, with the completeness, while nothing changed', async () => {
    await here.shipAt(1, ago(3), ago(1));
    for (const query of ['', '?limit=1', '?from=2026-11-01']) {
      const first = await read(query);
      expect(await again(first.etag, query)).toMatchObject({
        status: 304,
        complete: first.complete,
        etag: first.etag,
      });
      expect(await again(`"other", ${first.etag}`, query)).toMatchObject({ status: 304 });
    }
  });

  it('is unchanged a moment later if no event entered or left the window', async () => {
    await here.shipAt(1, ago(3), ago(1));
    const { etag } = await read();
    here.clock.advance(HOUR);
    expect((await again(etag)).status).toBe(304);
  });

  it('changes with a new event, also one older than the known ones', async () => {
    await here.shipAt(1, ago(3), ago(1));
    const { etag } = await read();
    await here.shipAt(2, ago(2));
    expect(await again(etag)).toMatchObject({ status: 200, times: [ago(1), ago(2), ago(3)] });
  });

  it('changes when an event leaves the moving window, and when a future one enters it', async () => {
    await here.shipAt(1, ago(720), ago(1), ago(0, 5));
    const { etag } = await read();
    here.clock.advance(1);
    const left = await again(etag);
    expect(left).toMatchObject({ status: 200, times: [ago(1)] });
    here.clock.advance(4);
    expect(await again(left.etag)).toMatchObject({ status: 200, times: [ago(0, 5), ago(1)] });
  });

  it('differs for another query and for another organization', async () => {
    await here.shipAt(1, ago(1));
    const { etag } = await read();
    expect((await again(etag, '?limit=7')).status).toBe(200);
    const other = await createOrganization(here.server, `Organization ${randomUUID()}`);
    here.member = clientOf(here, (await other.as('member')).bearer);
    expect(await again(etag)).toMatchObject({ status: 200, times: [] });
  });
});
