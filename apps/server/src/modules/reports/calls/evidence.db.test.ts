import { hash } from 'node:crypto';
import type { EvidenceEntry, EvidenceFile, EvidenceType } from '@scout/contract';
import { DAY, HOUR, MINUTE } from '@scout/detection/time';
import {
  createOrganization,
  seedAccount,
  seedCase,
  startServer,
  type TestOrganization,
  type TestServer,
} from '@scout/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fresh } from '../../../testing/fresh.ts';
import { verifyEvidence } from '../evidenceChain.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

const run = (sql: string, values: unknown[]) =>
  server.database.asOwner((owner) => owner.query<Record<string, unknown>>(sql, values));

/** Start of an hour two days ago, so that each event falls into one hour. */
const start = Math.floor((Date.now() - 2 * DAY) / HOUR) * HOUR;
const at = (time: number) => new Date(time);
const iso = (time: number) => at(time).toISOString();
const period = { from: iso(start - DAY), to: iso(start + DAY) };

async function download(bank: TestOrganization, query: Record<string, string>) {
  const member = await bank.as('member');
  const response = await member.request(`/api/v1/evidence?${new URLSearchParams(query)}`);
  return { response, body: Buffer.from(await response.arrayBuffer()) };
}

async function evidence(bank: TestOrganization, query: Record<string, string>): Promise<EvidenceFile> {
  const { response, body } = await download(bank, query);
  expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-store']);
  const file = JSON.parse(body.toString()) as EvidenceFile;
  expect(verifyEvidence(file)).toEqual({ holds: true, entries: file.entries.length, head: file.head });
  return file;
}

const of = <T extends EvidenceType>({ entries }: EvidenceFile, type: T) =>
  entries
    .map(({ entry }) => entry)
    .filter((entry): entry is Extract<EvidenceEntry, { type: T }> => entry.type === type);

/** A bank with permitted and unpermitted interactive uses, a case closed by an admin, and activity irrelevant to auditors. */
async function bankWithUses() {
  const bank = await createOrganization(server, fresh('Northwind'));
  const admin = await bank.as('admin');
  const way = { source: 'fin-laptop3', destination: 'prd-sql01' };
  await seedAccount(run, bank.tenantId, 'Svc.Billing', [
    {
      ...way,
      kind: 'command',
      actor: 'm.keller',
      program: 'sqlcmd.exe',
      count: 4,
      time: at(start + 5 * MINUTE),
    },
    { ...way, kind: 'logon:10', time: at(start + HOUR) },
    { ...way, kind: 'explicit', actor: 'm.keller', time: at(start + 30 * HOUR) },
    // Service logons and refusals: no interactive use.
    { ...way, kind: 'logon:3', time: at(start) },
    { ...way, kind: 'logon:5', time: at(start) },
    { ...way, kind: 'refused:wrong password', time: at(start) },
    { ...way, kind: 'command', time: at(start) },
  ]);
  const number = await seedCase(run, bank.tenantId, {
    account: 'Svc.Billing',
    firstSeen: at(start),
    lastSeen: at(start + HOUR),
  });
  const exception = '00000000-0000-7000-8000-000000000001';
  await run(
    `INSERT INTO scout.case_exceptions (tenant_id, exception_id, account_key, sources, persons, starts_at, ends_at, ended_by, ended_at,
       reason, created_by, created_at, approved_by, approved_at)
     VALUES ($1, $2, 'svc.*', '{fin-laptop3}', '{m.keller}', $3, $4, 'ada@northwind.example', $5, 'Restore test, CHG-4411',
       'ada@northwind.example', $3, 'Change board', $3)`,
    [bank.tenantId, exception, at(start), at(start + 4 * HOUR), at(start + 2 * HOUR)],
  );
  await admin.api.casesComment({ number, text: 'Asked Keller.' });
  await admin.api.casesClose({ number, as: 'misuse', reason: 'Password changed.' });
  return { bank, admin, number, exception };
}

