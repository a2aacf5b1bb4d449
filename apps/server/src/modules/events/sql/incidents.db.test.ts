import type { IncidentRow } from '@scout/contract';
import { incidentsOf, type Row } from '@scout/detection';
import type { TestClient } from '@scout/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { useOrganizationEach } from '../../ingest/testing/organizationEach.ts';
import { line, ship } from '../../ingest/testing/ship.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const here = useOrganizationEach();
let batchNo = 0;

const ago = (milliseconds: number) => new Date(Date.now() - milliseconds).toISOString();

async function shipAll(events: readonly Record<string, unknown>[]): Promise<void> {
  batchNo += 1;
  const { status } = await ship(
    here.agent,
    batchNo,
    events.map((event) => line(event)),
  );
  expect(status).toBe(200);
}

type Query = Parameters<TestClient['api']['incidents']>[0];

/** All pages of a timeline, with their lengths. */
async function allPages(query: Query): Promise<{ incidents: IncidentRow[]; pages: number[] }> {
  const incidents: IncidentRow[] = [];
  const pages: number[] = [];
  let cursor: string | undefined;
  do {
    const page = await here.member.api.incidents({ ...query, ...(cursor !== undefined && { cursor }) });
    incidents.push(...page.incidents);
    pages.push(page.incidents.length);
    cursor = page.next ?? undefined;
  } while (cursor !== undefined);
  return { incidents, pages };
}

