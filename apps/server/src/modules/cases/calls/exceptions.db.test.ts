import { at } from '@scout/cases/testing/rows';
import { limits } from '@scout/contract';
import { createClock, createOrganization, startServer, type TestServer } from '@scout/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { fresh } from '../../../testing/fresh.ts';
import { ship } from '../../ingest/testing/ship.ts';
import { assess } from '../assessor/assess.ts';
import { createMemory } from '../assessor/memory.ts';
import { AFTERWARDS, foundOf, lineOf, quietDaysWithStories } from '../assessor/testing/stories.ts';
import { tryException } from '../sql/exceptionTrial.ts';

const HOUR = 3_600_000;
const clock = createClock();
const iso = (time: number) => new Date(time).toISOString();
const rows = quietDaysWithStories();
let server: TestServer;

beforeAll(async () => {
  server = await startServer({ clock });
});
afterAll(() => server.stop());
beforeEach(() => clock.set(AFTERWARDS));

/** An organization whose events are assessed on the test's request. */
async function organization() {
  const bank = await createOrganization(server, fresh('Northwind'));
  const memory = createMemory();
  return {
    ...bank,
    async sendStories() {
      const time = clock.now();
      // Enrollment uses the database's time.
      clock.set(Date.now());
      const { body } = await ship(await bank.as('agent'), 1, rows.map(lineOf));
      expect(body).toMatchObject({ accepted: rows.length });
      clock.set(time);
    },
    async assess() {
      const parts = { pool: server.context.pool, clock, memory };
      let outcome = await assess(parts, bank.tenantId);
      while (outcome === 'more') outcome = await assess(parts, bank.tenantId);
      return outcome;
    },
  };
}

/** An exception for the account in the story of the ninth day. */
const forLedger = (from: number, until: number) => ({
  account: 'NORTHWIND\\SVC.Ledger1',
  sources: ['PC7.corp.example', 'DB*'],
  starts_at: iso(from),
  ends_at: iso(until),
  reason: 'Restore test',
  approved_by: 'CHG-4711',
});

