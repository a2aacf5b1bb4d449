import type { CompoundStream } from './compoundFile.ts';

/** A value of a cell: null where the column permits it. */
export type Cell = string | number | null;

/** A table of an installer database. */
export interface InstallerTable {
  readonly name: string;
  /**
   * Name and type of each column, in Microsoft's letters: `s72` text of up to 72 characters, `l64` localizable text, `i2` and `i4`
   * integers; in upper case where null is permitted.
   */
  readonly columns: readonly (readonly [name: string, type: string])[];
  /** Number of leading columns that are the primary key. */
  readonly keys: number;
  readonly rows: readonly (readonly Cell[])[];
}

const VALID = 0x0100;
const LOCALIZABLE = 0x0200;
const NOT_OBJECT = 0x0400;
const STRING = 0x0800;
const NULLABLE = 0x1000;
const KEY = 0x2000;

const isText = (type: string): boolean => /^[sl]/i.test(type);

function typeBits(type: string, isKey: boolean): number {
  const [, letter = '', size = ''] = /^([silSIL])(\d+)$/.exec(type) ?? [];
  if (letter === '') throw new TypeError(`${type} is no type of a column`);
  const nullable = letter === letter.toUpperCase() ? NULLABLE : 0;
  const text = isText(type) ? STRING : 0;
  const localizable = letter.toLowerCase() === 'l' ? LOCALIZABLE : 0;
  const kind = type.toLowerCase() === 'i4' ? 0 : NOT_OBJECT;
  return VALID | kind | text | localizable | nullable | (isKey ? KEY : 0) | Number(size);
}

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz._';

/** A stream's name as stored: two characters to a code unit. Tables begin with a mark. */
export function streamName(name: string, isTable: boolean): string {
  let stored = isTable ? '\u4840' : '';
  for (let at = 0; at < name.length; at += 1) {
    const first = ALPHABET.indexOf(name[at]!);
    if (first === -1) throw new TypeError(`${name} is no name of a stream`);
    const second = at + 1 < name.length ? ALPHABET.indexOf(name[at + 1]!) : -1;
    if (second === -1) stored += String.fromCharCode(0x4800 + first);
    else {
      stored += String.fromCharCode(0x3800 + first + (second << 6));
      at += 1;
    }
  }
  return stored;
}

/** The texts of a database, each once, with the number of cells that hold it. */
class StringPool {
  readonly #numbers = new Map<string, number>();
  readonly #uses: number[] = [];

  /** The text's number, counted from 1; 0 for none. */
  use(text: string | null): number {
    if (text === null || text === '') return 0;
    const known = this.#numbers.get(text) ?? this.#numbers.size + 1;
    if (known > 0xffff) throw new RangeError('the database has too many texts');
    this.#numbers.set(text, known);
    this.#uses[known - 1] = (this.#uses[known - 1] ?? 0) + 1;
    return known;
  }

  streams(): CompoundStream[] {
    const texts = [...this.#numbers.keys()].map((text) => Buffer.from(text, 'latin1'));
    const pool = Buffer.alloc(4 * (texts.length + 1));
    pool.writeUInt16LE(1252, 0);
    texts.forEach((text, index) => {
      pool.writeUInt16LE(text.length, 4 + index * 4);
      pool.writeUInt16LE(this.#uses[index]!, 6 + index * 4);
    });
    return [
      { name: streamName('_StringPool', true), parts: [pool] },
      { name: streamName('_StringData', true), parts: texts },
    ];
  }
}

/** A table's content: column after column, the rows in the order of their keys. */
function contentOf({ name, columns, keys, rows }: InstallerTable, pool: StringPool): Buffer {
  const stored = rows.map((row) => {
    if (row.length !== columns.length) throw new TypeError(`a row of ${name} has ${row.length} cells`);
    return row.map((cell, index) => storedCell(cell, columns[index]!, name, pool));
  });
  stored.sort((a, b) => {
    for (let index = 0; index < keys; index += 1) if (a[index] !== b[index]) return a[index]! - b[index]!;
    throw new TypeError(`two rows of ${name} have the same key`);
  });
  const bytes = columns.map(([, type], index) => {
    const width = type.toLowerCase() === 'i4' ? 4 : 2;
    const column = Buffer.alloc(width * stored.length);
    stored.forEach((row, at) => {
      column.writeUIntLE(row[index]!, at * width, width);
    });
    return column;
  });
  return Buffer.concat(bytes);
}

/** Integers are stored above their sign bit, so that 0 is left for null. */
function storedCell(
  cell: Cell,
  [column, type]: readonly [string, string],
  table: string,
  pool: StringPool,
): number {
  const fault = () => new TypeError(`${table}.${column} cannot hold ${JSON.stringify(cell)}`);
  if (cell === null) {
    if (type !== type.toUpperCase()) throw fault();
    return 0;
  }
  if (isText(type)) {
    if (typeof cell !== 'string') throw fault();
    return pool.use(cell);
  }
  const half = type.toLowerCase() === 'i4' ? 2 ** 31 : 2 ** 15;
  if (typeof cell !== 'number' || !Number.isInteger(cell) || cell <= -half || cell >= half) throw fault();
  return cell + half;
}

/** The tables of an installer database as streams, with the catalogs of tables and columns. Texts are Latin-1. */
export function databaseStreams(tables: readonly InstallerTable[]): CompoundStream[] {
  const pool = new StringPool();
  const catalogs: InstallerTable[] = [
    { name: '_Tables', columns: [['Name', 's64']], keys: 1, rows: tables.map(({ name }) => [name]) },
    {
      name: '_Columns',
      columns: [
        ['Table', 's64'],
        ['Number', 'i2'],
        ['Name', 's64'],
        ['Type', 'i2'],
      ],
      keys: 2,
      rows: tables.flatMap(({ name, columns, keys }) =>
        columns.map(([column, type], index) => [name, index + 1, column, typeBits(type, index < keys)]),
      ),
    },
  ];
  const streams = [...catalogs, ...tables]
    .map((table) => ({ name: streamName(table.name, true), parts: [contentOf(table, pool)] }))
    .filter(({ parts }) => parts[0]!.length > 0);
  return [...pool.streams(), ...streams];
}
