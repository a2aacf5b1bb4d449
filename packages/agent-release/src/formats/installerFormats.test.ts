import { expect, it } from 'vitest';
import { readCompoundFile } from '../testingInstaller.ts';
import { compoundFile } from './compoundFile.ts';
import { classIdBytes, guidOf } from './guid.ts';
import { databaseStreams } from './installerDatabase.ts';
import { setVersionResource } from './versionResource.ts';

const classId = Buffer.alloc(16);
const whole = (names: readonly string[], bytes: (index: number) => number) =>
  Buffer.concat(
    compoundFile(
      classId,
      names.map((name, index) => ({ name, parts: [Buffer.alloc(bytes(index), index + 1)] })),
    ) as Uint8Array[],
  );

it.each([0, 1, 2, 3, 6, 7, 8, 40])(
  '%i streams of all sizes are found by the directory, in its order',
  (count) => {
    const names = Array.from(
      { length: count },
      (_, index) => `${'X'.repeat(index % 5)}${String.fromCharCode(65 + (index % 26))}${index}`,
    );
    const streams = readCompoundFile(
      whole(names, (index) => [0, 1, 63, 64, 65, 4095, 4096, 4097, 20_000][index % 9]!),
    );
    expect([...streams.keys()]).toEqual([...names].sort((a, b) => a.length - b.length || (a < b ? -1 : 1)));
    names.forEach((name, index) => {
      const content = streams.get(name)!;
      expect(content.length).toBe([0, 1, 63, 64, 65, 4095, 4096, 4097, 20_000][index % 9]);
      expect(content.every((byte) => byte === index + 1)).toBe(true);
    });
  },
);

it('no red node of the directory has a red child, and all paths have as many black nodes', () => {
  for (const count of [1, 2, 3, 5, 7, 12, 31, 33]) {
    const file = whole(
      Array.from({ length: count }, (_, index) => `s${String(index).padStart(3, '0')}`),
      () => 10,
    );
    const start = (file.readUInt32LE(48) + 1) * 512;
    const entry = (number: number) => file.subarray(start + number * 128, start + (number + 1) * 128);
    const blackBelow = (number: number, parentIsRed: boolean): number => {
      if (number === 0xffffffff) return 1;
      const isRed = entry(number)[67] === 0;
      expect(isRed && parentIsRed).toBe(false);
      const [left, right] = [68, 72].map((at) => blackBelow(entry(number).readUInt32LE(at), isRed));
      expect(left).toBe(right);
      return left! + (isRed ? 0 : 1);
    };
    blackBelow(entry(0).readUInt32LE(76), true);
  }
});

it('a table refuses what its columns cannot hold', () => {
  const table = (type: string, cell: string | number | null) =>
    databaseStreams([{ name: 'T', columns: [['Key', type]], keys: 1, rows: [[cell]] }]);
  expect(() => table('s72', null)).toThrow(/T\.Key cannot hold null/);
  expect(() => table('i2', 'x')).toThrow(/cannot hold "x"/);
  expect(() => table('i2', 32_768)).toThrow(/cannot hold 32768/);
  expect(() => table('x2', 1)).toThrow(/no type of a column/);
  const twice = { name: 'T', columns: [['Key', 's72']] as const, keys: 1, rows: [['a'], ['a']] };
  expect(() => databaseStreams([twice])).toThrow(/the same key/);
});

it('GUIDs follow from their seeds and are stored with three groups in little-endian order', () => {
  expect(guidOf('a')).toBe(guidOf('a'));
  expect(guidOf('a')).toMatch(/^\{[0-9A-F]{8}-[0-9A-F]{4}-8[0-9A-F]{3}-[89AB][0-9A-F]{3}-[0-9A-F]{12}\}$/);
  expect(classIdBytes('{000C1084-0000-0000-C000-000000000046}').toString('hex')).toBe(
    '84100c0000000000c000000000000046',
  );
});

it('a version resource takes the place of another, if it fits', () => {
  const old = Buffer.alloc(1200);
  const at = 100;
  old.writeUInt16LE(1000, at);
  Buffer.from([0xbd, 0x04, 0xef, 0xfe, 0, 0, 1, 0]).copy(old, at + 40);
  const program = setVersionResource(old, '1.20.300');
  expect(program.readUInt32LE(at + 48)).toBe(0x10014);
  expect(program.readUInt32LE(at + 52)).toBe(300 * 2 ** 16);
  expect(program.toString('utf16le', at)).toContain('Scout Agent');
  expect(program.length).toBe(old.length);
  expect(() => setVersionResource(Buffer.alloc(100), '1.0.0')).toThrow(/no version resource/);
  old.writeUInt16LE(200, at);
  expect(() => setVersionResource(old, '1.0.0')).toThrow(/no space/);
});
