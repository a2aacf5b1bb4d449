import { randomUUID } from 'node:crypto';
import { gunzipSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { limits } from '@scout/contract';
import { createOrganization, startServer, type TestClient, type TestServer } from '@scout/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { counts, line, NOTHING, ship } from './testing/ship.ts';

const MIB = 1024 * 1024;

let server: TestServer;
let tenantId: string;
let agent: TestClient;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  const organization = await createOrganization(server, `Organization ${randomUUID()}`);
  tenantId = organization.tenantId;
  agent = await organization.as('agent');
});

/** Database rows after storing one good line, a failed logon that matches two rules, beside `rejected` others. */
const oneStored = (rejected: number) => ({
  batches: 1,
  bodies: 1,
  events: 1,
  incidents: 2,
  rollups: 2,
  accepted: 1,
  rejected,
});

describe('a bad line is rejected by number with its reason, and the lines around it are kept', () => {
  it.each<[string, string | Buffer, string]>([
    ['not JSON', '{"timestamp": "2026', 'not_json'],
    ['JSON but no event', '[1, 2]', 'not_an_event'],
    ['XML but no event', JSON.stringify({ xml: '<html></html>' }), 'not_an_event'],
    ['not UTF-8', Buffer.from('{"target_user_name": "svc.\xe9"}', 'latin1'), 'not_utf8'],
    ['longer than 1 MiB', line({ note: 'x'.repeat(MIB) }), 'line_too_long'],
    ['a number where a string belongs', line({ target_user_name: 42 }), 'wrong_type'],
    ['dated 1601', line({ timestamp: '1601-01-01T00:00:00.000Z' }), 'time_out_of_range'],
    ['dated beyond all calendars', line({ timestamp: 9e15 }), 'time_out_of_range'],
    ['without a time', line({ timestamp: undefined }), 'missing_time'],
  ])('%s', async (_what, bad, code) => {
    const body = Buffer.concat([Buffer.from(bad), Buffer.from(`\n${line()}\n`)]);
    const answer = await ship(agent, 1, gzipSync(body), { 'content-encoding': 'gzip' });
    expect(answer.body).toEqual({
      accepted: 1,
      duplicates: 0,
      rejected: [{ line: 1, code, message: expect.stringMatching(/\w{3}/) }],
    });
    expect(answer.status).toBe(200);
    expect(await counts(server.database, tenantId)).toEqual(oneStored(1));
  });

  it.each([
    ['two days ahead', new Date(Date.now() + 48 * 3_600_000).toISOString()],
    ['dated 9999', '9999-12-31T23:59:59.999Z'],
  ])(
    'an event %s is stored with the time of its arrival, and counted for its agent',
    async (_when, timestamp) => {
      const before = Date.now();
      const answer = await ship(agent, 1, [line({ timestamp }), line()]);
      expect(answer.body).toEqual({ accepted: 2, duplicates: 0, rejected: [] });
      const { rows } = await server.database.asOwner((client) =>
        client.query<{ time: Date; ahead: string; last: Date; raw: Buffer }>(
          `SELECT e.occurred_at AS time, a.events_ahead AS ahead, a.last_ahead_at AS last, b.body AS raw
         FROM scout.tenant_events e JOIN scout.agents a USING (tenant_id, agent_id) JOIN scout.batch_bodies b USING (tenant_id, batch_id)
         WHERE e.tenant_id = $1 AND e.batch_index = 0`,
          [tenantId],
        ),
      );
      expect(rows).toHaveLength(1);
      const { time, ahead, last, raw } = rows[0]!;
      expect(time.getTime()).toBeGreaterThanOrEqual(before);
      expect(time.getTime()).toBeLessThanOrEqual(Date.now());
      expect(ahead).toBe('1');
      expect(last.getTime()).toBeGreaterThanOrEqual(before - 1000);
      expect(gunzipSync(raw).toString()).toContain(timestamp);
    },
  );

  it('an event older than events are kept is stored, and its agent is counted', async () => {
    const old = new Date(Date.now() - (limits.events.retentionDays + 30) * 86_400_000).toISOString();
    const answer = await ship(agent, 1, [line({ timestamp: old }), line()]);
    expect(answer.body).toEqual({ accepted: 2, duplicates: 0, rejected: [] });
    expect(await counts(server.database, tenantId)).toMatchObject({ events: 2, accepted: 2 });
    const { rows } = await server.database.asOwner((client) =>
      client.query(
        'SELECT events_old, last_old_at IS NOT NULL AS is_noted, last_ahead_at FROM scout.agents WHERE tenant_id = $1',
        [tenantId],
      ),
    );
    expect(rows).toEqual([{ events_old: '1', is_noted: true, last_ahead_at: null }]);
  });

  it('keeps the rejection in the ledger and the raw line in the body', async () => {
    const lines = ['nonsense', line()];
    await ship(agent, 1, lines);
    const { rows } = await server.database.asOwner((client) =>
      client.query(
        `SELECT rejections, encoding, body FROM scout.batches JOIN scout.batch_bodies USING (tenant_id, batch_id)
        WHERE tenant_id = $1`,
        [tenantId],
      ),
    );
    expect(rows[0].rejections).toMatchObject([{ line: 1, code: 'not_json' }]);
    expect(rows[0].encoding).toBe('gzip');
    expect(gunzipSync(rows[0].body).toString()).toBe(lines.join('\n'));
  });

  it('keeps a batch of only bad lines, so that it is never sent again', async () => {
    const answer = await ship(agent, 1, ['nonsense', '{}']);
    expect(answer.body).toMatchObject({ accepted: 0, rejected: [{ line: 1 }, { line: 2 }] });
    expect(await counts(server.database, tenantId)).toEqual({
      ...NOTHING,
      batches: 1,
      bodies: 1,
      rejected: 2,
    });
  });
});

