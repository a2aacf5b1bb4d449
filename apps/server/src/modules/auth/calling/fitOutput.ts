import { ValidationError } from '@orpc/contract';
import type { FastifyBaseLogger } from 'fastify';
import type { z } from 'zod';

type Path = readonly PropertyKey[];

/**
 * A response that matches its contract. An invalid row of a list is dropped and logged, so that one bad row never fails the list;
 * for nested rows the innermost.
 * @throws ValidationError when the invalid part is not in a list
 */
export function fitOutput<O extends z.ZodType>(
  schema: O,
  value: unknown,
  log: Pick<FastifyBaseLogger, 'error'>,
): z.output<O> {
  let answer = value;
  for (;;) {
    const result = schema.safeParse(answer);
    if (result.success) return result.data;
    const { issues } = result.error;
    const rows = issues.map(({ path }) => path.slice(0, path.findLastIndex(isIndex) + 1));
    if (rows.some((path) => path.length === 0)) {
      throw new ValidationError({ message: 'The answer does not fit its contract', issues, data: undefined });
    }
    // Excludes values of the row: they may hold anything.
    const faults = issues.map(({ code, path }) => `${path.join('.')}: ${code}`).slice(0, LOGGED);
    log.error({ faults }, 'rows that do not fit the contract were left out of an answer');
    answer = without(answer, rows);
  }
}

const LOGGED = 20;

const isIndex = (key: PropertyKey): boolean => typeof key === 'number';

/** A copy of a value without the array elements at the paths. */
function without(value: unknown, paths: readonly Path[]): unknown {
  const below = (key: PropertyKey) =>
    paths.filter((path) => path.length > 1 && path[0] === key).map((path) => path.slice(1));
  const changed = (child: unknown, key: PropertyKey) => {
    const inside = below(key);
    return inside.length === 0 ? child : without(child, inside);
  };
  if (Array.isArray(value)) {
    const gone = new Set(paths.filter(({ length }) => length === 1).map(([index]) => index));
    return value.flatMap((child, index) => (gone.has(index) ? [] : [changed(child, index)]));
  }
  return Object.fromEntries(
    Object.entries(value as object).map(([key, child]) => [key, changed(child, key)]),
  );
}
