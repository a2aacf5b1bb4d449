import { compareCodePoints, keyOf, type RuleId, type RuleMatch } from '@scout/detection';
import type { Hit } from './parseBatch.ts';

/** What a rollup counts: one name, or an account together with one value. */
export type Dimension =
  | 'account'
  | 'host'
  | 'server'
  | 'account-reason'
  | 'account-source'
  | 'account-server';

/** Only what a figure reads is kept (apps/server/src/queries/figures). */
const DIMENSIONS: Record<RuleId, readonly Dimension[]> = {
  'service-account-activity': ['account', 'host'],
  'failed-logons': ['account', 'server', 'account-reason', 'account-source', 'account-server'],
  'interactive-logons': ['account', 'host'],
  'ai-risk': ['account'],
};

/** A quarter hour: it divides every time zone's day exactly. */
export const BUCKET_MS = 15 * 60 * 1000;

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

/**
 * Folds the matches of a batch into rollup rows, in one order for all batches, so that two batches that meet in the same
 * rows lock them in the same order and cannot wait for each other.
 */
export function foldRollups(hits: readonly Hit[]): RollupRow[] {
  const rows = new Map<string, RollupRow>();
  for (const { match } of hits) {
    const bucket = new Date(Math.floor(match.time / BUCKET_MS) * BUCKET_MS).toISOString();
    const at = new Date(match.time).toISOString();
    for (const dimension of DIMENSIONS[match.rule]) {
      for (const name of namesOf(match, dimension)) {
        const { key, label, valueKey = '', valueLabel = '' } = name;
        // Texts hold no NUL, so the joined names are as distinct as the names.
        const id = `${match.rule}\0${dimension}\0${bucket}\0${key}\0${valueKey}`;
        const row = rows.get(id);
        if (row) add(row, at, label, valueLabel);
        else {
          const first = { n: 1, label, value_label: valueLabel, first_at: at };
          rows.set(id, { rule: match.rule, dimension, bucket, key, value_key: valueKey, ...first });
        }
      }
    }
  }
  return [...rows.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
}

/** Adds one more event; the spellings are those of the earliest, and of two at the same moment the smaller. */
function add(row: RollupRow, at: string, label: string, valueLabel: string): void {
  row.n += 1;
  if (at > row.first_at) return;
  const earlier = at < row.first_at;
  row.first_at = at;
  if (earlier || compareCodePoints(label, row.label) < 0) row.label = label;
  if (earlier || compareCodePoints(valueLabel, row.value_label) < 0) row.value_label = valueLabel;
}

interface Name {
  readonly key: string;
  readonly label: string;
  readonly valueKey?: string;
  readonly valueLabel?: string;
}

/** What one match counts for in a dimension; nothing where the event does not name it. */
function namesOf(match: RuleMatch, dimension: Dimension): Name[] {
  const account = { key: match.serviceAccountKey, label: match.serviceAccount };
  const paired = (label: string, key: string): Name => ({ ...account, valueKey: key, valueLabel: label });
  switch (dimension) {
    case 'account':
      return [account];
    case 'host':
      return match.computerKey === null
        ? []
        : [{ key: match.computerKey, label: match.computer ?? match.computerKey }];
    case 'server':
      return match.serverKey === null
        ? []
        : [{ key: match.serverKey, label: match.server ?? match.serverKey }];
    case 'account-reason':
      return match.failureReason === null ? [] : [paired(match.failureReason, keyOf(match.failureReason))];
    case 'account-source':
      return match.sourceHosts.map((host) => paired(host, keyOf(host)));
    case 'account-server':
      return match.serverKey === null ? [] : [paired(match.server ?? match.serverKey, match.serverKey)];
  }
}

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