describe('unusual lines that are events', () => {
  async function stored(lineText: string): Promise<Record<string, unknown>> {
    const answer = await ship(agent, 1, [lineText]);
    expect(answer.body).toEqual({ accepted: 1, duplicates: 0, rejected: [] });
    const { rows } = await server.database.asOwner((client) =>
      client.query('SELECT * FROM scout.tenant_events WHERE tenant_id = $1', [tenantId]),
    );
    expect(rows).toHaveLength(1);
    return rows[0];
  }

  it('an unknown event type is stored as it is and matches no rule', async () => {
    expect(await stored(line({ event_type: 'KERBEROS_4768' }))).toMatchObject({
      event_type: 'KERBEROS_4768',
    });
    expect(await counts(server.database, tenantId)).toMatchObject({ events: 1, incidents: 0, rollups: 0 });
  });

  it('__proto__ and constructor keys change nothing', async () => {
    const spoilt = line().replace(
      '{',
      '{"__proto__": {"target_user_name": "svc.evil"}, "constructor": {"prototype": 1}, ',
    );
    expect(await stored(spoilt)).toMatchObject({ target_user_name: 'svc.billing' });
    expect(({} as Record<string, unknown>).target_user_name).toBeUndefined();
  });

  it('NUL becomes its symbol, in text and in names that rules look at', async () => {
    const row = await stored(line({ target_user_name: 'svc.bil\u0000ling', failure_reason: 'bad\u0000' }));
    expect(row).toMatchObject({ target_user_name: 'svc.bil␀ling', failure_reason: 'bad␀' });
    expect(await counts(server.database, tenantId)).toEqual(oneStored(0));
  });

  it('half a surrogate pair becomes U+FFFD', async () => {
    const escaped = line({ target_user_name: 'svc.HALF', failure_reason: 'HALF' }).replaceAll(
      'HALF',
      '\\ud83d',
    );
    expect(await stored(escaped)).toMatchObject({ target_user_name: 'svc.\ufffd', failure_reason: '\ufffd' });
  });

  it('names of a thousand characters break neither their batch nor the figures', async () => {
    const long = `svc.${'ž😀'.repeat(400)}`;
    const row = await stored(line({ target_user_name: long, failure_reason: long, source_host: long }));
    expect(row.target_user_name).toHaveLength(1024);
    expect(await counts(server.database, tenantId)).toEqual(oneStored(0));
  });

  it('a command line is kept up to 65,536 characters', async () => {
    const row = await stored(
      line({ event_type: '4688', process_information_command_line: 'x'.repeat(70_000) }),
    );
    expect(row.process_information_command_line).toHaveLength(65_536);
  });
});

