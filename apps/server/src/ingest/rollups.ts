import { compareCodePoints, keyOf, QUARTER, type RuleId, type RuleMatch } from '@scout/detection';
import { boundedKey } from './boundedKey.ts';

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

/** Folds the matches of a batch into rollup rows. */
export class RollupFold {
  readonly #rows = new Map<string, RollupRow>();

  add(match: RuleMatch): void {
    const bucket = new Date(Math.floor(match.time / QUARTER) * QUARTER).toISOString();
    const at = new Date(match.time).toISOString();
    for (const dimension of DIMENSIONS[match.rule]) {
      for (const { key, label, valueKey = '', valueLabel = '' } of namesOf(match, dimension)) {
        // Texts hold no NUL, so the joined names are as distinct as the names.
        const id = `${match.rule}\0${dimension}\0${bucket}\0${key}\0${valueKey}`;
        const row = this.#rows.get(id);
        if (row) addTo(row, at, label, valueLabel);
        else {
          const first = { n: 1, label, value_label: valueLabel, first_at: at };
          this.#rows.set(id, { rule: match.rule, dimension, bucket, key, value_key: valueKey, ...first });
        }
      }
    }
  }

  /**
   * In one order for all batches, so that two batches that meet in the same rows lock them in the same order and cannot wait
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

/** Adds one more event; the spellings are those of the earliest, and of two at the same moment the smaller. */
function addTo(row: RollupRow, at: string, label: string, valueLabel: string): void {
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
  const { serviceAccount, serviceAccountKey, computer, computerKey, server, serverKey, failureReason } =
    match;
  const single = (key: string | null, label: string | null): Name[] =>
    key === null ? [] : [{ key: boundedKey(key), label: label ?? key }];
  const paired = (key: string | null, label: string | null): Name[] =>
    key === null
      ? []
      : [
          {
            key: boundedKey(serviceAccountKey),
            label: serviceAccount,
            valueKey: boundedKey(key),
            valueLabel: label ?? key,
          },
        ];
  switch (dimension) {
    case 'account':
      return single(serviceAccountKey, serviceAccount);
    case 'host':
      return single(computerKey, computer);
    case 'server':
      return single(serverKey, server);
    case 'account-reason':
      return paired(failureReason && keyOf(failureReason), failureReason);
    case 'account-source':
      return match.sourceHosts.flatMap((host) => paired(keyOf(host), host));
    case 'account-server':
      return paired(serverKey, server);
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
