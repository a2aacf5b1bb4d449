/** Bytes before the first element of an array, and the object id of its type. */
const ARRAY_BYTES = 20;
const BYTEA = 17;

/** A binary bytea[]: as text each byte would take three. */
export function byteas(values: readonly Buffer[]): Buffer {
  const array = Buffer.allocUnsafe(values.reduce((sum, { length }) => sum + 4 + length, ARRAY_BYTES));
  array.writeInt32BE(1, 0);
  array.writeInt32BE(0, 4);
  array.writeInt32BE(BYTEA, 8);
  array.writeInt32BE(values.length, 12);
  array.writeInt32BE(1, 16);
  let end = ARRAY_BYTES;
  for (const value of values) {
    array.writeInt32BE(value.length, end);
    value.copy(array, end + 4);
    end += 4 + value.length;
  }
  return array;
}
