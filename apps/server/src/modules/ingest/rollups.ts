import {
  compareCodePoints,
  keyOf,
  type NameDimension,
  type PairDimension,
  QUARTER,
  RULES,
  type RuleId,
  type RuleMatch,
} from '@scout/detection';
import { DAY } from '@scout/detection/time';
import { BinaryRows, ReadRows } from './binaryRows.ts';

/** Key of a rollup, by its rule. A figure reads quarter hours of pairs only on its first and last day, and whole days between. */
export type Dimension = NameDimension | PairDimension | `${PairDimension}-day`;

/** One row of scout.rollups without the tenant; times in epoch milliseconds. */
export interface RollupRow {
  readonly rule: RuleId;
  readonly dimension: Dimension;
  readonly bucket: number;
  readonly key: string;
  readonly value_key: string;
  n: number;
  label: string;
  value_label: string;
  first_at: number;
}

/** A row that a match counts in, by these spellings. */
interface Counted {
  readonly kept: RollupRow;
  readonly label: string;
  readonly valueLabel: string;
}

/** Folds the matches of a batch, or of several, into rollup rows. */
export class RollupFold {
  readonly #rows = new Map<string, RollupRow>();
  /** Rows in which repeated matches were counted, with their quarter hour. */
  readonly #known = new Map<RuleMatch, { readonly quarter: number; readonly counted: readonly Counted[] }>();
  /** Approximate size of the rows in memory. */
  bytes = 0;

  /**
   * @param time of the event in epoch milliseconds @param repeats true for a match that is added for several events: what it counts in
   * is then found once for a quarter hour
   */
  add(match: RuleMatch, time = match.time, repeats = false): void {
    const quarter = Math.floor(time / QUARTER) * QUARTER;
    const known = repeats ? this.#known.get(match) : undefined;
    if (known?.quarter === quarter) {
      for (const { kept, label, valueLabel } of known.counted) addTo(kept, 1, time, label, valueLabel);
      return;
    }
    const counted = this.#countAll(match, quarter, time);
    if (repeats) this.#known.set(match, { quarter, counted });
  }

  /** Adds the result of {@link array} of another batch. */
  addArray(rollups: Buffer): void {
    for (const row of rowsOf(rollups)) this.#addRow(row);
  }

  #countAll(match: RuleMatch, quarter: number, time: number): Counted[] {
    const { rule } = match;
    const day = Math.floor(time / DAY) * DAY;
    const { names, pairs = [] } = RULES[rule];
    const counted: Counted[] = [];
    const count = (dimension: Dimension, bucket: number, name: Name): void => {
      const { key, label, valueKey = '', valueLabel = '' } = name;
      const first = { n: 1, label, value_label: valueLabel, first_at: time };
      const kept = this.#addRow({ rule, dimension, bucket, key, value_key: valueKey, ...first });
      counted.push({ kept, label, valueLabel });
    };
    for (const dimension of names) {
      for (const name of namesOf(match, dimension)) count(dimension, quarter, name);
    }
    for (const dimension of pairs) {
      for (const pair of pairsOf(match, dimension)) {
        count(dimension, quarter, pair);
        count(`${dimension}-day`, day, pair);
      }
    }
    return counted;
  }

  #addRow(row: RollupRow): RollupRow {
    const { rule, dimension, bucket, key, value_key } = row;
    // Texts contain no NUL, so joined names are unique.
    const id = `${rule}\0${dimension}\0${bucket}\0${key}\0${value_key}`;
    const kept = this.#rows.get(id);
    if (kept) {
      addTo(kept, row.n, row.first_at, row.label, row.value_label);
      return kept;
    }
    this.#rows.set(id, row);
    this.bytes += ROW_BYTES + key.length + value_key.length + row.label.length + row.value_label.length;
    return row;
  }

  /** In a fixed order for all batches, so that two batches lock the same rows in the same order and cannot deadlock. */
  rows(): RollupRow[] {
    return [...this.#rows].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
  }

  /** The rows for {@link UPSERT_ROLLUPS}; undefined without any. */
  array(): Buffer | undefined {
    return this.#rows.size === 0 ? undefined : rollupArray(this.rows());
  }
}

/** Columns of a row in {@link rollupArray}. */
const FIELDS = 9;

/** Rows for {@link UPSERT_ROLLUPS}, in their order. */
export function rollupArray(rows: readonly RollupRow[]): Buffer {
  const array = new BinaryRows(FIELDS, rows.length * ROW_BYTES);
  for (const row of rows) {
    array.begin(NO_COLUMNS);
    array.text(row.rule);
    array.text(row.dimension);
    array.timestamp(row.bucket);
    array.text(row.key);
    array.text(row.value_key);
    array.int8(String(row.n));
    array.text(row.label);
    array.text(row.value_label);
    array.timestamp(row.first_at);
    array.end();
  }
  return array.array();
}

