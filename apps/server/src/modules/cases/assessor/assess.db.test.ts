import { at, quietMonth } from '@scout/cases/testing/rows';
import type { NormalisedRow } from '@scout/detection';
import { DAY } from '@scout/detection/time';
import { createOrganization, startServer, type TestServer } from '@scout/testkit';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { lengthOf } from '../../../../../../scripts/testLength.mjs';
import { fresh } from '../../../testing/fresh.ts';
import { ship } from '../../ingest/testing/ship.ts';
import { awaitingMerging, mergePartsStep } from '../sql/assessor/mergeParts.ts';
import { MERGED } from '../sql/assessor/parts.ts';
import { assess } from './assess.ts';
import { createMemory, type Memory } from './memory.ts';
import { AFTERWARDS, type Found, foundOf, lineOf, quietDaysWithStories } from './testing/stories.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

const rows = quietDaysWithStories();

/** An organization that receives batches and is assessed at times chosen by the test. */
async function organization(memory: Memory = createMemory()) {
  const bank = await createOrganization(server, fresh('Northwind'));
  const agent = await bank.as('agent');
  let batch = 0;
  return {
    ...bank,
    async send(batchRows: readonly NormalisedRow[]) {
      batch += 1;
      const { body } = await ship(agent, batch, batchRows.map(lineOf));
      expect(body).toMatchObject({ accepted: batchRows.length });
    },
    async assess(now: number, by = memory) {
      const parts = { pool: server.context.pool, clock: { now: () => now }, memory: by };
      let outcome = await assess(parts, bank.tenantId);
      while (outcome === 'more') outcome = await assess(parts, bank.tenantId);
      return outcome;
    },
    /** Merges what has been read, as if it were old, by few parts at a time. */
    async merge() {
      const parts = { pool: server.context.pool, clock: { now: () => AFTERWARDS + 30 * DAY } };
      const merging = () => mergePartsStep(parts, bank.tenantId, { parts: 3, bytes: 1_000_000 });
      let outcome = await merging();
      while (outcome === 'more') outcome = await merging();
      return outcome;
    },
    found: () => foundOf(server.database, bank.tenantId),
    sql: (sql: string) =>
      server.database.asOwner(async (client) => (await client.query(sql, [bank.tenantId])).rows),
  };
}

async function undisturbed() {
  const bank = await organization();
  await bank.send(rows);
  expect(await bank.assess(AFTERWARDS)).toBe('done');
  return bank;
}

describe('an incident sent to a server', () => {
  test('becomes a case with its sentence, person, severity and evidence; accounts enter the register', async () => {
    const bank = await undisturbed();
    const { cases, accounts, activity } = await bank.found();
    const ledger = cases.find((each) => 'account' in each && each.account === 'svc.ledger1');
    expect(ledger).toMatchObject({
      kind: 'person-signed-in',
      person: 'person7',
      person_level: 'present',
      severity: expect.stringMatching(/^(critical|high)$/),
      sentence: expect.stringContaining('PC7'),
      first_seen: expect.stringContaining('2026-09-16T10:0'),
    });
    expect(accounts.map((each) => 'account_key' in each && each.account_key)).toEqual(
      ['billing0', 'billing1', 'billing2', 'ledger0', 'ledger1', 'ledger2'].map((name) => `svc.${name}`),
    );
    const counted = activity.reduce((sum, each) => sum + ('n' in each ? Number(each.n) : 0), 0);
    expect(counted).toBe(6 * 4 * 12 + 4);

    const member = await bank.as('member');
    const evidence = await bank.sql(
      `SELECT e->>'id' AS id, e->>'record_id' AS record_id FROM scout.findings f, jsonb_array_elements(events) e
       WHERE tenant_id = $1 AND account = 'svc.ledger1'`,
    );
    expect(evidence.length).toBeGreaterThan(0);
    for (const { id, record_id } of evidence) {
      const { event } = await member.api.event({ id });
      expect(String(event.record_id)).toBe(record_id);
    }
  });

  test('is reported before its hour is over, and stays the same case afterwards', async () => {
    const { rows: quiet, maker } = quietMonth();
    const story = [
      maker.refusal(at(22, 10, 1), 'svc.ledger1', 'DB1', 'PC7'),
      maker.logon(at(22, 10, 3), 'svc.ledger1', '2', 'PC7'),
    ];
    const bank = await organization();
    await bank.send(quiet.filter((row) => Date.parse(row.timestamp) < at(22, 10)));
    await bank.assess(at(22, 10));
    expect((await bank.found()).cases).toEqual([]);
    await bank.send(story);
    await bank.assess(at(22, 10, 4));
    const early = await bank.sql(
      'SELECT case_id, number, person, severity FROM scout.cases WHERE tenant_id = $1',
    );
    expect(early).toMatchObject([{ number: '1', person: 'person7', severity: 'high' }]);
    await bank.assess(at(22, 11, 16));
    expect(
      await bank.sql('SELECT case_id, number, person, severity FROM scout.cases WHERE tenant_id = $1'),
    ).toEqual(early);
  });

  test('belongs to no other organization', async () => {
    const other = await organization();
    await undisturbed();
    await other.assess(AFTERWARDS);
    expect(await other.found()).toEqual({ cases: [], findings: [], activity: [], accounts: [] });
  });
});

