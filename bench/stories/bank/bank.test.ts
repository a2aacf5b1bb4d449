import { isServiceAccount, normaliseValue } from '@scout/detection';
import { beforeAll, describe, expect, test } from 'vitest';
import { createBank, type FlatRow, type Label } from './bank.ts';

const OPTIONS = { seed: 3, accounts: 150, storiesOfKind: 14 };

describe('a generated bank', () => {
  let rows: FlatRow[] = [];
  let labels: Label[] = [];
  let bank: ReturnType<typeof createBank>;
  beforeAll(() => {
    bank = createBank(OPTIONS);
    rows = [...bank.days()].flat();
    labels = bank.labels();
  }, 60_000);

  test('is the same for the same seed and another for another', () => {
    const again = createBank(OPTIONS);
    expect([...again.days()].flat()).toEqual(rows);
    expect(again.labels()).toEqual(labels);
    expect(again.causes()).toEqual(bank.causes());
    expect(again.inventory).toEqual(bank.inventory);
    const other = createBank({ ...OPTIONS, seed: 4 });
    expect(other.inventory).not.toEqual(bank.inventory);
    expect(other.domain).not.toEqual(bank.domain);
  });

  test('is thirty days of rows in chronological order, each with its own record id', () => {
    const times = rows.map((row) => Date.parse(row.timestamp!));
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    expect(new Set(rows.map((row) => row.record_id)).size).toBe(rows.length);
    const days = new Set(rows.map((row) => row.timestamp!.slice(0, 10)));
    expect(days.size).toBe(30);
  });

  test('every row is one that ingest takes', () => {
    const refused = rows.filter((row) => !normaliseValue(row, Number.POSITIVE_INFINITY).ok);
    expect(refused).toEqual([]);
  });

  test('an account has a few rows a day, and most of them come from ordinary life', () => {
    expect(rows.length / (150 * 30)).toBeGreaterThan(3);
    expect(rows.length / (150 * 30)).toBeLessThan(20);
    const staged = labels.reduce((sum, { record_ids }) => sum + record_ids.length, 0);
    expect(staged / rows.length).toBeLessThan(0.005);
  });

  test('a story has one to five rows, which name its account or, for password spraying, others too', () => {
    const byId = new Map(rows.map((row) => [row.record_id!, row]));
    for (const { record_ids, account, kind } of labels) {
      expect(record_ids.length, kind).toBeGreaterThanOrEqual(1);
      expect(record_ids.length, kind).toBeLessThanOrEqual(5);
      const texts = record_ids.map((id) => JSON.stringify(byId.get(id)).toLowerCase());
      const name = JSON.stringify(account.toLowerCase()).slice(1, -1);
      const naming = texts.filter((text) => text.includes(name));
      if (kind === 'spraying') expect(naming.length).toBeGreaterThan(0);
      else expect(naming.length, `${kind} of ${account}`).toBe(texts.length);
    }
  });

  test('a story lasts from its first row to its last', () => {
    const timeOf = new Map(rows.map((row) => [row.record_id!, row.timestamp!]));
    for (const { record_ids, start, end } of labels) {
      const times = record_ids.map((id) => timeOf.get(id)!).sort();
      expect([times[0], times.at(-1)]).toEqual([start, end]);
    }
  });

  test('at least twenty of the twenty-three kinds of story occur', () => {
    expect(new Set(labels.map(({ kind }) => kind)).size).toBeGreaterThanOrEqual(20);
  });

  test('the person behind a story works at the bank and is not a service account', () => {
    const people = labels.flatMap(({ person }) => person ?? []);
    expect(people.length).toBeGreaterThan(5);
    const accounts = new Set(bank.inventory.accounts!.map(({ name }) => name));
    expect(people.filter((person) => accounts.has(person) || isServiceAccount(person))).toEqual([]);
  });
});
