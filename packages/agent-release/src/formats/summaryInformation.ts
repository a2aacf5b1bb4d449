import type { CompoundStream } from './compoundFile.ts';
import { classIdBytes } from './guid.ts';

const TEXT = 30;
const SHORT = 2;
const LONG = 3;
const TIME = 64;
const FORMAT = classIdBytes('{F29F85E0-4FF9-1068-AB91-08002B27B3D9}');

/** The summary of an installer package, which Windows and msitools read without opening its tables. */
export interface Summary {
  readonly subject: string;
  readonly author: string;
  readonly comments: string;
  /** `{…}`: differs between packages that differ in a byte. */
  readonly packageCode: string;
  /** Seconds since the epoch. */
  readonly mtime: number;
}

type Property = readonly [number: number, type: number, value: string | number | bigint];

function storedValue([, type, value]: Property): Buffer {
  const head = Buffer.alloc(4);
  head.writeUInt32LE(type);
  if (type === TEXT) {
    const text = Buffer.from(`${value}\0`, 'latin1');
    const length = Buffer.alloc(4);
    length.writeUInt32LE(text.length);
    return Buffer.concat([head, length, text, Buffer.alloc((4 - (text.length % 4)) % 4)]);
  }
  const bytes = Buffer.alloc(type === TIME ? 8 : 4);
  if (type === TIME) bytes.writeBigUInt64LE(value as bigint);
  else bytes.writeInt32LE(Number(value));
  return Buffer.concat([head, bytes]);
}

/** The stream `SummaryInformation` of an installer package for 64-bit Windows, for Windows Installer 5. */
export function summaryInformation(summary: Summary): CompoundStream {
  const time = BigInt(summary.mtime + 11_644_473_600) * 10_000_000n;
  const properties: Property[] = [
    [1, SHORT, 1252],
    [2, TEXT, 'Installation Database'],
    [3, TEXT, summary.subject],
    [4, TEXT, summary.author],
    [5, TEXT, 'Installer'],
    [6, TEXT, summary.comments],
    [7, TEXT, 'x64;1033'],
    [9, TEXT, summary.packageCode],
    [12, TIME, time],
    [13, TIME, time],
    [14, LONG, 500],
    [15, LONG, 2], // compressed, long names, elevated
    [18, TEXT, 'Scout'],
    [19, LONG, 2], // read-only recommended
  ];
  const index = Buffer.alloc(8 + properties.length * 8);
  const values: Buffer[] = [];
  let at = index.length;
  properties.forEach((property, position) => {
    const bytes = storedValue(property);
    index.writeUInt32LE(property[0], 8 + position * 8);
    index.writeUInt32LE(at, 12 + position * 8);
    values.push(bytes);
    at += bytes.length;
  });
  index.writeUInt32LE(at, 0);
  index.writeUInt32LE(properties.length, 4);
  const header = Buffer.alloc(48);
  header.writeUInt16LE(0xfffe, 0);
  header.writeUInt32LE(0x00020006, 4); // Windows
  header.writeUInt32LE(1, 24);
  FORMAT.copy(header, 28);
  header.writeUInt32LE(header.length, 44);
  return { name: '\u0005SummaryInformation', parts: [Buffer.concat([header, index, ...values])] };
}