describe('evidence of a period', () => {
  test('lists who used which account interactively, when, why, approved by whom and until when', async () => {
    const { bank, admin, number, exception } = await bankWithUses();
    const file = await evidence(bank, period);
    expect(file).toMatchObject({
      scope: period,
      organization: { id: bank.tenantId },
      made_by: bank.emailOf('member'),
    });
    expect(of(file, 'use')).toEqual([
      {
        type: 'use',
        at: iso(start + 5 * MINUTE),
        last: iso(start + 5 * MINUTE),
        account: 'Svc.Billing',
        kind: 'command',
        person: 'm.keller',
        source: 'fin-laptop3',
        server: 'prd-sql01',
        program: 'sqlcmd.exe',
        events: 4,
        exception,
        reason: 'Restore test, CHG-4411',
        approved_by: 'Change board',
        permitted_until: iso(start + 2 * HOUR),
      },
      // Nobody is named, and the exception is for one person: not permitted.
      expect.objectContaining({
        kind: 'logon:10',
        person: null,
        exception: null,
        reason: null,
        permitted_until: null,
      }),
    ]);
    expect(of(file, 'finding')).toMatchObject([
      { case: number, persons: ['m.keller'], person_level: 'acted' },
    ]);
    expect(of(file, 'case')).toMatchObject([
      { number, status: 'closed', closed_as: 'misuse', close_reason: 'Password changed.' },
    ]);
    expect(of(file, 'exception')).toMatchObject([
      {
        id: exception,
        until: iso(start + 2 * HOUR),
        recorded_by: 'ada@northwind.example',
        ended_by: 'ada@northwind.example',
      },
    ]);
    // Decisions are from today, after the period.
    expect(of(file, 'decision')).toEqual([]);
    const wide = await evidence(bank, { from: period.from, to: iso(Date.now() + MINUTE) });
    expect(of(wide, 'decision').map(({ kind, by, text }) => [kind, by, text])).toEqual([
      ['comment', bank.emailOf('admin'), 'Asked Keller.'],
      ['closed', bank.emailOf('admin'), 'Password changed.'],
    ]);
    expect(of(wide, 'use').map(({ kind, exception: by }) => [kind, by])).toEqual([
      ['command', exception],
      ['logon:10', null],
      ['explicit', null],
    ]);
    expect(file.left_out).toEqual({ use: 0, finding: 0, case: 0, decision: 0, exception: 0 });
    const [entry] = (await admin.api.auditLogs({}))
      .filter(({ action }) => action === 'evidence_downloaded')
      .slice(-1);
    expect(entry).toMatchObject({
      actor: bank.emailOf('member'),
      details: { ...period, format: 'json', entries: file.count, head: file.head },
    });
  });

  test('has the same head as JSON and as PDF, for any reader, until something is added', async () => {
    const { bank, admin, number } = await bankWithUses();
    const { head } = await evidence(bank, { case: String(number) });
    const { response, body } = await download(bank, { case: String(number), format: 'pdf' });
    expect([
      response.status,
      response.headers.get('content-type'),
      response.headers.get('content-disposition'),
    ]).toEqual([200, 'application/pdf', `attachment; filename="scout-evidence-case-${number}.pdf"`]);
    expect(body.toString('latin1')).toContain(`<pdf:Keywords>${head}</pdf:Keywords>`);
    expect((await evidence(bank, { case: String(number) })).head).toBe(head);
    await admin.api.casesComment({ number, text: 'One more.' });
    expect((await evidence(bank, { case: String(number) })).head).not.toBe(head);
  });

  test('leaves out the oldest entries beyond the limit, and counts them', async () => {
    const { bank } = await bankWithUses();
    await run(
      `INSERT INTO scout.account_activity (tenant_id, account_key, hour, cell, kind, source, n, first_at, last_at)
       SELECT $1, 'svc.billing', date_trunc('hour', t), gen_random_uuid(), 'logon:2', 'ws-' || i, 1, t, t
       FROM generate_series(1, 1005) AS i, LATERAL (SELECT $2::timestamptz + i * interval '1 second' AS t) AS times`,
      [bank.tenantId, at(start + 3 * HOUR)],
    );
    const file = await evidence(bank, period);
    expect([of(file, 'use').length, file.left_out.use]).toEqual([1000, 7]);
    const { response, body } = await download(bank, { ...period, format: 'pdf' });
    expect(response.status).toBe(200);
    expect(body.length).toBeLessThan(8 * 1024 * 1024);
  }, 120_000);
});

