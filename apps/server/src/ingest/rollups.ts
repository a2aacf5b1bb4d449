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

/**
 * Key of a rollup, as its rule says. A figure reads the quarter hours of pairs on its first and its last day alone, and whole days
 * between.
 */
export type Dimension = NameDimension | PairDimension | `${PairDimension}-day`;

/** One row of scout.rollups but for the tenant; times in ISO milliseconds. */
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
  /** About what the rows come to as JSON. */
  bytes = 0;

  add(match: RuleMatch): void {
    const { rule, time } = match;
    const quarter = startOf(time, QUARTER);
    const day = startOf(time, DAY);
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

  /** Adds what {@link toJson} gave for another batch. */
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
    // Texts hold no NUL, so the joined names are as distinct as the names.
    const id = `${rule}\0${dimension}\0${bucket}\0${key}\0${value_key}`;
    const kept = this.#rows.get(id);
    if (kept) addTo(kept, row);
    else {
      this.#rows.set(id, row);
      this.bytes += ROW_BYTES + key.length + value_key.length + row.label.length + row.value_label.length;
    }
  }

  /**
   * In one order for all batches, so that two batches with the same rows lock them in the same order and cannot wait
   * for each other.
   */
  rows(): RollupRow[] {
    return [...this.#rows].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
  }

  /** The rows for {@link UPSERT_ROLLUPS}; undefined without any. */
  toJson(): string | undefined {
    return this.#rows.size === 0 ? undefined : JSON.stringify(this.rows());
  }
}

/** Adds up two rows; the spellings are those of the earlier event, and of two at the same moment the smaller. */
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

/** The name that one match counts for; none where the event does not tell it. */
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

/** The values that one match counts for together with its account. */
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

const startOf = (time: number, length: number): string =>
  new Date(Math.floor(time / length) * length).toISOString();

/**
 * Adds rollup rows to what is there. Parameters: tenant, the rows as JSON. Immutable expressions only, so that it also
 * runs distributed; both orders are by code point, as in the figures.
 */
export const UPSERT_ROLLUPS = `
  INSERT INTO scout.rollups AS kept
    (tenant_id, rule, dimension, bucket, key, value_key, n, label, value_label, first_at)
  SELECT $1, rule, dimension, bucket, key, value_key, n, label, value_label, first_at
  FROM jsonb_to_recordset($2::jsonb) AS r (
    rule text, dimension text, bucket timestamptz, key text, value_key text, n bigint, label text, value_label text,
    first_at timestamptz
  )
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

/** UTF-16 units of a key that are kept. Two keys of three bytes a unit still fit an index row, which holds 2,704 bytes. */
const KEY_UNITS = 256;

/**
 * A key of detection as the database keeps it. No real name is as long as the bound, but a failed logon may contain one,
 * and a key that an index refuses would refuse its whole batch forever.
 */
export function boundedKey(key: string): string {
  return key.length <= KEY_UNITS ? key : key.slice(0, KEY_UNITS).toWellFormed();
}
