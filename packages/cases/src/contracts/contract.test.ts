import type { NormalisedRow } from '@scout/detection';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createAssessor } from '../assessor.ts';
import type { Finding } from '../report/alert.ts';
import { caseStatement } from '../report/statement.ts';
import { judgeHours } from '../testing/hours.ts';
import { at, quietMonth } from '../testing/rows.ts';
import { type Activity, type Contract, checkContract, proposeContract } from './contract.ts';

function activity(day: number, hour: number, change: Partial<Activity> = {}): Activity {
  return { kind: 'logon:3', source: 'app1', destination: 'db1', hour: at(day, hour), count: 1, ...change };
}

/** Findings outside contracts when rows are judged hour by hour. */
const findingsOf = (
  rows: readonly NormalisedRow[],
  contracts: ReadonlyMap<string, Contract>,
  stops?: readonly number[],
): Finding[] =>
  judgeHours(rows, { contracts }, stops).filter(({ alert }) => alert.kind === 'outside-contract');

const usual = [activity(0, 2), activity(1, 2), activity(0, 9), activity(1, 9)];

describe('a proposed contract', () => {
  test('holds what was seen on two days, an hour early or late', () => {
    expect(proposeContract(usual)).toEqual({
      sources: ['app1'],
      destinations: ['db1'],
      kinds: ['logon:3'],
      hours: [1, 2, 3, 8, 9, 10],
    });
  });

  test('leaves out single occurrences, refusals, tickets and processes', () => {
    const proposed = proposeContract([
      ...usual,
      activity(1, 14, { source: 'pc7' }),
      activity(0, 2, { kind: 'refused:wrong password', source: 'pc8' }),
      activity(1, 2, { kind: 'refused:wrong password', source: 'pc8' }),
      activity(0, 20, { kind: 'service-ticket' }),
      activity(1, 20, { kind: 'service-ticket' }),
    ]);
    expect(proposed).toEqual(proposeContract(usual));
  });

  test('is empty without use', () => {
    expect(proposeContract([activity(1, 2, { kind: 'process' })])).toBeNull();
  });

  test('permits everything it was built from', () => {
    const contract = proposeContract(usual)!;
    expect(usual.flatMap((one) => checkContract(contract, one))).toEqual([]);
  });
});

describe('a check against a contract', () => {
  const contract = { sources: ['app*'], destinations: ['db1'], kinds: ['logon:3'], hours: [9] };

  test.each([
    [{ source: 'PC7' }, [{ part: 'source', value: 'PC7' }]],
    [{ destination: 'db2' }, [{ part: 'destination', value: 'db2' }]],
    [{ kind: 'logon:10' }, [{ part: 'kind', value: 'logon:10' }]],
    [{ hour: at(1, 3) }, [{ part: 'hour', value: '03:00' }]],
    [{ source: 'APP77' }, []],
    [{ source: null }, []],
    [{ kind: 'service-ticket', destination: 'db9' }, []],
    [{ kind: 'refused:wrong password', source: 'pc7' }, [{ part: 'source', value: 'pc7' }]],
  ])('%j breaks %j', (change, breaches) => {
    expect(checkContract(contract, activity(1, 9, change))).toEqual(breaches);
  });

  test('an empty list permits any', () => {
    const open = { sources: [], destinations: [], kinds: [], hours: [] };
    expect(checkContract(open, activity(1, 3, { source: 'pc7' }))).toEqual([]);
  });
});