describe('a bad request is refused whole, and nothing of it is stored', () => {
  /** 16 members of 64 MiB each. */
  const bomb = () => Buffer.concat(Array(16).fill(gzipSync(Buffer.alloc(64 * MIB, ' '))));
  const zstdBomb = () => Buffer.concat(Array(16).fill(zstdCompressSync(Buffer.alloc(64 * MIB, ' '))));
  const gzip = { 'content-encoding': 'gzip' };
  const zstd = { 'content-encoding': 'zstd' };
  it.each<[string, number, string, () => Buffer, Record<string, string>]>([
    ['gzip that is cut', 400, 'truncated_body', () => gzipSync(line()).subarray(0, 60), gzip],
    ['gzip that is none', 400, 'not_gzip', () => Buffer.from(line()), gzip],
    ['a gzip bomb of 1 GiB', 413, 'body_too_large', bomb, gzip],
    ['zstd that is cut', 400, 'truncated_body', () => zstdCompressSync(line()).subarray(0, 60), zstd],
    ['zstd that is none', 400, 'not_gzip', () => Buffer.from(line()), zstd],
    [
      'zstd with lines after it',
      400,
      'not_gzip',
      () => Buffer.concat([zstdCompressSync(line()), Buffer.from(`\n${line()}`)]),
      zstd,
    ],
    ['a zstd bomb of 1 GiB', 413, 'body_too_large', zstdBomb, zstd],
    ['a compressed zstd body over 8 MiB', 413, 'body_too_large', () => Buffer.alloc(8 * MIB + 1), zstd],
    ['a line of 100 MB, compressed', 413, 'body_too_large', () => gzipSync(Buffer.alloc(1e8, 'x')), gzip],
    ['a line of 100 MB', 413, 'body_too_large', () => Buffer.alloc(1e8, 'x'), {}],
    ['a compressed body over 8 MiB', 413, 'body_too_large', () => Buffer.alloc(8 * MIB + 1), gzip],
    ['10,001 lines', 413, 'body_too_large', () => Buffer.from('{}\n'.repeat(10_001)), {}],
    [
      'another content type',
      415,
      'unsupported_media_type',
      () => Buffer.from(line()),
      { 'content-type': 'application/json' },
    ],
    [
      'another encoding',
      415,
      'unsupported_media_type',
      () => Buffer.from(line()),
      { 'content-encoding': 'br' },
    ],
    ['no batch number', 400, 'invalid_batch_number', () => Buffer.from(line()), { 'scout-batch': '' }],
    ['batch number 0', 400, 'invalid_batch_number', () => Buffer.from(line()), { 'scout-batch': '0' }],
    ['batch number 1.5', 400, 'invalid_batch_number', () => Buffer.from(line()), { 'scout-batch': '1.5' }],
    [
      'a batch number over 2^53',
      400,
      'invalid_batch_number',
      () => Buffer.from(line()),
      { 'scout-batch': '9007199254740993' },
    ],
  ])('%s: %i %s', async (_what, status, code, body, headers) => {
    const answer = await ship(agent, 1, body(), headers);
    expect(answer.body).toEqual({ code, message: expect.stringMatching(/\w+ \w+/) });
    expect(answer.status).toBe(status);
    expect(await counts(server.database, tenantId)).toEqual(NOTHING);
  });

  it('an endless body without a length is refused while it is still being sent', async () => {
    const chunk = new Uint8Array(MIB).fill(0x78);
    let sent = 0;
    const body = new ReadableStream({
      pull(controller) {
        sent += 1;
        if (sent > 200) controller.error(new Error('the server took 200 MiB'));
        else controller.enqueue(chunk);
      },
    });
    const response = await agent.request('/api/ingest/v1/events', {
      method: 'POST',
      headers: { 'content-type': 'application/x-ndjson', 'scout-batch': '1' },
      body,
      duplex: 'half',
    } as RequestInit);
    expect(response.status).toBe(413);
    expect(await counts(server.database, tenantId)).toEqual(NOTHING);
  });

  it('an empty body is an empty batch', async () => {
    const answer = await ship(agent, 1, Buffer.alloc(0));
    expect(answer).toMatchObject({ status: 200, body: { accepted: 0, duplicates: 0, rejected: [] } });
  });
});