const NO_COLUMNS = Buffer.alloc(0);

function* rowsOf(array: Buffer): Generator<RollupRow> {
  const rows = new ReadRows(array);
  while (rows.next())
    yield {
      rule: rows.text() as RuleId,
      dimension: rows.text() as Dimension,
      bucket: rows.timestamp(),
      key: rows.text(),
      value_key: rows.text(),
      n: Number(rows.int8()),
      label: rows.text(),
      value_label: rows.text(),
      first_at: rows.timestamp(),
    };
}

/** Adds to a row; the spelling is that of the earlier event, at equal times the smaller one. */
function addTo(kept: RollupRow, n: number, time: number, label: string, valueLabel: string): void {
  kept.n += n;
  if (time > kept.first_at) return;
  const earlier = time < kept.first_at;
  kept.first_at = time;
  if (earlier || compareCodePoints(label, kept.label) < 0) kept.label = label;
  if (earlier || compareCodePoints(valueLabel, kept.value_label) < 0) kept.value_label = valueLabel;
}

interface Name {
  readonly key: string;
  readonly label: string;
  readonly valueKey?: string;
  readonly valueLabel?: string;
}

/** The name counted for a match; none if the event does not contain it. */
function namesOf(match: RuleMatch, dimension: NameDimension): Name[] {
  const named = (key: string | null, label: string | null): Name[] =>
    key === null ? [] : [{ key: boundedKey(key), label: label ?? key }];
  switch (dimension) {
    case 'account':
      return named(match.serviceAccountKey, match.serviceAccount);
    case 'host':
      return named(match.computerKey, match.computer);
    case 'server':
      return named(match.serverKey, match.server);
    case 'user':
      return named(match.subjectUserKey, match.subjectUser);
    case 'severity':
      return named(match.change?.severity ?? null, null);
  }
}

/** The values counted for a match together with its account. */
function pairsOf(match: RuleMatch, dimension: PairDimension): Name[] {
  const key = boundedKey(match.serviceAccountKey);
  const paired = (valueKey: string | null, valueLabel: string | null): Name[] =>
    valueKey === null
      ? []
      : [
          {
            key,
            label: match.serviceAccount,
            valueKey: boundedKey(valueKey),
            valueLabel: valueLabel ?? valueKey,
          },
        ];
  switch (dimension) {
    case 'account-reason':
      return paired(match.failureReason && keyOf(match.failureReason), match.failureReason);
    case 'account-source':
      return match.sourceHosts.flatMap((host) => paired(keyOf(host), host));
    case 'account-server':
      return paired(match.serverKey, match.server);
  }
}

/** Parts of one row in addition to its names. */
const ROW_BYTES = 200;

/**
 * Adds rollup rows to the stored ones. Parameters: tenant, the rows as {@link rollupArray}. Immutable expressions only, so that it
 * can also run distributed; both orders are by code point, as in the figures.
 */
export const UPSERT_ROLLUPS = `
  INSERT INTO scout.rollups AS kept
    (tenant_id, rule, dimension, bucket, key, value_key, n, label, value_label, first_at)
  SELECT $1, rule, dimension, bucket, key, value_key, n, label, value_label, first_at
  FROM unnest($2::scout.staged_rollup[])
  ON CONFLICT (tenant_id, rule, dimension, bucket, key, value_key) DO UPDATE SET
    n = kept.n + excluded.n,
    label = CASE
      WHEN excluded.first_at < kept.first_at
        OR (excluded.first_at = kept.first_at AND excluded.label < kept.label) THEN excluded.label
      ELSE kept.label END,
    value_label = CASE
      WHEN excluded.first_at < kept.first_at
        OR (excluded.first_at = kept.first_at AND excluded.value_label < kept.value_label) THEN excluded.value_label
      ELSE kept.value_label END,
    first_at = least(kept.first_at, excluded.first_at)`;

/** Maximum UTF-16 units of a key. Two keys with three bytes per unit still fit in an index row, which holds 2,704 bytes. */
const KEY_UNITS = 256;

/**
 * A detection key as stored. No real name reaches the limit, but a failed logon can contain a longer one, and a key refused by an
 * index would refuse its whole batch forever.
 */
export function boundedKey(key: string): string {
  return key.length <= KEY_UNITS ? key : key.slice(0, KEY_UNITS).toWellFormed();
}