describe('an account with an approved contract', () => {
  const { rows, maker } = quietMonth(undefined, { accounts: 6, days: 12 });
  const contracts = new Map([
    ['svc.ledger1', { sources: ['app1'], destinations: ['db1', 'app1'], kinds: ['logon:*'], hours: [] }],
  ]);
  const run = (added: typeof rows) => {
    const assessor = createAssessor({ contracts });
    const sorted = [...rows, ...added].sort((a, b) => (a.timestamp < b.timestamp ? -1 : 1));
    return [...sorted.flatMap((row) => assessor.observe(row)), ...assessor.finish()];
  };

  /** The account's logons from another application's server, at given hours of a day. */
  const outside = (day: number, ...hours: number[]) =>
    hours.map((hour) => maker.logon(at(day, hour), 'svc.ledger1', '3', 'DB1', 'APP0'));
  const breaches = (added: typeof rows) => run(added).filter(({ kind }) => kind === 'outside-contract');

  test('is reported in the hour in which it violates it, from its first day on', () => {
    const added = outside(0, 10, 11, 12);
    const found = breaches(added);
    expect(found.map(({ recordIds }) => recordIds)).toEqual([[added[0]!.record_id]]);
    expect(found[0]).toMatchObject({ account: 'svc.ledger1', severity: 'high' });
    expect(found[0]!.sentence).toMatch(
      /^svc\.ledger1 logged on from APP0 to DB1: .* Outside its contract: from APP0\.$/,
    );
  });

  test('is reported once while the violation continues, and again after more than a week without', () => {
    const daily = [0, 1, 2, 3, 5, 8].flatMap((day) => outside(day, 10, 11));
    expect(breaches(daily)).toHaveLength(1);
    expect(breaches([...outside(0, 10), ...outside(8, 10)])).toHaveLength(1);
    expect(breaches([...outside(0, 10), ...outside(9, 10)])).toHaveLength(2);
  });

  test('has one case for one violation, which counts all of it, whatever the hours', () => {
    const hours = new Map([
      ['svc.ledger1', { sources: [], destinations: [], kinds: [], hours: [1, 2, 3, 13, 14, 15, 21, 22, 23] }],
    ]);
    const usual = rows.filter(({ target_user_name }) => target_user_name !== 'svc.ledger1');
    const late = [2, 3, 4].flatMap((day) => outside(day, 5, 6, 7));
    const findings = findingsOf([...usual, ...late], hours);
    expect(new Set(findings.map(({ caseKey }) => caseKey)).size).toBe(1);
    const counted = findings.map(({ alert }) => alert.statement);
    expect(caseStatement(counted[0]!, counted)).toMatchObject({
      count: late.length,
      first: at(2, 5),
      last: at(4, 7),
    });
  });

  test('names all machines it counts, so that an exception for one does not excuse the others', () => {
    const both = ['DB1', 'DB3'].map((server, i) =>
      maker.logon(at(2, 10, i), 'svc.ledger1', '3', server, 'APP0'),
    );
    const open = new Map([['svc.ledger1', { ...contracts.get('svc.ledger1')!, destinations: [] }]]);
    expect(findingsOf([...rows, ...both], open).map(({ destinations }) => destinations)).toEqual([
      ['db1', 'db3'],
    ]);
  });

  test('a refusal outside it grows more severe when the account is let in', () => {
    const found = breaches([
      maker.refusal(at(2, 9), 'svc.ledger1', 'DB1', 'PC7'),
      ...[3, 4].flatMap((day) => maker.logon(at(day, 9), 'svc.ledger1', '3', 'DB1', 'PC7')),
    ]);
    expect(found.map(({ severity }) => severity)).toEqual(['medium', 'high']);
    const findings = findingsOf(
      [
        maker.refusal(at(2, 9), 'svc.ledger1', 'DB1', 'PC7'),
        maker.logon(at(2, 9, 30), 'svc.ledger1', '3', 'DB1', 'PC7'),
      ],
      contracts,
    );
    expect(findings.map(({ alert }) => alert.severity).sort()).toEqual(['high', 'medium']);
    expect(new Set(findings.map(({ caseKey }) => caseKey)).size).toBe(1);
  });

  test('stopping anywhere and resuming from the saved state gives the same cases', () => {
    const all = [...rows, ...[0, 1, 2, 11].flatMap((day) => outside(day, 10, 11, 12))];
    const expected = findingsOf(all, contracts);
    expect(new Set(expected.map(({ caseKey }) => caseKey)).size).toBe(2);
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat(11 * 24), { minLength: 1, maxLength: 5 }), (stops) => {
        expect(findingsOf(all, contracts, stops)).toEqual(expected);
      }),
      { numRuns: 10 },
    );
  });

  test('is silent within it', () => {
    expect(breaches([])).toEqual([]);
  });
});