describe('the same events', () => {
  test('in any order and batching, assessed at any time in between, give the same', async () => {
    const expected = await (await undisturbed()).found();
    expect(expected.cases.length).toBeGreaterThan(2);
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 2, max: 8 }),
        fc.infiniteStream(fc.nat(1_000)),
        async (count, choices) => {
          const draw = choices[Symbol.iterator]();
          const next = () => draw.next().value!;
          const bank = await organization();
          const batches: NormalisedRow[][] = Array.from({ length: count }, () => []);
          for (const row of rows) batches[next() % count]!.push(row);
          for (const batch of batches) {
            if (batch.length > 0) await bank.send(batch);
            // By this process, or by one with empty memory.
            if (next() % 2 === 0) await bank.assess(at(next() % 14, next() % 24, next() % 60));
            if (next() % 4 === 0) await bank.assess(AFTERWARDS, createMemory());
            if (next() % 3 === 0) await bank.merge();
          }
          await bank.assess(AFTERWARDS);
          expect(await bank.found()).toEqual(expected);
        },
      ),
      { numRuns: lengthOf(3, 12) },
    );
  });

  test('merged by the hour once they are read are one part each, and found anew they are the same', async () => {
    const expected = await (await undisturbed()).found();
    const bank = await organization();
    for (let from = 0; from < rows.length; from += 97) await bank.send(rows.slice(from, from + 97));
    expect(await bank.merge()).toBe('idle');
    await bank.assess(AFTERWARDS);
    const hours = () =>
      bank.sql(`SELECT count(*)::int AS parts, count(DISTINCT hour)::int AS hours,
        count(*) FILTER (WHERE batch_id = '${MERGED}')::int AS merged FROM scout.activity_parts WHERE tenant_id = $1`);
    const [before] = await hours();
    expect(before!.parts).toBeGreaterThan(before!.hours);
    const later = AFTERWARDS + 30 * DAY;
    expect(await awaitingMerging(server.context.pool, AFTERWARDS - 30 * DAY)).not.toContain(bank.tenantId);
    expect(await awaitingMerging(server.context.pool, later)).toContain(bank.tenantId);
    expect(await bank.merge()).toBe('done');
    const evidence = () =>
      bank.sql('SELECT hour, sentence, events FROM scout.findings WHERE tenant_id = $1 ORDER BY 1, 2');
    const events = await evidence();
    const { hours: n } = before!;
    expect(await hours()).toEqual([{ parts: n, hours: n, merged: n }]);
    expect(await awaitingMerging(server.context.pool, later)).not.toContain(bank.tenantId);
    await bank.sql(`UPDATE scout.assessments SET settings = 'others' WHERE tenant_id = $1`);
    await bank.assess(AFTERWARDS, createMemory());
    expect(await bank.found()).toEqual(expected);
    expect(await evidence()).toEqual(events);
  });

  test('are not merged while an assessment has their organization', async () => {
    const bank = await undisturbed();
    await server.database.asOwner(async (client) => {
      await client.query('BEGIN');
      await client.query('SELECT FROM scout.assessments WHERE tenant_id = $1 FOR UPDATE', [bank.tenantId]);
      expect(await bank.merge()).toBe('idle');
      await client.query('ROLLBACK');
    });
    expect(await bank.merge()).toBe('done');
  });

  test('assessed every hour as time passes, hours without events included, give the same', async () => {
    const expected = await (await undisturbed()).found();
    const bank = await organization();
    for (let day = 0; day < 12; day += 1) {
      const ofDay = rows.filter(
        (row) => Math.floor((Date.parse(row.timestamp) - at(0, 0)) / 86_400_000) === day,
      );
      if (ofDay.length > 0) await bank.send(ofDay);
      for (let hour = 0; hour < 24; hour += 1) await bank.assess(at(day, hour, 59));
    }
    await bank.assess(AFTERWARDS);
    expect(await bank.found()).toEqual(expected);
  });

  test('arriving late make the assessor go back, and keep what a person did with a case', async () => {
    const expected = await (await undisturbed()).found();
    const bank = await organization();
    const late = rows.filter((row) => row.target_user_name === 'svc.ledger1' && row.logon_type === '3');
    await bank.send(rows.filter((row) => !late.includes(row)));
    await bank.assess(AFTERWARDS);
    const before = await bank.sql('SELECT case_id, account, status FROM scout.cases WHERE tenant_id = $1');
    await bank.sql(
      `UPDATE scout.cases SET status = 'closed', closed_as = 'expected', touched_at = now() WHERE tenant_id = $1`,
    );
    await bank.send(late);
    await bank.assess(AFTERWARDS);
    const after = await bank.sql('SELECT case_id, account, status FROM scout.cases WHERE tenant_id = $1');
    for (const { case_id } of before)
      expect(after).toContainEqual(expect.objectContaining({ case_id, status: 'closed' }));
    expect((await bank.found()).findings).toEqual(expected.findings);
  });

  test('restored into another cluster with other transaction ids are assessed again', async () => {
    const bank = await undisturbed();
    const expected = await bank.found();
    await bank.sql(
      `UPDATE scout.activity_parts SET stored_in = (pg_current_xact_id()::text::bigint + 1000000)::text::xid8 WHERE tenant_id = $1`,
    );
    await bank.sql(`UPDATE scout.assessments SET read_through = '9000000:9000000:' WHERE tenant_id = $1`);
    await bank.assess(AFTERWARDS + 3_600_000, createMemory());
    expect(await bank.found()).toEqual(expected);
    expect(await bank.assess(AFTERWARDS + 3_600_000)).toBe('idle');
  });
});

