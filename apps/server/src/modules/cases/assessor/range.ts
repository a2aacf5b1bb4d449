/** Hours whose rows are rewritten; `to` is exclusive, null: no end. `from` null: none. */
export interface HourRange {
  readonly from: number | null;
  readonly to: number | null;
}

/** A condition on a column, with the range in parameters 2 and 3. */
export const rangeSql = (column: string): string =>
  `${column} >= to_timestamp($2::float8 * 3600) AND ($3::float8 IS NULL OR ${column} < to_timestamp($3::float8 * 3600))`;
