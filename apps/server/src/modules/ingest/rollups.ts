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

/** Key of a rollup, by its rule. A figure reads quarter hours of pairs only on its first and last day, and whole days between. */
export type Dimension = NameDimension | PairDimension | `${PairDimension}-day`;

/** One row of scout.rollups without the tenant; ISO times with milliseconds. */
export interface RollupRow {
  readonly rule: RuleId;
  readonly dimension: Dimension;
  readonly bucket: string;
  readonly key: string;
  readonly value_key: string;
  n: number;
  label: string;
  value_label: string;
  first_at: string;
}

/** Folds the matches of a batch, or of several, into rollup rows. */
export class RollupFold {
  readonly #rows = new Map<string, RollupRow>();
  /** Approximate size of the rows as JSON. */
  bytes = 0;

  add(match: RuleMatch): void {
    const { rule, time } = match;
    const quarter = quarterOf(time);
    const day = isoDayOf(time);
    const at = new Date(time).toISOString();
    const { names, pairs = [] } = RULES[rule];
    for (const dimension of names) {
      for (const name of namesOf(match, dimension)) this.#count(rule, dimension, quarter, at, name);
    }
    for (const dimension of pairs) {
      for (const pair of pairsOf(match, dimension)) {
        this.#count(rule, dimension, quarter, at, pair);
        this.#count(rule, `${dimension}-day`, day, at, pair);
      }
    }
  }

  /** Adds the result of {@link toJson} of another batch. */
  addJson(rollups: string): void {
    for (const row of JSON.parse(rollups) as RollupRow[]) this.#addRow(row);
  }

  #count(rule: RuleId, dimension: Dimension, bucket: string, at: string, name: Name): void {
    const { key, label, valueKey = '', valueLabel = '' } = name;
    const first = { n: 1, label, value_label: valueLabel, first_at: at };
    this.#addRow({ rule, dimension, bucket, key, value_key: valueKey, ...first });
  }

  #addRow(row: RollupRow): void {
    const { rule, dimension, bucket, key, value_key } = row;
    // Texts contain no NUL, so joined names are unique.
    const id = `${rule}\0${dimension}\0${bucket}\0${key}\0${value_key}`;
    const kept = this.#rows.get(id);
    if (kept) addTo(kept, row);
    else {
      this.#rows.set(id, row);
      this.bytes += ROW_BYTES + key.length + value_key.length + row.label.length + row.value_label.length;
    }
  }

  /** In a fixed order for all batches, so that two batches lock the same rows in the same order and cannot deadlock. */
  rows(): RollupRow[] {
    return [...this.#rows].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
  }

  /** The rows for {@link UPSERT_ROLLUPS}; undefined without any. */
  toJson(): string | undefined {
    return this.#rows.size === 0 ? undefined : JSON.stringify(this.rows());
  }
}

/** Adds up two rows; the spelling is that of the earlier event, at equal times the smaller one. */
function addTo(kept: RollupRow, more: RollupRow): void {
  kept.n += more.n;
  if (more.first_at > kept.first_at) return;
  const earlier = more.first_at < kept.first_at;
  kept.first_at = more.first_at;
  if (earlier || compareCodePoints(more.label, kept.label) < 0) kept.label = more.label;
  if (earlier || compareCodePoints(more.value_label, kept.value_label) < 0)
    kept.value_label = more.value_label;
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

/** Names of fields and times of one row in JSON. */
const ROW_BYTES = 200;

/** The ISO time at which the period of a time starts; events that follow each other are mostly of one period. */
function startIn(length: number): (time: number) => string {
  let start = Number.NaN;
  let text = '';
  return (time) => {
    const begin = Math.floor(time / length) * length;
    if (begin !== start) {
      start = begin;
      text = new Date(begin).toISOString();
    }
    return text;
  };
}

const quarterOf = startIn(QUARTER);
const isoDayOf = startIn(DAY);

/** Rollup rows in a statement's second parameter. */
export const GIVEN_ROLLUPS = `jsonb_to_recordset($2::jsonb) AS r (
    rule text, dimension text, bucket timestamptz, key text, value_key text, n bigint, label text, value_label text,
    first_at timestamptz
  )`;

/**
 * Adds rollup rows to the stored ones. Parameters: tenant, the rows as JSON. Immutable expressions only, so that it can also run
 * distributed; both orders are by code point, as in the figures.
 */
export const UPSERT_ROLLUPS = `
  INSERT INTO scout.rollups AS kept
    (tenant_id, rule, dimension, bucket, key, value_key, n, label, value_label, first_at)
  SELECT $1, rule, dimension, bucket, key, value_key, n, label, value_label, first_at
  FROM ${GIVEN_ROLLUPS}
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