describe('a continuing breach of a contract', () => {
  const { rows: quiet, maker } = quietMonth(undefined, { accounts: 6, days: 12 });
  const breaches = [2, 3, 4, 5, 6, 7].flatMap((day) =>
    [10, 14].map((hour) => maker.logon(at(day, hour), 'svc.ledger1', '3', 'DB1', 'APP0')),
  );

  /** An organization whose account violates its approved contract. */
  async function breached() {
    const bank = await organization();
    await bank.send(quiet);
    await bank.assess(AFTERWARDS);
    const { api } = await bank.as('admin');
    const contract = { sources: ['app1'], destinations: [], kinds: [], hours: [] };
    const { revision } = await api.accountContractSave({ account: 'svc.ledger1', revision: 0, contract });
    await api.accountContractApprove({ account: 'svc.ledger1', revision });
    const cases = async () =>
      (await api.cases({ account: 'svc.ledger1' })).cases
        .filter(({ kind }) => kind === 'outside-contract')
        .map(({ number, status, first_seen, last_seen }) => ({ number, status, first_seen, last_seen }))
        .sort((a, b) => a.number - b.number);
    return { ...bank, api, cases };
  }
  const seen = (from: number, to: number) => ({
    first_seen: new Date(from).toISOString(),
    last_seen: new Date(to).toISOString(),
  });

  test('is one case, whatever the order and time of arrival', async () => {
    const inAnyOrder = fc.shuffledSubarray(breaches, { minLength: breaches.length });
    await fc.assert(
      fc.asyncProperty(inAnyOrder, async (rowsInOrder) => {
        const bank = await breached();
        for (const row of rowsInOrder) {
          await bank.send([row]);
          await bank.assess(Date.parse(row.timestamp) + 60_000);
        }
        await bank.assess(AFTERWARDS);
        expect(await bank.cases()).toEqual([
          { number: expect.any(Number), status: 'open', ...seen(at(2, 10), at(7, 14)) },
        ]);
      }),
      { numRuns: lengthOf(1, 4) },
    );
  });

  test('is a new case after its case was closed, with later events only, however often it is judged', async () => {
    const bank = await breached();
    await bank.send(breaches.slice(0, 6));
    await bank.assess(at(4, 15));
    const [first] = await bank.cases();
    await bank.api.casesClose({ number: first!.number, as: 'misuse', reason: 'The job was stopped.' });
    await bank.sql(
      `UPDATE scout.case_changes SET created_at = '${new Date(at(4, 16)).toISOString()}' WHERE tenant_id = $1`,
    );
    const expected = [
      { ...first, ...seen(at(2, 10), at(4, 14)), status: 'closed' },
      { number: expect.any(Number), status: 'open', ...seen(at(5, 10), at(7, 14)) },
    ];
    await bank.send(breaches.slice(6));
    await bank.assess(AFTERWARDS);
    expect(await bank.cases()).toEqual(expected);
    // A late arrival resets the assessor to a time before the closing.
    await bank.send([maker.logon(at(1, 9), 'svc.ledger1', '3', 'DB1', 'APP1')]);
    await bank.assess(AFTERWARDS, createMemory());
    expect(await bank.cases()).toEqual(expected);

    // Events after reopening belong to it; those from the closed period stay separate.
    await bank.api.casesReopen({ number: first!.number });
    await bank.sql(
      `UPDATE scout.case_changes SET created_at = '${new Date(at(7, 0)).toISOString()}' WHERE tenant_id = $1 AND kind = 'reopened'`,
    );
    await bank.send([maker.logon(at(1, 10), 'svc.ledger1', '3', 'DB1', 'APP1')]);
    await bank.assess(AFTERWARDS, createMemory());
    expect(await bank.cases()).toEqual([
      { ...first, ...seen(at(2, 10), at(7, 14)), status: 'open' },
      { number: expect.any(Number), status: 'open', ...seen(at(5, 10), at(6, 14)) },
    ]);
  });
});

