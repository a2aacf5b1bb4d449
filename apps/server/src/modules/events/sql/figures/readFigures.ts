import {
  type AggregatePart,
  type Clock,
  FIGURES,
  type FiguredRule,
  type FiguresDefinition,
  type FiguresOf,
  type NameDimension,
} from '@scout/detection';
import { type RawBuilder, sql } from 'kysely';
import type { Transaction } from '../../../../platform/database/pool.ts';
import { readFailedLogons } from './failedLogons.ts';
import {
  type Columns,
  distinctOf,
  type FigureScope,
  newestJson,
  quartersJson,
  rowsOf,
  tallies,
  talliesJson,
  totalOf,
  totalWith,
  windowParts,
} from './fragments.ts';

type Reader<R extends FiguredRule> = (
  tx: Transaction,
  tenantId: string,
  clock: Clock,
) => Promise<FiguresOf[R]>;

/** Rules whose catalog entry defines figures. */
type DeclaredRule = {
  [R in FiguredRule]: (typeof FIGURES)[R] extends { reads: object } ? R : never;
}[FiguredRule];

/** Readers of the figures that need more than the parts a definition can name. */
const READERS = { 'failed-logons': readFailedLogons } as const satisfies {
  [R in Exclude<FiguredRule, DeclaredRule>]: Reader<R>;
};

/** The figures of a rule over all events of the clock's period. What is counted comes from one statement: one snapshot. */
export async function readFigures<R extends FiguredRule>(
  tx: Transaction,
  tenantId: string,
  rule: R,
  clock: Clock,
): Promise<FiguresOf[R]> {
  if (Object.hasOwn(READERS, rule)) {
    return READERS[rule as keyof typeof READERS](tx, tenantId, clock) as Promise<FiguresOf[R]>;
  }
  const { reads = {}, finish } = FIGURES[rule] as unknown as FiguresDefinition<
    Readonly<Record<string, unknown>>,
    FiguresOf[R]
  >;
  const aggregates = await readParts(tx, { tenantId, rule, period: clock }, reads);
  return finish(aggregates, clock);
}

async function readParts(
  tx: Transaction,
  scope: FigureScope,
  parts: Readonly<Record<string, AggregatePart>>,
): Promise<Record<string, unknown>> {
  const tallied = new Set(
    Object.values(parts).flatMap((part): NameDimension[] => {
      if ('tallies' in part) return [part.tallies];
      return 'distinct' in part ? [part.distinct] : [];
    }),
  );
  const tables = [
    windowParts(scope),
    ...[...tallied].map((dimension) => tallies(dimension, scope, dimension)),
  ];
  const values = Object.entries(parts).flatMap(([name, part]) => [
    sql.lit(name),
    partOf(part, scope, tallied),
  ]);
  const { rows } = await sql<{ aggregates: Record<string, unknown> }>`
    WITH ${sql.join(tables)}
    SELECT json_build_object(${sql.join(values)}) AS aggregates`.execute(tx);
  const { aggregates } = rows[0]!;
  for (const [name, part] of Object.entries(parts)) {
    if ('tallies' in part || 'quarters' in part || 'newest' in part)
      aggregates[name] = rowsOf(aggregates[name] as Columns);
  }
  return aggregates;
}

function partOf(
  part: AggregatePart,
  scope: FigureScope,
  tallied: ReadonlySet<NameDimension>,
): RawBuilder<unknown> {
  if ('newest' in part) return newestJson(scope, part.newest);
  if ('quarters' in part) return quartersJson(scope);
  if ('tallies' in part) return talliesJson(part.tallies);
  if ('distinct' in part) return distinctOf(part.distinct);
  const { total, key } = part;
  return key === undefined && tallied.has(total) ? totalOf(total) : totalWith(scope, total, key);
}
