import { randomUUID } from 'node:crypto';
import { constants, gunzipSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { clientOf, createOrganization } from '@scout/testkit';
import { describe, expect, it } from 'vitest';
import { createGate, GATE_LIMITS } from './gate.ts';
import { ingestAlone } from './testing/ingestAlone.ts';
import { useOrganizationEach } from './testing/organizationEach.ts';
import { line, NOTHING, ship } from './testing/ship.ts';

const here = useOrganizationEach();
const BETTER = { params: { [constants.ZSTD_c_compressionLevel]: 9 } };

describe('a batch', () => {
  it('is stored whole: ledger, body, events, incidents, rollups and counters', async () => {
    const lines = [
      line(),
      'nonsense',
      line({ event_type: '4624', logon_type: '2', system_context_computer_name: 'FIN-LAPTOP3' }),
      line({ event_type: '4688' }),
    ];
    const answer = await ship(here.agent, 7, lines);
    expect(answer.body).toMatchObject({
      accepted: 3,
      duplicates: 0,
      rejected: [{ line: 2, code: 'not_json' }],
    });
    // Two of the events match a rule and, both, the stricter AI risk rule.
    expect(await here.stored()).toEqual({
      batches: 1,
      bodies: 1,
      events: 3,
      incidents: 4,
      rollups: 4,
      accepted: 3,
      rejected: 1,
    });

    const { rows } = await here.server.database.asOwner((client) =>
      client.query(
        `WITH bodies AS MATERIALIZED (SELECT * FROM scout.batch_bodies WHERE tenant_id = $1),
          events AS MATERIALIZED (SELECT batch_id, agent_id, array_agg(batch_index ORDER BY batch_index) AS indexes
            FROM scout.tenant_events WHERE tenant_id = $1 GROUP BY batch_id, agent_id)
        SELECT b.batch_no, b.agent_id, d.encoding, d.body, d.received_at = b.received_at AS same_time, e.indexes
        FROM scout.batches b JOIN bodies d USING (batch_id) LEFT JOIN events e USING (batch_id, agent_id)
        WHERE b.tenant_id = $1`,
        [here.organization.tenantId],
      ),
    );
    expect(rows).toMatchObject([
      {
        batch_no: '7',
        agent_id: await here.organization.agentId(),
        encoding: 'gzip',
        same_time: true,
        indexes: [0, 2, 3],
      },
    ]);
    expect(gunzipSync(rows[0].body).toString()).toBe(lines.join('\n'));
  });

  it('may come uncompressed, and is kept that way', async () => {
    const body = Buffer.from(`${line()}\r\n\r\n${line()}\r\n`);
    expect((await ship(here.agent, 1, body)).body).toEqual({ accepted: 2, duplicates: 0, rejected: [] });
    const { rows } = await here.server.database.asOwner((client) =>
      client.query('SELECT encoding, body FROM scout.batch_bodies WHERE tenant_id = $1', [
        here.organization.tenantId,
      ]),
    );
    expect(rows).toEqual([{ encoding: 'identity', body }]);
  });

  it('may come as zstd, which every answer names, and is kept that way', async () => {
    const send = (batchNo: string, coding: string, body: Buffer) =>
      here.agent.request('/api/ingest/v1/events', {
        method: 'POST',
        headers: {
          'content-type': 'application/x-ndjson',
          'content-encoding': coding,
          'scout-batch': batchNo,
        },
        body: new Uint8Array(body),
      });
    const text = `${line()}\n${line()}\n`;
    const body = zstdCompressSync(text);
    for (const [coding, sent, answer] of [
      ['zstd', body, { accepted: 2, duplicates: 0, rejected: [] }],
      // The same lines in any coding are the same batch.
      ['zstd', zstdCompressSync(text, BETTER), { accepted: 0, duplicates: 2, rejected: [] }],
      ['gzip', gzipSync(text), { accepted: 0, duplicates: 2, rejected: [] }],
    ] as const) {
      const response = await send('1', coding, sent);
      expect(await response.json()).toEqual(answer);
      expect(response.headers.get('accept-encoding')).toBe('zstd, gzip');
    }
    expect(await (await send('1', 'zstd', zstdCompressSync(line()))).json()).toMatchObject({
      code: 'batch_conflict',
    });
    const refused = await send('2', 'br', body);
    expect([refused.status, refused.headers.get('accept-encoding')]).toEqual([415, 'zstd, gzip']);
    const { rows } = await here.server.database.asOwner((client) =>
      client.query('SELECT encoding, body FROM scout.batch_bodies WHERE tenant_id = $1', [
        here.organization.tenantId,
      ]),
    );
    expect(rows).toEqual([{ encoding: 'zstd', body }]);
  });

  it('needs an agent’s credential', async () => {
    const member = await here.organization.as('member');
    for (const bearer of ['', member.bearer, here.server.operatorToken, `scout_agent_${'A'.repeat(43)}`]) {
      const answer = await ship(clientOf(here.server, bearer), 1, [line()]);
      expect(answer).toMatchObject({ status: 401, body: { code: 'invalid_credential' } });
    }
    expect(await here.stored()).toEqual(NOTHING);
  });

  it('of days without a partition creates them; events older than the retention go to the default one', async () => {
    const day = 86_400_000;
    const old = [100, 101, 300].map((days) => new Date(Date.now() - days * day).toISOString());
    const lines = [...old, '2003-04-05T06:07:08.009Z'].map((timestamp) => line({ timestamp }));
    expect((await ship(here.agent, 1, lines)).body.accepted).toBe(4);
    const { rows } = await here.server.database.asOwner((client) =>
      client.query(
        // A part of a distributed table ends with its number.
        `SELECT regexp_replace(tableoid::regclass::text, '_\\d{6}$', '') AS partition
         FROM scout.tenant_events WHERE tenant_id = $1 ORDER BY 1`,
        [here.organization.tenantId],
      ),
    );
    const named = old.map((time) => `scout.tenant_events_p${time.slice(0, 10).replaceAll('-', '')}`);
    expect(rows.map(({ partition }) => partition)).toEqual([...named, 'scout.tenant_events_default'].sort());
  });

  it('of 10,000 lines at the limits is accepted in one piece', async () => {
    const lines = Array.from({ length: 10_000 }, (_, index) =>
      line({ target_user_name: `svc.${index % 700}`, source_host: `192.0.2.${index % 250}` }),
    );
    expect((await ship(here.agent, 1, lines)).body).toEqual({
      accepted: 10_000,
      duplicates: 0,
      rejected: [],
    });
    expect(await here.stored()).toMatchObject({ events: 10_000, incidents: 20_000, rollups: 20_000 });
  });
});

describe('a repeated batch', () => {
  it('changes nothing and gets the first answer again', async () => {
    const lines = [line(), 'nonsense', line()];
    const first = await ship(here.agent, 1, lines);
    const after = await here.stored();
    const again = await ship(here.agent, 1, lines);
    expect(again.body).toEqual({ accepted: 0, duplicates: 2, rejected: first.body.rejected });
    expect(await here.stored()).toEqual(after);
  });

  it('is the same however it was compressed', async () => {
    const text = Buffer.from(line());
    await ship(here.agent, 1, gzipSync(text, { level: 1 }), { 'content-encoding': 'gzip' });
    const again = await ship(here.agent, 1, gzipSync(text, { level: 9 }), { 'content-encoding': 'gzip' });
    const plain = await ship(here.agent, 1, text);
    expect([again, plain]).toMatchObject([{ body: { duplicates: 1 } }, { body: { duplicates: 1 } }]);
    expect(await here.stored()).toMatchObject({ batches: 1, events: 1 });
  });

  it('with another body is a conflict, and both stay as they were', async () => {
    await ship(here.agent, 1, [line()]);
    const after = await here.stored();
    const other = await ship(here.agent, 1, [line({ target_user_name: 'svc.reporting' })]);
    expect(other).toMatchObject({ status: 409, body: { code: 'batch_conflict' } });
    expect(await here.stored()).toEqual(after);
  });

  it('sent twice at once is stored once', async () => {
    for (let batchNo = 1; batchNo <= 20; batchNo += 1) {
      const lines = [line(), line()];
      const answers = await Promise.all([ship(here.agent, batchNo, lines), ship(here.agent, batchNo, lines)]);
      expect(answers.map(({ body }) => [body.accepted, body.duplicates]).sort()).toEqual([
        [0, 2],
        [2, 0],
      ]);
    }
    expect(await here.stored()).toMatchObject({ batches: 20, events: 40, rollups: 80, accepted: 40 });
  });

  it('of another agent with the same number is another batch', async () => {
    const second = await createOrganization(here.server, `Organization ${randomUUID()}`);
    await ship(here.agent, 1, [line()]);
    expect((await ship(await second.as('agent'), 1, [line()])).body.accepted).toBe(1);
  });
});

describe('concurrent batches', () => {
  it('in the same rollup rows add up, in any order', async () => {
    const alone = await ingestAlone(here.server, here.agent, {
      gate: createGate({ ...GATE_LIMITS, perAgent: 64 }),
    });
    const accounts = ['svc.billing', 'svc.reporting', 'service.etl'];
    const answers = await Promise.all(
      Array.from({ length: 24 }, (_, index) => {
        const lines = accounts.map((target_user_name) =>
          line({ target_user_name, source_host: `192.0.2.${index % 3}` }),
        );
        return ship(alone.agent, index + 1, index % 2 === 0 ? lines : lines.toReversed());
      }),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(24);
    expect(await here.stored()).toMatchObject({ events: 72, incidents: 144, rollups: 144, accepted: 72 });
  });
});

describe('a batch', () => {
  it('is stored unchanged in every column', async () => {
    const alone = await ingestAlone(here.server, here.agent, {});
    const texts = Object.fromEntries(
      [
        'provider',
        'target_user_name',
        'target_domain_name',
        'subject_user_name',
        'subject_domain_name',
        'system_context_computer_name',
        'target_computer_name',
        'source_info_workstation_name',
        'source_host',
        'process_information_new_process_name',
        'process_information_command_line',
        'process_information_parent_process_name',
        'failure_reason',
        'status',
        'sub_status',
      ].map((column) => [column, `${column} é\u{1f600} a\\b\t"c"\n\u0000`]),
    );
    const numbers = { record_id: '9223372036854775807', event_id: 4625, logon_type: '10' };
    const lines = [
      line({ ...texts, ...numbers, event_type: 'OTHER' }),
      line({ event_type: '4688' }),
      line({
        source_host: '192.0.2.7',
        source_info_workstation_name: 'WS-"1042\\',
        failure_reason: 'é\t\u{1f600}',
      }),
      line({ event_type: '4624', logon_type: '2', system_context_computer_name: 'FIN-LAPTOP3' }),
      line({
        event_type: '4688',
        system_context_computer_name: 'WS-1042',
        process_information_new_process_name: 'C:\\Tools\\sqlcmd.exe',
        process_information_command_line: 'sqlcmd -S PRD-SQL01 -U svc.billing',
      }),
    ];
    await ship(here.agent, 1, lines);
    await ship(alone.agent, 2, lines);
    const content = async (table: string) => {
      const order = table === 'incidents' ? 'batch_id, batch_index, rule DESC' : 'batch_id, batch_index';
      const { rows } = await here.server.database.asOwner((client) =>
        client.query(`SELECT * FROM scout.${table} WHERE tenant_id = $1 ORDER BY ${order}`, [
          here.organization.tenantId,
        ]),
      );
      return rows.map(({ batch_id, ...row }) => row);
    };
    const events = await content('tenant_events');
    expect(events).toHaveLength(10);
    expect(events.slice(5)).toEqual(events.slice(0, 5));
    expect(events[0]).toMatchObject(numbers);
    for (const column of Object.keys(texts)) {
      // Only command lines keep blank control characters; others are replaced by their pictures.
      const blanks = column === 'process_information_command_line' ? ['\t', '\n'] : ['␉', '␊'];
      expect(events[0][column]).toBe(`${column} é\u{1f600} a\\b${blanks[0]}"c"${blanks[1]}␀`);
    }
    const incidents = await content('incidents');
    expect(incidents).toHaveLength(12);
    expect(incidents.slice(6)).toEqual(incidents.slice(0, 6));
    expect(incidents[0]).toMatchObject({ batch_index: 2, source_hosts: ['192.0.2.7', 'WS-"1042\\'] });
  });
});