test('an account has the spelling of its events', async () => {
  const spelled = rows.map((row) =>
    row.target_user_name === 'svc.ledger1' ? { ...row, target_user_name: 'SVC.Ledger1' } : row,
  );
  const bank = await organization();
  await bank.send(spelled);
  await bank.assess(AFTERWARDS);
  const { api } = await bank.as('member');
  const { cases } = await api.cases({ account: 'svc.ledger1' });
  expect(cases.map(({ account }) => account)).toEqual(cases.map(() => 'SVC.Ledger1'));
  expect(cases.length).toBeGreaterThan(0);
  const { accounts } = await api.accounts({ text: 'ledger' });
  expect(accounts.map(({ account }) => account).sort()).toEqual([
    'SVC.Ledger1',
    'svc.ledger0',
    'svc.ledger2',
  ]);
});

test('naming settings applied later give the same cases as default names', async () => {
  const own = rows.map(
    (row) => JSON.parse(JSON.stringify(row).replaceAll('svc.', 'sa_')) as (typeof rows)[number],
  );
  const bank = await organization();
  await bank.send(own);
  await bank.assess(AFTERWARDS);
  // Lists are ordered by name.
  const listed = (found: Found) =>
    Object.values(found).map((list: object[]) =>
      list.map((each) => JSON.stringify(each).replaceAll('sa_', 'svc.')).sort(),
    );
  const expected = listed(await (await undisturbed()).found());
  expect(listed(await bank.found())).not.toEqual(expected);
  const admin = await bank.as('admin');
  const { settings } = await admin.api.detectionSettings({});
  await admin.api.detectionSettingsSave({
    version: 0,
    settings: { ...settings, service_accounts: { standard: false, entries: ['sa_*'] } },
  });
  const due = `SELECT 1 FROM scout.tenants_to_assess('-infinity') AS due (tenant_id) WHERE tenant_id = $1`;
  expect(await bank.sql(due)).toHaveLength(1);
  await bank.assess(AFTERWARDS);
  expect(await bank.sql(due)).toEqual([]);
  expect(listed(await bank.found())).toEqual(expected);
});

test('the backlog of cases is reported until all stored events are assessed', async () => {
  const bank = await organization();
  const member = await bank.as('member');
  const operator = await bank.as('operator');
  const backlog = async () => {
    const { assessment } = await member.api.cases({});
    const { organizations } = await operator.api.operatorUsageList({});
    const listed = organizations.find(({ tenant_id }) => tenant_id === bank.tenantId);
    expect(Math.abs(listed!.assessment.lag_seconds - assessment.lag_seconds)).toBeLessThan(60);
    return assessment;
  };
  const storedBefore = (minutes: number) =>
    bank.sql(
      `UPDATE scout.activity_parts SET stored_at = now() - interval '${minutes} minutes' WHERE tenant_id = $1`,
    );
  expect(await backlog()).toEqual({ lag_seconds: 0 });
  await bank.send(rows);
  await storedBefore(20);
  expect((await backlog()).lag_seconds).toBeGreaterThanOrEqual(1_200);
  // An incomplete run leaves the organization behind, regardless of the amount read.
  const parts = { pool: server.context.pool, clock: { now: () => AFTERWARDS }, memory: createMemory() };
  expect(await assess({ ...parts, budgetMs: 0 }, bank.tenantId)).toBe('more');
  expect((await backlog()).lag_seconds).toBeGreaterThanOrEqual(1_200);
  await bank.assess(AFTERWARDS);
  expect((await backlog()).lag_seconds).toBe(0);

  await bank.send(rows.slice(0, 1));
  await storedBefore(10);
  const { lag_seconds } = await backlog();
  expect(lag_seconds).toBeGreaterThanOrEqual(600);
  await bank.assess(AFTERWARDS);
  expect((await backlog()).lag_seconds).toBe(0);
});

test('of two processes at a time one assesses, and the other is told so', async () => {
  const bank = await organization();
  await bank.send(rows);
  const outcomes = await Promise.all([
    bank.assess(AFTERWARDS, createMemory()),
    bank.assess(AFTERWARDS, createMemory()),
    bank.assess(AFTERWARDS, createMemory()),
  ]);
  expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(1);
  expect(await bank.found()).toEqual(await (await undisturbed()).found());
});
