/** Hours whose rows are written anew; `to` is not included, null: no end. From null: none. */
export interface HourRange {
  readonly from: number | null;
  readonly to: number | null;
}

/** A condition on a column, with the range as parameters 2 and 3. */
export const rangeSql = (column: string): string =>
  `${column} >= to_timestamp($2::float8 * 3600) AND ($3::float8 IS NULL OR ${column} < to_timestamp($3::float8 * 3600))`;
