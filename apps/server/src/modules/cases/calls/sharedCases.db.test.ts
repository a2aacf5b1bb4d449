import { seedAccount, seedCase, startServer, type TestServer } from '@scout/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { organizationWithAdmin, signedIn, type TestPerson } from '../../../testing/people.ts';

let server: TestServer;
let member: TestPerson;

beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

describe('a case about several accounts', () => {
  beforeEach(async () => {
    const { tenantId } = await organizationWithAdmin(server);
    member = await signedIn(server, tenantId, `bo-${crypto.randomUUID().slice(0, 8)}@bank.example`);
    await server.database.asOwner(async (owner) => {
      const run = (sql: string, values: unknown[]) => owner.query(sql, values);
      for (const name of ['svc.atm', 'SVC.Mortgage', 'svc.quiet']) await seedAccount(run, tenantId, name);
      const spray = { account: 'svc.atm', kind: 'spraying', persons: [], sources: ['nw-meet02'] } as const;
      await seedCase(run, tenantId, { ...spray, otherAccounts: ['svc.mortgage', 'svc.unknown'] });
      await seedCase(run, tenantId, { account: 'svc.mortgage', severity: 'low' });
    });
  });

  it('is found under each of them, in any spelling', async () => {
    const numbersOf = async (account: string) =>
      (await member.api.cases({ account })).cases.map(({ number }) => number);
    expect(await numbersOf('svc.atm')).toEqual([1]);
    expect(await numbersOf('BANK\\SVC.MORTGAGE')).toEqual([1, 2]);
    expect(await numbersOf('svc.unknown')).toEqual([1]);
    expect(await numbersOf('svc.quiet')).toEqual([]);
  });

  it('names them as the register spells them', async () => {
    expect(await member.api.casesRead({ number: 1 })).toMatchObject({
      account: 'svc.atm',
      other_accounts: ['SVC.Mortgage', 'svc.unknown'],
    });
  });

  it('counts for each of them', async () => {
    const { account, matching } = await member.api.casesFacets({});
    expect(matching).toBe(2);
    expect(account).toEqual([
      { value: 'SVC.Mortgage', count: 2 },
      { value: 'svc.atm', count: 1 },
      { value: 'svc.unknown', count: 1 },
    ]);
    expect((await member.api.casesFacets({ account: 'svc.unknown' })).matching).toBe(1);
  });

  it('is open in the register and on the overview', async () => {
    const { accounts } = await member.api.accounts({});
    expect(accounts.map(({ account, open_cases }) => [account, open_cases])).toEqual([
      ['SVC.Mortgage', 2],
      ['svc.atm', 1],
      ['svc.quiet', 0],
    ]);
    const withCases = await member.api.accounts({ cases: 'open' });
    expect(withCases.accounts).toHaveLength(2);
    expect((await member.api.accountsFacets({})).cases).toEqual([
      { value: 'open', count: 2 },
      { value: 'none', count: 1 },
    ]);
    const { lanes, with_cases } = await member.api.casesLanes({});
    expect(with_cases).toBe(3);
    expect(lanes.map((lane) => [lane.case.number, lane.active_cases, lane.more_severe])).toEqual([
      [1, 1, null],
      [2, 2, { number: 1, severity: 'high' }],
    ]);
  });
});