describe('evidence of a case', () => {
  test('covers its account, its ways and its exceptions only', async () => {
    const { bank, number, exception } = await bankWithUses();
    await seedAccount(run, bank.tenantId, 'svc.etl', [
      { kind: 'logon:2', source: 'ws-1042', time: at(start) },
    ]);
    await seedCase(run, bank.tenantId, { account: 'svc.etl', lastSeen: at(start) });
    await run(
      `INSERT INTO scout.case_exceptions (tenant_id, exception_id, account_key, starts_at, ends_at, reason, created_by, approved_by, approved_at)
       VALUES ($1, gen_random_uuid(), 'svc.etl', $2, $3, 'Other', 'ada@northwind.example', 'Nobody', $2)`,
      [bank.tenantId, at(start), at(start + HOUR)],
    );
    const file = await evidence(bank, { case: String(number) });
    expect(file.scope).toEqual({ case: number });
    expect(new Set(of(file, 'use').map(({ account }) => account))).toEqual(new Set(['Svc.Billing']));
    expect(of(file, 'use').map(({ kind }) => kind)).toContain('command');
    expect(of(file, 'case').map((entry) => entry.number)).toEqual([number]);
    expect(of(file, 'finding')).toHaveLength(1);
    expect(of(file, 'decision').map(({ kind }) => kind)).toEqual(['comment', 'closed']);
    expect(of(file, 'exception').map(({ id }) => id)).toEqual([exception]);
  });

  test('holds the events behind its findings as they were sent, each with its hash, the newest within the limits', async () => {
    const bank = await createOrganization(server, fresh('Meridian'));
    const agent = await bank.as('agent');
    const long = 'x'.repeat(200_000);
    const lines = Array.from({ length: 40 }, (_, index) =>
      JSON.stringify({
        event_type: 'WINDOWS_SECURITY_4688',
        timestamp: iso(start + HOUR),
        system_context_computer_name: 'FIN-LAPTOP3.northwind.example',
        process_information_new_process_name: 'C:\\tools\\sqlcmd.exe',
        process_information_command_line: `sqlcmd -S PRD-SQL01 -U svc.billing -Q "${index}"`,
        ...(index >= 10 && { note: long }),
      }),
    );
    const stored = await agent.request('/api/ingest/v1/events', {
      method: 'POST',
      headers: { 'content-type': 'application/x-ndjson', 'scout-batch': '1' },
      body: lines.map((line) => `${line}\n`).join(''),
    });
    expect(await stored.json()).toMatchObject({ accepted: lines.length });
    const member = await bank.as('member');
    const { incidents } = await member.api.incidents({ rule: 'service-account-activity', limit: 100 });
    expect(incidents).toHaveLength(lines.length);
    const lineOf = (id: string) => lines[Number(id.slice(-6))]!;
    const ids = incidents.map(({ id }) => id).sort();
    const gone = '019aa0f0-1111-7222-8333-0123456789ab-000012';
    const number = await seedCase(run, bank.tenantId, {
      lastSeen: at(start + HOUR),
      events: [ids[3]!, gone, ids[0]!, ids[0]!],
    });
    await seedCase(run, bank.tenantId, { lastSeen: at(start + HOUR), events: [ids[1]!] });
    const file = await evidence(bank, { case: String(number) });
    expect(of(file, 'event')).toEqual([
      ...[ids[0]!, ids[3]!].map((id) =>
        expect.objectContaining({
          id,
          event_id: 4688,
          computer: 'FIN-LAPTOP3',
          program: 'sqlcmd.exe',
          raw: lineOf(id),
          raw_sha256: hash('sha256', lineOf(id)),
        }),
      ),
      {
        type: 'event',
        at: iso(start + HOUR),
        id: gone,
        event_id: null,
        event_type: null,
        computer: null,
        account: null,
        program: null,
        received_at: null,
        raw: null,
        raw_sha256: null,
      },
    ]);
    expect(file.left_out.event).toBe(0);

    const many = await seedCase(run, bank.tenantId, { lastSeen: at(start + HOUR), events: ids.slice(8) });
    const bounded = await evidence(bank, { case: String(many) });
    const kept = of(bounded, 'event');
    expect(kept.map(({ raw }) => raw!.length).reduce((a, b) => a + b)).toBeLessThanOrEqual(4 * 1024 * 1024);
    expect(kept.length).toBeGreaterThan(15);
    expect([kept.length + bounded.left_out.event!, bounded.left_out.event! > 0]).toEqual([32, true]);
    const { response, body } = await download(bank, { case: String(many), format: 'pdf' });
    expect([response.status, body.length < 400_000]).toEqual([200, true]);
    expect(body.toString('latin1')).toContain(`<pdf:Keywords>${bounded.head}</pdf:Keywords>`);
  });

  test('of another organization is not found, and the period contains nothing of it', async () => {
    const { number } = await bankWithUses();
    const other = await createOrganization(server, fresh('Alder'));
    const { response, body } = await download(other, { case: String(number) });
    expect([response.status, JSON.parse(body.toString())]).toMatchObject([404, { code: 'not_found' }]);
    expect((await evidence(other, period)).entries).toEqual([]);
  });
});

test.each([
  [{}, 'Choose a case'],
  [{ from: '2026-10-01' }, 'Choose a case'],
  [{ case: '1', from: '2026-10-01', to: '2026-10-02' }, 'Choose a case'],
  [{ from: '2026-10-02', to: '2026-10-01' }, 'ends before it begins'],
  [{ from: '2026-01-01', to: '2026-10-01' }, 'at most 92 days'],
  [{ case: '0' }, ''],
  [{ case: '1', format: 'xml' }, ''],
])('%j is refused', async (query, message) => {
  const bank = await createOrganization(server, fresh('Cedar'));
  const { response, body } = await download(bank, query as Record<string, string>);
  expect(response.status).toBe(400);
  expect(JSON.parse(body.toString())).toMatchObject({
    code: 'invalid_input',
    message: expect.stringContaining(message),
  });
  const admin = await bank.as('admin');
  expect((await admin.api.auditLogs({})).map(({ action }) => action)).not.toContain('evidence_downloaded');
});