describe('an exception', () => {
  it('excuses past events at once, and nothing else; its case says so', async () => {
    const bank = await organization();
    await bank.sendStories();
    await bank.assess();
    const admin = await bank.as('admin');
    const before = await admin.api.cases({});
    const ledger = before.cases.find(({ account }) => account === 'svc.ledger1')!;
    expect(ledger).toMatchObject({ status: 'open', excused: false });

    const made = await admin.api.exceptionsCreate(forLedger(at(9, 0), AFTERWARDS + HOUR));
    expect(made).toMatchObject({
      account: 'svc.ledger1',
      sources: ['pc7', 'db*'],
      state: 'active',
      created_by: bank.emailOf('admin'),
      approved_by: 'CHG-4711',
      findings: 0,
    });
    expect(await bank.assess()).toBe('done');
    expect(await bank.assess()).toBe('idle');

    const member = await bank.as('member');
    const { cases, counts } = await member.api.cases({ status: 'active' });
    expect(cases).toEqual(before.cases.filter(({ account }) => account !== 'svc.ledger1'));
    expect(counts).toMatchObject({ open: before.counts.open - 1, excused: 1 });
    expect((await member.api.cases({ status: 'excused' })).cases).toMatchObject([{ account: 'svc.ledger1' }]);
    const file = await member.api.casesRead({ number: ledger.number });
    expect(file).toMatchObject({ excused: true, sentence: ledger.sentence, exceptions: [{ id: made.id }] });
    expect(file.findings.map(({ excused_by }) => excused_by)).toEqual(file.findings.map(() => made.id));
    const { exceptions } = await member.api.exceptions({ state: 'current' });
    expect(exceptions).toMatchObject([{ id: made.id, findings: file.findings_total, cases: 1 }]);
  });

  it('applies within its window only: what happens after it has expired is a case', async () => {
    const [expired, holding] = [await organization(), await organization()];
    clock.set(at(8, 12));
    const early = await (await expired.as('admin')).api.exceptionsCreate(forLedger(at(8, 0), at(9, 9)));
    await (await holding.as('admin')).api.exceptionsCreate(forLedger(at(8, 0), at(10, 0)));
    for (const bank of [expired, holding]) await bank.sendStories();
    clock.set(AFTERWARDS);
    for (const bank of [expired, holding]) await bank.assess();
    const active = async (bank: typeof expired) =>
      (await (await bank.as('member')).api.cases({ status: 'active' })).cases.map(({ account }) => account);
    expect(await active(expired)).toContain('svc.ledger1');
    expect(await active(holding)).not.toContain('svc.ledger1');
    const { exceptions } = await (await expired.as('member')).api.exceptions({ state: 'over' });
    expect(exceptions).toMatchObject([{ id: early.id, state: 'expired', findings: 0 }]);
  });

  it('has the same effect whether made before or after the events', async () => {
    const [before, after] = [await organization(), await organization()];
    const make = async (bank: typeof before) =>
      bank.as('admin').then(({ api }) => api.exceptionsCreate(forLedger(at(9, 0), AFTERWARDS + HOUR)));
    await make(before);
    for (const bank of [before, after]) {
      await bank.sendStories();
      await bank.assess();
    }
    await make(after);
    await after.assess();
    const found = async ({ tenantId }: typeof before) =>
      JSON.parse(
        JSON.stringify(await foundOf(server.database, tenantId)).replaceAll(
          /"excused_by":"[^"]+"/g,
          '"excused_by":"it"',
        ),
      ) as unknown;
    expect(await found(after)).toEqual(await found(before));
  });

  it('that is ended permits nothing that happens later', async () => {
    const bank = await organization();
    clock.set(at(9, 0));
    const admin = await bank.as('admin');
    const { id } = await admin.api.exceptionsCreate(forLedger(at(8, 0), at(12, 0)));
    clock.advance(HOUR / 60);
    const ended = await admin.api.exceptionsEnd({ id });
    expect(ended).toMatchObject({ state: 'ended', ended_by: bank.emailOf('admin') });
    await expect(admin.api.exceptionsEnd({ id })).rejects.toMatchObject({ code: 'exception_over' });
    await bank.sendStories();
    clock.set(AFTERWARDS);
    await bank.assess();
    const { cases } = await (await bank.as('member')).api.cases({ status: 'active' });
    expect(cases.map(({ account }) => account)).toContain('svc.ledger1');
  });

  it('is due for the assessor even when no event arrives', async () => {
    const bank = await organization();
    await bank.sendStories();
    await bank.assess();
    const due = async () =>
      server.database.asOwner(async (owner) => {
        await owner.query('SET ROLE scout_assessor');
        const { rows: found } = await owner.query<{ id: string }>(
          'SELECT id FROM scout.tenants_to_assess($1) AS due (id)',
          [iso(AFTERWARDS)],
        );
        await owner.query('RESET ROLE');
        return found.map(({ id }) => id).includes(bank.tenantId);
      });
    expect(await due()).toBe(false);
    await (await bank.as('admin')).api.exceptionsCreate(forLedger(at(9, 0), AFTERWARDS + HOUR));
    expect(await due()).toBe(true);
    await bank.assess();
    expect(await due()).toBe(false);
  });

  it('is made and ended by admins only, with an audit entry that names who, why, approver and end', async () => {
    const bank = await organization();
    const [admin, member] = [await bank.as('admin'), await bank.as('member')];
    const given = forLedger(AFTERWARDS - HOUR, AFTERWARDS + HOUR);
    await expect(member.api.exceptionsCreate(given)).rejects.toMatchObject({ code: 'admin_required' });
    const { id } = await admin.api.exceptionsCreate(given);
    await expect(member.api.exceptionsEnd({ id })).rejects.toMatchObject({ code: 'admin_required' });
    await admin.api.exceptionsEnd({ id });
    const log = await admin.api.auditLogs({ limit: 2 });
    expect(log.map(({ action, actor, details }) => [action, actor, details])).toEqual([
      ['exception_ended', bank.emailOf('admin'), { exception: id, account: 'svc.ledger1' }],
      [
        'exception_made',
        bank.emailOf('admin'),
        {
          exception: id,
          account: 'svc.ledger1',
          sources: 'pc7, db*',
          from: given.starts_at,
          until: given.ends_at,
          reason: 'Restore test',
          approved_by: 'CHG-4711',
        },
      ],
    ]);
  });

  it.each([
    [
      'ends before it begins',
      { starts_at: AFTERWARDS + 2 * HOUR, ends_at: AFTERWARDS + HOUR },
      /after it begins/,
    ],
    ['has ended', { starts_at: AFTERWARDS - 2 * HOUR, ends_at: AFTERWARDS - HOUR }, /in the future/],
    ['is too long', { ends_at: AFTERWARDS + 91 * 24 * HOUR }, /at most 90 days/],
    [
      'began too long ago',
      { starts_at: AFTERWARDS - 31 * 24 * HOUR, ends_at: AFTERWARDS + HOUR },
      /30 days ago/,
    ],
    [
      'begins too late',
      { starts_at: AFTERWARDS + 91 * 24 * HOUR, ends_at: AFTERWARDS + 92 * 24 * HOUR },
      /ahead/,
    ],
    [
      'permits everything of an account for long',
      { ends_at: AFTERWARDS + 73 * HOUR, sources: [] },
      /72 hours/,
    ],
  ])(
    'that %s is refused',
    async (_name, { sources, ...times }: { sources?: string[] } & Record<string, unknown>, message) => {
      const bank = await organization();
      const { api } = await bank.as('admin');
      const { starts_at: _, ...given } = forLedger(0, 0);
      const period = Object.fromEntries(
        Object.entries(times).map(([name, time]) => [name, iso(time as number)]),
      );
      const refused = api.exceptionsCreate({
        ...given,
        ...period,
        ...(sources && { sources }),
      } as typeof given);
      await expect(refused).rejects.toMatchObject({
        code: 'exception_period',
        message: expect.stringMatching(message),
      });
    },
  );

  it.each([
    ['no account', { account: 'BANK\\*' }],
    ['no reason', { reason: ' ' }],
    ['no approver', { approved_by: '' }],
    ['an empty name', { sources: [' '] }],
    [
      'too many names',
      { persons: Array.from({ length: limits.exceptions.namesMax + 1 }, (_, i) => `p${i}`) },
    ],
    ['a name that is too long', { destinations: ['x'.repeat(limits.exceptions.nameMax + 1)] }],
  ])('with %s is refused', async (_name, wrong) => {
    const { api } = await (await organization()).as('admin');
    const given = forLedger(AFTERWARDS - HOUR, AFTERWARDS + HOUR);
    await expect(api.exceptionsCreate({ ...given, ...wrong })).rejects.toMatchObject({
      code: 'invalid_input',
    });
  });

  it('is one of a bounded number, listed in pages', async () => {
    const bank = await organization();
    const admin = await bank.as('admin');
    await server.database.asOwner((owner) =>
      owner.query(
        `INSERT INTO scout.case_exceptions (tenant_id, exception_id, account_key, starts_at, ends_at, reason, created_by, approved_by,
           approved_at)
         SELECT $1, gen_random_uuid(), 'svc.' || n, $2, $3, 'Again', 'ada@bank.example', 'CHG', $2 FROM generate_series(1, $4) AS n`,
        [bank.tenantId, iso(AFTERWARDS - HOUR), iso(AFTERWARDS + HOUR), limits.exceptions.active],
      ),
    );
    await expect(
      admin.api.exceptionsCreate(forLedger(AFTERWARDS - HOUR, AFTERWARDS + HOUR)),
    ).rejects.toMatchObject({ code: 'exception_limit' });
    const first = await admin.api.exceptions({ limit: 150 });
    const rest = await admin.api.exceptions({ limit: 150, cursor: first.next! });
    expect(rest.next).toBeNull();
    const ids = [...first.exceptions, ...rest.exceptions].map(({ id }) => id);
    expect(new Set(ids).size).toBe(limits.exceptions.active);
  });
});

