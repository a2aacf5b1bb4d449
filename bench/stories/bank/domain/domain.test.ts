import { isServiceAccount } from '@scout/detection';
import { beforeAll, describe, expect, test } from 'vitest';
import { createBank } from '../bank.ts';
import { createDraw } from '../draw.ts';
import { NOISE_RATES } from '../noise/rates.ts';
import { type Domain, drawDomain } from './domain.ts';

const SEEDS = Array.from({ length: 20 }, (_, i) => i + 1);

test('a seed draws the same domain again', () => {
  for (const seed of SEEDS) expect(drawDomain(createDraw(seed))).toEqual(drawDomain(createDraw(seed)));
});

test('seeds draw different domains in every respect', () => {
  const domains = SEEDS.map((seed) => drawDomain(createDraw(seed)));
  const differ = (of: (domain: Domain) => unknown) =>
    new Set(domains.map((domain) => JSON.stringify(of(domain)))).size;
  for (const part of ['sizes', 'naming', 'coverage', 'noise'] as const)
    expect(
      differ((domain) => domain[part]),
      part,
    ).toBe(SEEDS.length);
  for (const part of ['name', 'times', 'language'] as const)
    expect(
      differ((domain) => domain[part]),
      part,
    ).toBeGreaterThan(2);
});

test('what one domain lacks another has', () => {
  const domains = SEEDS.map((seed) => drawDomain(createDraw(seed)));
  for (const kind of Object.keys(NOISE_RATES) as (keyof typeof NOISE_RATES)[]) {
    expect(
      domains.some(({ noise }) => noise[kind] === 0),
      `${kind} is lacking somewhere`,
    ).toBe(true);
    expect(
      domains.some(({ noise }) => noise[kind] > NOISE_RATES[kind]),
      `${kind} is frequent somewhere`,
    ).toBe(true);
  }
});

describe('twenty banks', () => {
  type Seen = {
    seed: number;
    accounts: string[];
    named: number;
    causes: Set<string>;
    mixed: string[];
    systems: Set<string>;
  };
  let seen: Seen[] = [];
  beforeAll(() => {
    seen = SEEDS.map((seed) => {
      // Many stories and few accounts, so that each kind of both is likely in a small bank.
      const bank = createBank({ seed, accounts: 120, storiesOfKind: 30 });
      const rows = [...bank.days()].flat();
      const accounts = bank.inventory.accounts!.map(({ name }) => name);
      const causes = bank.causes();
      return {
        seed,
        accounts,
        named: accounts.filter(isServiceAccount).length / accounts.length,
        causes: new Set(causes.values()),
        mixed: bank.labels().flatMap(({ record_ids }) => record_ids.filter((id) => causes.has(id))),
        systems: new Set(
          rows.map((row) => row.target_domain_name ?? '').filter((name) => /\bNT\b/.test(name)),
        ),
      };
    });
  }, 180_000);

  test('every kind of noise occurs', () => {
    const kinds = new Set(seen.flatMap(({ causes }) => [...causes]));
    expect([...Object.keys(NOISE_RATES), 'patchNight'].filter((kind) => !kinds.has(kind))).toEqual([]);
  });

  test('no noise is labeled as misuse', () => {
    expect(seen.filter(({ mixed }) => mixed.length > 0)).toEqual([]);
  });

  test('the default rules recognize nearly all accounts of some and nearly none of others', () => {
    const shares = seen.map(({ named }) => named).sort((a, b) => a - b);
    expect(shares[0]).toBeLessThan(0.2);
    expect(shares.at(-1)).toBeGreaterThan(0.8);
  });

  test("Windows' own accounts have other names in other languages", () => {
    expect(new Set(seen.flatMap(({ systems }) => [...systems])).size).toBeGreaterThanOrEqual(3);
  });
});
