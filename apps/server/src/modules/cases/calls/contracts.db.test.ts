import { at, quietMonth } from '@scout/cases/testing/rows';
import { type AccountContract, limits } from '@scout/contract';
import {
  type ActivityState,
  createOrganization,
  seedAccount,
  seedCase,
  startServer,
  type TestServer,
} from '@scout/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { fresh } from '../../../testing/fresh.ts';
import { organizationWithAdmin, signedIn, type TestPerson } from '../../../testing/people.ts';
import { ship } from '../../ingest/testing/ship.ts';
import { type AssessorOptions, runAssessor } from '../assessor/runAssessor.ts';
import { lineOf } from '../assessor/testing/stories.ts';
import { tryOnActivity } from '../sql/contractActivity.ts';

const DAY = 86_400_000;
const HOUR = 3_600_000;
const account = 'svc.billing';
const open: AccountContract = { sources: [], destinations: [], kinds: [], hours: [] };

let server: TestServer;
let tenantId: string;
let admin: TestPerson;
let member: TestPerson;

beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  ({ tenantId, admin } = await organizationWithAdmin(server));
  member = await signedIn(server, tenantId, `bo-${crypto.randomUUID().slice(0, 8)}@bank.example`);
});

const seed = (activity: readonly ActivityState[] = []) =>
  server.database.asOwner((owner) =>
    seedAccount((sql, values) => owner.query(sql, values), tenantId, account, activity),
  );
/** Start of an hour of a day before today, UTC. */
const TODAY = Math.floor(Date.now() / DAY) * DAY;
const hourAt = (daysAgo: number, hour: number) => new Date(TODAY - daysAgo * DAY + hour * HOUR);
/** A nightly job on three days, and a person's logon on one of them. */
const nightly: ActivityState[] = [
  ...[3, 4, 5].map((day) => ({ time: hourAt(day, 2), source: 'app1', destination: 'db1', count: 10 })),
  { time: hourAt(4, 14), source: 'pc7', destination: 'db1', kind: 'logon:10', count: 3 },
];

