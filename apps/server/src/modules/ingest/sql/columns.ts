/** Object ids of the types that rows are made of, the same in every PostgreSQL. */
const OIDS: Readonly<Record<string, number>> = {
  uuid: 2950,
  timestamptz: 1184,
  smallint: 21,
  integer: 23,
  bigint: 20,
  boolean: 16,
  bytea: 17,
  text: 25,
};

/** Bytes before the first row of a COPY stream, and before the first element of an array. */
const HEAD_BYTES = 19;
const ARRAY_BYTES = 20;
/** Fields up to this size are copied byte by byte: a call for each costs more. */
const SHORT_BYTES = 24;

/**
 * Rows of binary COPY streams as one binary array for each column; a field has the same bytes in both.
 * @param types of the columns; a column of `text[]` becomes an array of its literals, because arrays of arrays must be rectangular
 */
export function columnsOf(types: readonly string[], streams: readonly Buffer[]): Buffer[] {
  const lists = types.map((type, column) =>
    type === 'text[]' ? literalsOf(streams, types.length, column) : null,
  );
  const sizes = new Float64Array(types.length);
  const nulls = new Uint8Array(types.length);
  let rows = 0;
  const eachField = (visit: (column: number, stream: Buffer, at: number, length: number) => void): void => {
    rows = 0;
    for (const stream of streams) {
      let at = HEAD_BYTES;
      while (stream.readInt16BE(at) >= 0) {
        at += 2;
        for (let column = 0; column < types.length; column += 1) {
          const length = stream.readInt32BE(at);
          const whole = length < 0 ? 4 : 4 + length;
          visit(column, stream, at, whole);
          at += whole;
        }
        rows += 1;
      }
    }
  };
  eachField((column, stream, at, whole) => {
    const literal = lists[column]?.[rows];
    sizes[column]! += literal ? 4 + literal.length : whole;
    if (stream.readInt32BE(at) < 0) nulls[column] = 1;
  });
  const arrays = types.map((type, column) => {
    const array = Buffer.allocUnsafe(ARRAY_BYTES + sizes[column]!);
    array.writeInt32BE(1, 0);
    array.writeInt32BE(nulls[column]!, 4);
    array.writeInt32BE(OIDS[type === 'text[]' ? 'text' : type]!, 8);
    array.writeInt32BE(rows, 12);
    array.writeInt32BE(1, 16);
    return array;
  });
  const ends = new Float64Array(types.length).fill(ARRAY_BYTES);
  eachField((column, stream, at, whole) => {
    const array = arrays[column]!;
    const end = ends[column]!;
    const literal = lists[column]?.[rows];
    if (literal) {
      array.writeInt32BE(literal.length, end);
      literal.copy(array, end + 4);
      ends[column] = end + 4 + literal.length;
      return;
    }
    if (whole <= SHORT_BYTES)
      for (let byte = 0; byte < whole; byte += 1) array[end + byte] = stream[at + byte]!;
    else stream.copy(array, end, at, at + whole);
    ends[column] = end + whole;
  });
  return arrays;
}

/** Literals of a column of `text[]`, by row; undefined for null. */
function literalsOf(streams: readonly Buffer[], columns: number, wanted: number): (Buffer | undefined)[] {
  const literals: (Buffer | undefined)[] = [];
  for (const stream of streams) {
    let at = HEAD_BYTES;
    while (stream.readInt16BE(at) >= 0) {
      at += 2;
      for (let column = 0; column < columns; column += 1) {
        const length = stream.readInt32BE(at);
        at += 4;
        if (column === wanted)
          literals.push(length < 0 ? undefined : literalOf(stream.subarray(at, at + length)));
        at += Math.max(0, length);
      }
    }
  }
  return literals;
}

/** A binary text[] without nulls as its literal. */
function literalOf(array: Buffer): Buffer {
  const texts: string[] = [];
  const dimensions = array.readInt32BE(0);
  let at = 12 + 8 * dimensions;
  while (at < array.length) {
    const length = array.readInt32BE(at);
    texts.push(`"${array.toString('utf8', at + 4, at + 4 + length).replace(/[\\"]/g, '\\$&')}"`);
    at += 4 + length;
  }
  return Buffer.from(`{${texts.join()}}`);
}

/** A binary bytea[]: as text each byte would take three. */
export function byteas(values: readonly Buffer[]): Buffer {
  const array = Buffer.allocUnsafe(values.reduce((sum, { length }) => sum + 4 + length, ARRAY_BYTES));
  array.writeInt32BE(1, 0);
  array.writeInt32BE(0, 4);
  array.writeInt32BE(OIDS.bytea!, 8);
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