describe('a trial of an exception', () => {
  it.each([
    ['one account, its machines', { account: 'svc.ledger1', sources: ['pc7'], destinations: ['db*'] }],
    ['one account', { account: 'NORTHWIND\\SVC.Ledger1' }],
    ['a pattern', { account: 'svc.*' }],
    ['a pattern and machines', { account: 'svc.*', destinations: ['db*'] }],
    ['a person who did nothing', { account: 'svc.*', persons: ['nobody'] }],
  ])('says what it then excuses: %s', async (_name, permitted) => {
    const bank = await organization();
    await bank.sendStories();
    await bank.assess();
    const admin = await bank.as('admin');
    const tried = await admin.api.exceptionsTry(permitted);
    expect(tried).toMatchObject({ complete: true, to: iso(AFTERWARDS) });
    expect(await admin.api.exceptions({})).toMatchObject({ exceptions: [] });

    const before = await admin.api.cases({ status: 'excused' });
    const made = await admin.api.exceptionsCreate({
      ...permitted,
      starts_at: iso(at(0, 0)),
      ends_at: iso(AFTERWARDS + HOUR),
      reason: 'Restore test',
      approved_by: 'CHG-4711',
    });
    await bank.assess();
    const { exceptions } = await admin.api.exceptions({});
    const after = await admin.api.cases({ status: 'excused' });
    expect(exceptions).toMatchObject([
      { id: made.id, findings: tried.findings, cases: tried.cases + tried.narrowed },
    ]);
    expect(after.cases.length - before.cases.length).toBe(tried.cases);
    const numbers = after.cases.map(({ number }) => number);
    for (const { number } of tried.newest) expect(numbers).toContain(number);
    // Findings that are already excused are not counted again.
    expect(await admin.api.exceptionsTry(permitted)).toMatchObject({ findings: 0, cases: 0, newest: [] });
  });

  it('is for admins, and looks at no other organization', async () => {
    const [bank, rival] = [await organization(), await organization()];
    await bank.sendStories();
    await bank.assess();
    const member = await bank.as('member');
    await expect(member.api.exceptionsTry({ account: 'svc.*' })).rejects.toMatchObject({
      code: 'admin_required',
    });
    expect(await (await rival.as('admin')).api.exceptionsTry({ account: 'svc.*' })).toMatchObject({
      findings: 0,
      cases: 0,
    });
  });

  it('looks at the newest findings when there are too many, and says since when', async () => {
    const bank = await organization();
    await bank.sendStories();
    await bank.assess();
    const permitted = { account: 'svc.*', kinds: [], sources: [], destinations: [], persons: [] };
    const tried = (findings: number) =>
      server.database.withRole({ role: 'scout_admin', tenantId: bank.tenantId }, (tx) =>
        tryException(tx, { tenantId: bank.tenantId, now: AFTERWARDS, findings }, permitted),
      );
    const all = await tried(limits.exceptions.trialFindings);
    expect(all.complete).toBe(true);
    const some = await tried(1);
    expect(some).toMatchObject({ complete: false, findings: 1 });
    expect(Date.parse(some.from)).toBeGreaterThan(Date.parse(all.from));
  });
});
