import type { Random } from '@scout/detection/simulation/random';
import type { z } from 'zod';

/** Plausible texts of a caller: ids, addresses and names known to the server. */
export type Pool = readonly string[];

/** Probability that a part of an input violates its schema. */
export const HOSTILITY = { none: 0, some: 0.08, much: 0.5 } as const;

const UNITS = [
  '\0',
  '\ud800',
  '\udfff',
  '\u0001',
  '\x1b[31m',
  '\u202e',
  '\u200b',
  '\ufeff',
  '\r\n',
  '"',
  '\\',
  "'",
  '%00',
  '💥',
  'é',
];

const TEXTS = [
  '',
  ' ',
  '-',
  'null',
  'undefined',
  'true',
  '0',
  '-1',
  '1e309',
  'NaN',
  '__proto__',
  'constructor',
  '../../etc/passwd',
  '..%2f..%2f',
  "'; DROP TABLE scout.tenants; --",
  '{{7*7}}',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is what is sent
  '${jndi:ldap://127.0.0.1/x}',
  '<script>alert(1)</script>',
  'javascript:alert(1)',
  'a@b',
  'a@b@c.example',
  `${'a'.repeat(300)}@example.com`,
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-7fff-bfff-ffffffffffff',
  'ffffffff-ffff-7fff-bfff-ffffffffffff-999999',
  '9999999999999_ffffffff-ffff-7fff-bfff-ffffffffffff-999999',
  '0000-01-01',
  '9999-12-31T23:59:59-23:59',
  '2026-02-29T00:00:00Z',
  '+275760-09-13T00:00:00.000Z',
  '%',
  '%_%',
  '\\',
  '[object Object]',
];

const NUMBERS = [
  0,
  -0,
  -1,
  1,
  0.5,
  1e-7,
  2 ** 31,
  2 ** 31 - 1,
  2 ** 32,
  2 ** 53 - 1,
  2 ** 53,
  2 ** 63,
  1e21,
  1e308,
  -1e308,
];

/** A text that no form would send. */
export function hostileText(random: Random): string {
  const kind = random.below(5);
  if (kind === 0) return random.pick(UNITS);
  if (kind === 1)
    return random
      .pick(['x', '語', '\u0001', 'é', '"', ' ', '%'])
      .repeat(random.pick([64, 255, 257, 1_025, 5_001, 20_000]));
  if (kind === 2)
    return Array.from({ length: 1 + random.below(12) }, () => random.pick(UNITS)).join(
      random.pick(['', 'a', 'svc']),
    );
  return random.pick(TEXTS);
}

/** A JSON value of a kind that often breaks programs. */
export function hostileValue(random: Random): unknown {
  switch (random.below(9)) {
    case 0:
      return random.pick(NUMBERS);
    case 1:
      return null;
    case 2:
      return random.chance(0.5);
    case 3:
      return Array.from({ length: random.pick([0, 1, 3, 200]) }, () => random.pick(TEXTS));
    case 4:
      return nested(random, random.pick([2, 50, 2_000]));
    case 5:
      return { ['__proto__']: { polluted: true }, constructor: { prototype: 1 }, length: -1 };
    default:
      return hostileText(random);
  }
}

function nested(random: Random, depth: number): unknown {
  const list = random.chance(0.5);
  let value: unknown = random.pick(TEXTS);
  for (let level = 0; level < depth; level += 1) value = list ? [value] : { a: value };
  return value;
}

interface Def {
  readonly type: string;
  readonly [key: string]: unknown;
}
const defOf = (schema: z.ZodType): Def => (schema as unknown as { _zod: { def: Def } })._zod.def;

/** A value for a schema: valid as far as the pool permits, and invalid at each part with probability `hostility`. */
export function valueFor(schema: z.ZodType, random: Random, pool: Pool, hostility: number): unknown {
  if (random.chance(hostility)) return hostileValue(random);
  const def = defOf(schema);
  const inner = (child: unknown) => valueFor(child as z.ZodType, random, pool, hostility);
  switch (def.type) {
    case 'object': {
      const value: Record<string, unknown> = {};
      for (const [key, child] of Object.entries(def.shape as Record<string, z.ZodType>)) {
        if (random.chance(hostility / 2)) continue;
        const given = inner(child);
        if (given !== undefined) value[key] = given;
      }
      if (random.chance(hostility)) value[random.pick(TEXTS)] = hostileValue(random);
      return value;
    }
    case 'optional':
    case 'default':
    case 'prefault':
      return random.chance(0.5) ? undefined : inner(def.innerType);
    case 'nullable':
      return random.chance(0.3) ? null : inner(def.innerType);
    case 'readonly':
    case 'nonoptional':
    case 'catch':
      return inner(def.innerType);
    case 'pipe':
      return textFor(schema, random, pool) ?? inner(def.in);
    case 'union':
      return textFor(schema, random, pool) ?? inner(random.pick(def.options as unknown[]));
    case 'array':
      return Array.from({ length: random.pick([0, 1, 2, 5]) }, () => inner(def.element));
    case 'record':
      return { [random.pick(TEXTS)]: inner(def.valueType) };
    case 'enum':
      return random.pick(Object.values(def.entries as object));
    case 'literal':
      return random.pick(def.values as unknown[]);
    case 'boolean':
      return random.chance(0.5);
    case 'number':
    case 'int':
      return [random.below(100), random.below(1_000_000), 0, 1].find((n) => schema.safeParse(n).success) ?? 1;
    case 'string':
      return textFor(schema, random, pool) ?? random.pick(pool);
    case 'undefined':
    case 'void':
      return undefined;
    case 'null':
      return null;
    default:
      return hostileValue(random);
  }
}

/** A text of the pool accepted by the schema; undefined if a few attempts fail. */
function textFor(schema: z.ZodType, random: Random, pool: Pool): string | undefined {
  for (let tries = 0; tries < 12; tries += 1) {
    const text = random.pick(pool);
    if (schema.safeParse(text).success) return text;
  }
  return pool.find((text) => schema.safeParse(text).success);
}
