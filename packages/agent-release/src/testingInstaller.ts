import { inflateRawSync } from 'node:zlib';
import { cabinetChecksum } from './formats/cabinet.ts';
import { streamName } from './formats/installerDatabase.ts';

const FREE = 0xfffffffa;

/** The streams of a compound file, read independently of the writer: by its tables alone. */
export function readCompoundFile(file: Buffer): Map<string, Buffer> {
  if (file.toString('hex', 0, 8) !== 'd0cf11e0a1b11ae1') throw new Error('not a compound file');
  const sector = (number: number) => file.subarray((number + 1) * 512, (number + 2) * 512);
  const words = (bytes: Buffer) =>
    Array.from({ length: bytes.length >> 2 }, (_, index) => bytes.readUInt32LE(index * 4));
  const fatSectors = words(file.subarray(76, 512));
  for (let list = file.readUInt32LE(68); list < FREE; ) {
    const listed = words(sector(list));
    list = listed.pop()!;
    fatSectors.push(...listed);
  }
  const fat = fatSectors.filter((number) => number < FREE).flatMap((number) => words(sector(number)));
  const chain = (start: number, next: readonly number[]): number[] => {
    const numbers: number[] = [];
    for (let at = start; at < FREE; at = next[at]!) numbers.push(at);
    return numbers;
  };
  const content = (start: number) => Buffer.concat(chain(start, fat).map(sector));
  const directory = content(file.readUInt32LE(48));
  const entry = (number: number) => directory.subarray(number * 128, (number + 1) * 128);
  const smallFat = words(content(file.readUInt32LE(60)));
  const small = content(entry(0).readUInt32LE(116));
  const smallSector = (number: number) => small.subarray(number * 64, (number + 1) * 64);
  const streams = new Map<string, Buffer>();
  const visit = (number: number): void => {
    if (number >= FREE) return;
    const bytes = entry(number);
    visit(bytes.readUInt32LE(68));
    const [start, size] = [bytes.readUInt32LE(116), bytes.readUInt32LE(120)];
    const name = bytes.toString('utf16le', 0, bytes.readUInt16LE(64) - 2);
    const whole = size >= 4096 ? content(start) : Buffer.concat(chain(start, smallFat).map(smallSector));
    streams.set(name, whole.subarray(0, size));
    visit(bytes.readUInt32LE(72));
  };
  visit(entry(0).readUInt32LE(76));
  return streams;
}

/** The rows of every table of an installer package, with the values of their columns by name. */
export function readInstallerTables(file: Buffer): Map<string, Record<string, string | number | null>[]> {
  const streams = readCompoundFile(file);
  const stream = (name: string) => streams.get(streamName(name, true)) ?? Buffer.alloc(0);
  const [pool, data] = [stream('_StringPool'), stream('_StringData')];
  const texts: (string | null)[] = [null];
  for (let at = 4, from = 0; at < pool.length; at += 4) {
    const length = pool.readUInt16LE(at);
    texts.push(data.toString('latin1', from, from + length));
    from += length;
  }
  interface Column {
    readonly name: string;
    readonly isText: boolean;
    readonly width: 2 | 4;
  }
  const read = (name: string, columns: readonly Column[]) => {
    const bytes = stream(name);
    const count = bytes.length / columns.reduce((sum, { width }) => sum + width, 0);
    if (!Number.isInteger(count)) throw new Error(`${name} has half a row`);
    let at = 0;
    const rows = Array.from({ length: count }, (): Record<string, string | number | null> => ({}));
    for (const column of columns)
      for (const row of rows) {
        const stored = bytes.readUIntLE(at, column.width);
        at += column.width;
        const number = stored === 0 ? null : stored - 2 ** (column.width * 8 - 1);
        row[column.name] = column.isText ? texts[stored]! : number;
      }
    return rows;
  };
  const text = (name: string): Column => ({ name, isText: true, width: 2 });
  const short = (name: string): Column => ({ name, isText: false, width: 2 });
  const columns = read('_Columns', [text('Table'), short('Number'), text('Name'), short('Type')]);
  return new Map(
    read('_Tables', [text('Name')]).map(({ Name: table }) => {
      const own = columns
        .filter(({ Table }) => Table === table)
        .sort((a, b) => Number(a.Number) - Number(b.Number))
        .map(({ Name, Type }): Column => {
          const isText = (Number(Type) & 0x0800) !== 0;
          return { name: String(Name), isText, width: !isText && (Number(Type) & 0xff) === 4 ? 4 : 2 };
        });
      return [String(table), read(String(table), own)];
    }),
  );
}

/** The files of the cabinet in an installer package; every checksum is compared. */
export function readCabinet(installer: Buffer, name: string): Map<string, Buffer> {
  const bytes = readCompoundFile(installer).get(streamName(name, false))!;
  if (bytes.toString('latin1', 0, 4) !== 'MSCF' || bytes.readUInt32LE(8) !== bytes.length)
    throw new Error('not a whole cabinet');
  const blocks: Buffer[] = [];
  let at = bytes.readUInt32LE(36);
  for (let count = bytes.readUInt16LE(40); count > 0; count -= 1) {
    const packed = bytes.subarray(at + 8, at + 8 + bytes.readUInt16LE(at + 4));
    const sum = cabinetChecksum(bytes.subarray(at + 4, at + 8), cabinetChecksum(packed));
    if (sum !== bytes.readUInt32LE(at)) throw new Error('a block of the cabinet is damaged');
    const before = blocks.at(-1);
    const block = inflateRawSync(packed.subarray(2), before && { dictionary: before });
    if (block.length !== bytes.readUInt16LE(at + 6)) throw new Error('a block has another length');
    blocks.push(block);
    at += 8 + packed.length;
  }
  const content = Buffer.concat(blocks);
  const files = new Map<string, Buffer>();
  at = bytes.readUInt32LE(16);
  for (let count = bytes.readUInt16LE(28); count > 0; count -= 1) {
    const [size, from] = [bytes.readUInt32LE(at), bytes.readUInt32LE(at + 4)];
    const end = bytes.indexOf(0, at + 16);
    files.set(bytes.toString('latin1', at + 16, end), content.subarray(from, from + size));
    at = end + 1;
  }
  return files;
}
