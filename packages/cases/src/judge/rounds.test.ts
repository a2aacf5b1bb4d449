import { DAY } from '@scout/detection/time';
import { describe, expect, test } from 'vitest';
import { machineKlass } from '../classes.ts';
import type { Tenant } from '../learn/tenant.ts';
import type { Waiting } from '../state.ts';
import { roundsOf } from './rounds.ts';

const tenant = {
  state: { accounts: new Map([['svc.a', { tuples: new Map(), last: 30 }]]) },
} as unknown as Tenant;

/** A waiting verdict of an account that went to a server once. */
function visit(
  host: string,
  day: number,
  score = 5,
  klass = machineKlass('database', 'foreign'),
  name = 'svc.a',
): Waiting {
  const time = day * DAY;
  const cell = {
    key: `logon:3 app>${host}`,
    kind: 'logon:3',
    source: 'app',
    destination: host,
    first: time,
    last: time,
  };
  const reason = {
    facet: 'destination',
    klass,
    surprise: score,
    novelty: { facet: 'destination', klass, host, cell },
  };
  return { name, day, verdict: { score, marks: [], reasons: [reason] } } as unknown as Waiting;
}

describe('visits to one further server a day', () => {
  test('add to the first of them, up to a limit, and to no other', () => {
    const [first, second, third, fourth] = [
      visit('db2', 10),
      visit('db3', 11),
      visit('db4', 12),
      visit('db5', 13),
    ];
    expect(roundsOf(tenant, first!, [])).toBe(0);
    expect(roundsOf(tenant, first!, [second!, third!, fourth!])).toBe(8);
    expect([second!, third!, fourth!].map(({ counted }) => counted)).toEqual([true, true, true]);
    expect(roundsOf(tenant, visit('db6', 10), [second!, third!])).toBe(0);
  });

  test('do not add when they are of another account, of people’s machines, or light', () => {
    for (const other of [
      visit('db3', 11, 5, undefined, 'svc.b'),
      visit('pc1', 11, 9, machineKlass('workstation', 'nobody')),
      visit('files', 11, 5, machineKlass('hub', 'foreign')),
      visit('db3', 11, 5, machineKlass('database', 'family')),
      visit('db3', 11, 0),
    ])
      expect(roundsOf(tenant, visit('db2', 10), [other])).toBe(0);
  });
});