describe('GET /api/v1/incidents', () => {
  it('returns the details of each, newest first', async () => {
    await shipAll([
      { timestamp: ago(2 * HOUR), failure_reason: '0xc000006a', source_host: '192.0.2.17' },
      { timestamp: ago(HOUR), target_user_name: 'NORTHWIND\\SVC.Billing' },
      { timestamp: ago(HOUR), target_user_name: 'alice' },
    ]);
    const { incidents, next } = await here.member.api.incidents({ rule: 'failed-logons' });
    expect(next).toBeNull();
    expect(incidents).toMatchObject([
      { rule: 'failed-logons', service_account: 'SVC.Billing', server: 'PRD-SQL01', source_hosts: [] },
      { service_account: 'svc.billing', failure_reason: 'wrong password', source_hosts: ['192.0.2.17'] },
    ]);
    expect(incidents[0]!.id).toMatch(/-000001$/);
    expect((await here.member.api.incidents({ rule: 'interactive-logons' })).incidents).toEqual([]);
  });

  it('finds names regardless of case, domain and suffix', async () => {
    await shipAll([
      { timestamp: ago(HOUR), target_user_name: 'SVC.Billing' },
      { timestamp: ago(2 * HOUR), system_context_computer_name: 'prd-sql01.northwind.example' },
      {
        timestamp: ago(3 * HOUR),
        target_user_name: 'svc.etl',
        system_context_computer_name: 'PROD-LEDGER-02',
      },
    ]);
    const count = async (query: Omit<Query, 'rule'>) =>
      (await here.member.api.incidents({ rule: 'failed-logons', ...query })).incidents.length;
    expect(await count({ account: 'svc.BILLING' })).toBe(2);
    expect(await count({ account: 'NORTHWIND\\svc.billing' })).toBe(2);
    expect(await count({ server: 'prd-SQL01' })).toBe(2);
    expect(await count({ server: 'PROD-LEDGER-02', account: 'svc.etl' })).toBe(1);
    expect(await count({ server: 'PROD-LEDGER-02', account: 'svc.billing' })).toBe(0);
    expect(await count({ account: "' OR true --" })).toBe(0);
  });

  it('finds a source host among several, by its name or address, however it is spelled', async () => {
    const from = (timestamp: string, workstation: string, source_host: string, account = 'svc.billing') => ({
      timestamp,
      source_info_workstation_name: workstation,
      source_host,
      target_user_name: account,
    });
    const long = `WS-${'x'.repeat(300)}`;
    await shipAll([
      from(ago(HOUR), 'WS-1042', '192.0.2.14'),
      from(ago(2 * HOUR), 'ws-1042', '192.0.2.15', 'svc.etl'),
      from(ago(3 * HOUR), 'WS-10421', '2001:DB8::7'),
      from(ago(4 * HOUR), 'ÄRZTE_1%', '192.0.2.140'),
      from(ago(5 * HOUR), `${long}1`, '192.0.2.16'),
      from(ago(6 * HOUR), `${long}2`, '192.0.2.16'),
    ]);
    const found = async (source: string, names: Omit<Query, 'rule'> = {}) =>
      (await here.member.api.incidents({ rule: 'failed-logons', source, ...names })).incidents.map(
        ({ source_hosts }) => source_hosts.join(),
      );
    expect(await found('Ws-1042')).toEqual(['192.0.2.14,WS-1042', '192.0.2.15,WS-1042']);
    expect(await found('WS-1042', { account: 'SVC.ETL' })).toEqual(['192.0.2.15,WS-1042']);
    expect(await found('192.0.2.14')).toEqual(['192.0.2.14,WS-1042']);
    expect(await found('2001:db8::7')).toEqual(['2001:db8::7,WS-10421']);
    expect(await found('ärzte_1%')).toEqual(['192.0.2.140,ÄRZTE_1%']);
    // Names are stored and compared by their first 256 characters.
    const kept = `192.0.2.16,${long.toUpperCase().slice(0, 256)}`;
    expect(await found(`${long}2`)).toEqual([kept, kept]);
    expect(await found('WS-%')).toEqual([]);
    expect(await found("' OR true --")).toEqual([]);
  });

  it('pages without gap or repetition, even among incidents of one millisecond', async () => {
    const at = ago(HOUR);
    const source_host = '192.0.2.17';
    await shipAll(Array.from({ length: 25 }, () => ({ timestamp: at, source_host })));
    await shipAll(
      Array.from({ length: 25 }, (_, index) => ({
        timestamp: ago(HOUR + (index % 3) * MINUTE),
        source_host,
      })),
    );
    for (const names of [{}, { account: 'svc.billing' }, { server: 'PRD-SQL01' }, { source: source_host }]) {
      const { incidents, pages } = await allPages({ rule: 'failed-logons', limit: 7, ...names });
      expect(pages).toEqual([7, 7, 7, 7, 7, 7, 7, 1]);
      expect(new Set(incidents.map(({ id }) => id)).size).toBe(50);
      const order = incidents.map(({ time, id }) => `${time} ${id}`);
      expect(order).toEqual(order.toSorted().reverse());
    }
    // A source host is counted with each of its accounts.
    await shipAll(
      Array.from({ length: 20 }, (_, index) => ({
        timestamp: ago(HOUR + (index % 5) * 10 * MINUTE),
        source_host,
        target_user_name: 'svc.etl',
      })),
    );
    const { incidents } = await allPages({ rule: 'failed-logons', limit: 7, source: source_host });
    expect(new Set(incidents.map(({ id }) => id)).size).toBe(70);
  });

  it('equals the incidents that the detection library finds in the stored rows, for any name and window', async () => {
    const accounts = ['svc.billing', 'SVC.Billing', 'svc.reporting', 'service.etl', 'alice'];
    const servers = ['PRD-SQL01', 'prd-sql01', 'PROD-LEDGER-02', 'WEB01'];
    const random = fc.sample(
      fc.tuple(
        fc.integer({ min: 0, max: 48 * 60 }),
        fc.constantFrom(...accounts),
        fc.constantFrom(...servers),
      ),
      { numRuns: 400, seed: 11 },
    );
    await shipAll(
      random.map(([minutes, target_user_name, system_context_computer_name]) => ({
        timestamp: ago(minutes * MINUTE),
        target_user_name,
        system_context_computer_name,
      })),
    );
    const { body } = await here.member.api.tenantEvents({});
    const all = incidentsOf((body ?? []) as Row[], 'failed-logons');
    expect(all.length).toBeGreaterThan(100);
    for (const [account, server_, from, to, limit] of [
      ['svc.billing', undefined, ago(30 * HOUR), ago(3 * HOUR), 9],
      ['service.etl', undefined, ago(48 * HOUR), ago(0), 1],
      [undefined, 'prd-sql01', ago(20 * HOUR + 12_345), ago(7 * HOUR), 13],
      [undefined, undefined, ago(5 * HOUR), ago(HOUR), 50],
      ['svc.reporting', 'PROD-LEDGER-02', ago(40 * HOUR), ago(0), 3],
    ] as const) {
      const { incidents } = await allPages({
        rule: 'failed-logons',
        from,
        to,
        limit,
        ...(account !== undefined && { account }),
        ...(server_ !== undefined && { server: server_ }),
      });
      const wanted = all
        .filter(({ time }) => time >= Date.parse(from) && time <= Date.parse(to))
        .filter(({ serviceAccountKey }) => account === undefined || serviceAccountKey === account)
        .filter(({ serverKey }) => server_ === undefined || serverKey === server_.toLowerCase())
        .map(({ id }) => id);
      expect(incidents.map(({ id }) => id).toSorted()).toEqual(wanted.toSorted());
    }
  });

  it('finds what a person did, also far back, by the name without domain in the event', async () => {
    const start = (timestamp: string, subject_user_name: string | null, computer = 'WS-1042') => ({
      timestamp,
      event_type: '4688',
      subject_user_name,
      system_context_computer_name: computer,
      process_information_new_process_name: 'C:\\Tools\\sqlcmd.exe',
      process_information_command_line: 'sqlcmd -S PRD-SQL01 -U svc.billing',
    });
    await shipAll([
      start(ago(70 * HOUR), 'm.keller'),
      start(ago(69 * HOUR), 'NORTHWIND\\M.Keller', 'FIN-LAPTOP3'),
      ...Array.from({ length: 300 }, (_, index) => start(ago(index * 7 * MINUTE), 'j.weber')),
      start(ago(HOUR), null),
    ]);
    const rule = 'service-account-activity';
    const { incidents } = await here.member.api.incidents({ rule, user: 'northwind\\m.KELLER' });
    expect(incidents.map(({ subject_user, computer }) => [subject_user, computer])).toEqual([
      ['M.Keller', 'FIN-LAPTOP3'],
      ['m.keller', 'WS-1042'],
    ]);
    const both = await here.member.api.incidents({ rule, user: 'm.keller', computer: 'ws-1042' });
    expect(both.incidents).toHaveLength(1);
    const { incidents: latest } = await here.member.api.incidents({ rule, limit: 10 });
    expect(latest.filter(({ subject_user }) => subject_user === null)).toHaveLength(1);
    expect((await here.member.api.incidents({ rule, user: "' OR true --" })).incidents).toEqual([]);
  });

  it('finds a rare name far back among many others', async () => {
    await shipAll([
      { timestamp: ago(70 * HOUR), target_user_name: 'svc.rare' },
      ...Array.from({ length: 600 }, (_, index) => ({ timestamp: ago(index * 7 * MINUTE) })),
    ]);
    const { incidents } = await here.member.api.incidents({ rule: 'failed-logons', account: 'svc.rare' });
    expect(incidents.map(({ service_account }) => service_account)).toEqual(['svc.rare']);
  });

  it.each([
    ['rule=none', 'rule'],
    ['rule=failed-logons&limit=201', 'limit'],
    ['rule=failed-logons&cursor=abc', 'cursor'],
    ['rule=failed-logons&cursor=99999999999999_01234567-0123-7123-8123-0123456789ab-000000', 'cursor'],
    ['rule=failed-logons&account=', 'account'],
    [`rule=failed-logons&account=${'x'.repeat(1_025)}`, 'account'],
    ['rule=failed-logons&from=yesterday', 'from'],
    ['rule=failed-logons&from=2026-11-21&to=2026-11-20', 'from'],
  ])('refuses %s', async (query, field) => {
    const response = await here.member.request(`/api/v1/incidents?${query}`);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      code: 'invalid_input',
      message: expect.stringContaining(field),
    });
  });
});