describe('a contract', () => {
  it('is proposed, edited, approved, edited again and withdrawn, and the log says by whom', async () => {
    await seed(nightly);
    const { contract } = await member.api.accountContractPropose({ account: 'BANK\\SVC.Billing' });
    expect(contract).toEqual({
      sources: ['app1'],
      destinations: ['db1'],
      kinds: ['logon:3'],
      hours: [1, 2, 3],
    });
    expect(await member.api.accountContractRead({ account })).toEqual({
      account,
      revision: 0,
      approved: null,
      draft: null,
    });

    const edited = { ...contract!, sources: ['app*'], hours: [] };
    const drafted = await admin.api.accountContractSave({ account, revision: 0, contract: edited });
    expect(drafted).toMatchObject({
      revision: 1,
      approved: null,
      draft: { contract: edited, by: admin.email },
    });
    const approved = await admin.api.accountContractApprove({ account, revision: 1 });
    expect(approved).toMatchObject({
      revision: 2,
      approved: { contract: edited, by: admin.email },
      draft: null,
    });
    expect(await member.api.accountContractRead({ account })).toEqual(approved);

    const next = { ...edited, sources: ['app1'] };
    expect(await admin.api.accountContractSave({ account, revision: 2, contract: next })).toMatchObject({
      approved: approved.approved,
      draft: { contract: next },
    });
    expect(await admin.api.accountContractDiscard({ account, revision: 3 })).toMatchObject({
      approved: approved.approved,
      draft: null,
    });
    expect(await admin.api.accountContractWithdraw({ account, revision: 4 })).toMatchObject({
      revision: 5,
      approved: null,
      draft: { contract: edited },
    });
    const log = await admin.api.auditLogs({ limit: 5 });
    const parts = { account, destinations: 'db1', kinds: 'logon:3' };
    expect(log.map(({ action, actor, details }) => [action, actor, details])).toEqual([
      ['contract_withdrawn', admin.email, { ...parts, sources: 'app*' }],
      ['contract_draft_discarded', admin.email, { ...parts, sources: 'app1' }],
      ['contract_drafted', admin.email, { ...parts, sources: 'app1' }],
      ['contract_approved', admin.email, { ...parts, sources: 'app*' }],
      ['contract_drafted', admin.email, { ...parts, sources: 'app*' }],
    ]);
  });

  describe('proposed for an account with cases', () => {
    const laptop: ActivityState[] = [3, 4].map((day) => ({
      time: hourAt(day, 14),
      kind: 'logon:2',
      source: 'fin-laptop3',
      destination: 'prd-sql01',
    }));
    const usual = { sources: ['app1'], destinations: ['db1'], kinds: ['logon:3'], hours: [1, 2, 3] };
    const ofLaptop = {
      sources: ['fin-laptop3'],
      destinations: ['prd-sql01'],
      kinds: ['logon:2'],
      hours: [13, 14, 15],
    };
    const seedLaptopCase = async () => {
      await seed([...nightly, ...laptop]);
      return server.database.asOwner((owner) =>
        seedCase((sql, values) => owner.query(sql, values), tenantId, { account, firstSeen: hourAt(4, 14) }),
      );
    };

    it('leaves out what stands only in an open case, and names it and the case', async () => {
      const number = await seedLaptopCase();
      expect(await member.api.accountContractPropose({ account })).toEqual({
        contract: usual,
        left_out: { ...ofLaptop, cases: [number] },
      });
      await admin.api.casesClose({ number, as: 'misuse', reason: 'Not permitted' });
      expect(await member.api.accountContractPropose({ account })).toMatchObject({
        contract: usual,
        left_out: { cases: [number] },
      });
    });

    it('permits what was found to be expected', async () => {
      const number = await seedLaptopCase();
      await admin.api.casesClose({ number, as: 'expected', reason: 'Permitted' });
      const { contract, left_out } = await member.api.accountContractPropose({ account });
      expect(left_out).toBeNull();
      expect(contract!.sources).toEqual(['app1', 'fin-laptop3']);
    });

    it('is none where everything stands in a case', async () => {
      await seed(laptop);
      await server.database.asOwner((owner) =>
        seedCase((sql, values) => owner.query(sql, values), tenantId, { account, firstSeen: hourAt(4, 14) }),
      );
      expect(await member.api.accountContractPropose({ account })).toMatchObject({
        contract: null,
        left_out: ofLaptop,
      });
    });
  });

  it('is changed only by callers who have seen its current state', async () => {
    await seed();
    const contract = { ...open, hours: [2] };
    await admin.api.accountContractSave({ account, revision: 0, contract });
    const stale = { account, revision: 0 };
    for (const call of [
      () => admin.api.accountContractSave({ ...stale, contract }),
      () => admin.api.accountContractApprove(stale),
      () => admin.api.accountContractWithdraw(stale),
      () => admin.api.accountContractDiscard(stale),
    ])
      await expect(call()).rejects.toMatchObject({ code: 'contract_changed' });
    const [first, second] = await Promise.allSettled([
      admin.api.accountContractApprove({ account, revision: 1 }),
      admin.api.accountContractDiscard({ account, revision: 1 }),
    ]);
    expect([first.status, second.status].sort()).toEqual(['fulfilled', 'rejected']);
  });

  it('is neither approved nor ended where there is none', async () => {
    await seed();
    const now = { account, revision: 0 };
    await expect(admin.api.accountContractApprove(now)).rejects.toMatchObject({ code: 'contract_state' });
    await expect(admin.api.accountContractWithdraw(now)).rejects.toMatchObject({ code: 'contract_state' });
    await expect(admin.api.accountContractDiscard(now)).rejects.toMatchObject({ code: 'contract_state' });
    expect(await member.api.accountContractPropose({ account })).toEqual({ contract: null, left_out: null });
    await expect(member.api.accountContractRead({ account: 'svc.none' })).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  it('is drafted, approved, tried and ended by admins only', async () => {
    await seed();
    const contract = { ...open, hours: [2] };
    await admin.api.accountContractSave({ account, revision: 0, contract });
    const which = { account, revision: 1 };
    for (const call of [
      () => member.api.accountContractSave({ ...which, contract }),
      () => member.api.accountContractApprove(which),
      () => member.api.accountContractWithdraw(which),
      () => member.api.accountContractDiscard(which),
      () => member.api.accountContractTry({ account, contract }),
    ])
      await expect(call()).rejects.toMatchObject({ code: 'admin_required' });
  });

  it('stores names in their compared form', async () => {
    await seed();
    const { draft } = await admin.api.accountContractSave({
      account,
      revision: 0,
      contract: {
        ...open,
        sources: [' APP1.bank.example ', 'app1', '10.1.2.*', 'FE80::1', '10.0.0.1'],
        kinds: ['LOGON:3'],
        hours: [3, 1, 3],
      },
    });
    expect(draft!.contract).toEqual({
      ...open,
      sources: ['app1', '10.1.2.*', 'fe80::1', '10.0.0.1'],
      kinds: ['logon:3'],
      hours: [1, 3],
    });
  });

  it.each<[string, Partial<AccountContract>, RegExp]>([
    ['permits everything', {}, /permits everything/],
    ['has an empty name', { sources: [' '] }, /must not be empty/],
    ['has two names in one', { sources: ['app1, app2'] }, /one per line/],
    ['has a pattern with a domain', { destinations: ['*.bank.example'] }, /without their domain/],
    ['has a long name', { sources: ['x'.repeat(254)] }, /at most 253/],
    ['has too many names', { sources: Array.from({ length: 51 }, (_, i) => `app${i}`) }, /At most 50/],
    ['has an unknown kind', { kinds: ['refused:*'] }, /logon:N/],
    ['has an hour that no day has', { hours: [24] }, /hours/],
  ])('is refused when it %s', async (_title, part, message) => {
    await seed();
    const contract = { ...open, ...part };
    for (const call of [
      () => admin.api.accountContractSave({ account, revision: 0, contract }),
      () => admin.api.accountContractTry({ account, contract }),
    ])
      await expect(call()).rejects.toMatchObject({
        code: 'invalid_input',
        message: expect.stringMatching(message),
      });
  });
});

describe('a trial', () => {
  it('names the cases that a contract would have opened in the last 90 days, and saves nothing', async () => {
    await seed([
      ...nightly,
      { time: hourAt(4, 15), source: 'pc7', kind: 'refused:wrong password', count: 2 },
      { time: hourAt(60, 2), source: 'app2', destination: 'db1' },
      { time: hourAt(91, 2), source: 'app3', destination: 'db1' },
    ]);
    const contract = { ...open, sources: ['app1'] };
    const tried = await admin.api.accountContractTry({ account, contract });
    expect(tried).toMatchObject({
      complete: true,
      events: 36,
      outside: 6,
      cases: 2,
      newest: [
        { time: hourAt(4, 15).toISOString(), breach: 'outside its contract: from PC7', events: 5 },
        { time: hourAt(60, 2).toISOString(), breach: 'outside its contract: from APP2', events: 1 },
      ],
    });
    expect(Date.parse(tried.to) - Date.parse(tried.from)).toBe(limits.accountContracts.days * DAY);
    expect(await member.api.accountContractRead({ account })).toMatchObject({ revision: 0, draft: null });
  });

  it('covers a bounded amount of activity and reports its start', async () => {
    await seed(nightly);
    const scope = { tenantId, key: account, now: Date.now(), rows: 2 };
    const contract = { ...open, sources: ['app9'] };
    const tried = await server.database.withRole({ role: 'scout_member', tenantId }, (tx) =>
      tryOnActivity(tx, scope, contract),
    );
    expect(tried).toMatchObject({ complete: false, events: 13, from: hourAt(4, 2).toISOString() });
  });
});

describe('an approved contract', () => {
  /** Twelve days of six accounts ending yesterday, and a person on the second to last. */
  function recentDays() {
    const { rows, maker } = quietMonth(undefined, { accounts: 6, days: 12 });
    const all = [...rows, maker.logon(at(10, 10), 'svc.ledger1', '3', 'DB1', 'PC7')];
    const shift = TODAY - at(12, 0);
    return all.map((row) => ({
      ...row,
      timestamp: new Date(Date.parse(row.timestamp) + shift).toISOString(),
    }));
  }

  async function bankWithHistory() {
    const bank = await createOrganization(server, fresh('Northwind'));
    const { body } = await ship(await bank.as('agent'), 1, recentDays().map(lineOf));
    expect(body).toMatchObject({ rejected: [] });
    const { api } = await bank.as('admin');
    const breaches = async () =>
      (await api.cases({ account: 'svc.ledger1' })).cases.filter(({ kind }) => kind === 'outside-contract');
    return { api, breaches, tenantId: bank.tenantId };
  }

  async function run(options: Partial<AssessorOptions>) {
    const { pool, clock, log } = server.context;
    const assessor = runAssessor({ pool, clock, log, restMs: 10, ...options });
    return { wake: assessor.wake, [Symbol.asyncDispose]: () => assessor.stop() };
  }
  const NEVER_MS = 86_400_000;

  it.each([
    ['at once, without waiting for events', true],
    ['by a server that was not notified', false],
  ])('is compared with what is stored %s, with as many cases as the trial said', async (_title, wakes) => {
    const { api, breaches, tenantId: bankId } = await bankWithHistory();
    await using assessor = await run({ everyMs: wakes ? NEVER_MS : 50 });
    if (wakes) server.context.updates.onAssessable(assessor.wake);
    assessor.wake(bankId);
    const ledger = { account: 'svc.ledger1' };
    const assessed = () =>
      vi.waitFor(async () => expect((await api.accounts({})).accounts).toHaveLength(6), { timeout: 30_000 });
    await assessed();
    expect(await breaches()).toEqual([]);

    const { contract } = await api.accountContractPropose(ledger);
    const tried = await api.accountContractTry({ ...ledger, contract: contract! });
    expect(tried.cases).toBeGreaterThan(0);
    const { revision } = await api.accountContractSave({ ...ledger, revision: 0, contract: contract! });
    expect(await breaches()).toEqual([]);
    await api.accountContractApprove({ ...ledger, revision });
    await vi.waitFor(async () => expect(await breaches()).toHaveLength(tried.cases), { timeout: 30_000 });
    expect(tried.cases_in_force).toBeNull();
    const wider = { sources: [], destinations: [], kinds: ['logon:3', 'logon:4', 'logon:5'], hours: [] };
    expect(await api.accountContractTry({ ...ledger, contract: wider })).toMatchObject({
      cases: 0,
      cases_in_force: tried.cases,
    });
    expect((await breaches()).map(({ sentence }) => sentence)).toContainEqual(
      expect.stringMatching(/^svc\.ledger1 logged on from PC7 to DB1.* Outside its contract: from PC7/),
    );

    await api.accountContractWithdraw({ ...ledger, revision: revision + 1 });
    await vi.waitFor(async () => expect(await breaches()).toEqual([]), { timeout: 30_000 });
  });
});
