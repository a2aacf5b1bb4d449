import { expect, it } from 'vitest';
import { blocksOf, INDEX_BYTES, indexOf, indexText, PAGE_BYTES, parseIndex } from './programBlocks.ts';
import { bytesFrom } from './testing.ts';

const program = bytesFrom('program', 8 * 1024 * 1024 + 5);
const head = { coding: 'zstd', at: 0 } as const;
const indexOfProgram = (data: Uint8Array) =>
  indexOf(
    data,
    head,
    [...blocksOf(data)].map(({ length }) => length),
  );

it('blocks are the whole program, none is longer than half a mebibyte', () => {
  const blocks = [...blocksOf(program)];
  expect(Buffer.concat(blocks).equals(program)).toBe(true);
  expect(Math.max(...blocks.map(({ length }) => length))).toBeLessThanOrEqual(512 * 1024);
  expect([...blocksOf(Buffer.alloc(0))]).toEqual([]);
  // Content without any end of its own.
  expect([...blocksOf(Buffer.alloc(1024 * 1024 + 1))].map(({ length }) => length)).toEqual([
    512 * 1024,
    512 * 1024,
    1,
  ]);
});

it('what follows inserted pages has the same blocks', () => {
  const changed = Buffer.concat([
    program.subarray(0, 1_000 * PAGE_BYTES),
    bytesFrom('pages', 3 * PAGE_BYTES),
    program.subarray(1_000 * PAGE_BYTES),
  ]);
  const known = new Set(indexOfProgram(program).blocks.map(({ sha256 }) => sha256));
  const others = indexOfProgram(changed).blocks.filter(({ sha256 }) => !known.has(sha256));
  expect(others.length).toBeGreaterThan(0);
  expect(others.length).toBeLessThanOrEqual(3);
});

it('an index is read as it was written, and is short', () => {
  const index = indexOfProgram(program);
  const text = indexText(index);
  expect(parseIndex(text, program.length)).toEqual(index);
  // The program for both Macs has 190 MB.
  expect((text.length / program.length) * 190e6).toBeLessThan(INDEX_BYTES / 4);
});

const hash = Buffer.alloc(32).toString('base64');
it.each([
  ['is no object', 'null'],
  ['has another coding', { coding: 'gzip', at: 0, blocks: [[hash, 10, 10]] }],
  ['begins before its file', { coding: 'zstd', at: -1, blocks: [[hash, 10, 10]] }],
  ['has no list', { coding: 'zstd', at: 0, blocks: { length: 1e9 } }],
  [
    'has an empty block',
    {
      coding: 'zstd',
      at: 0,
      blocks: [
        [hash, 10, 10],
        [hash, 0, 1],
      ],
    },
  ],
  [
    'has a negative block',
    {
      coding: 'zstd',
      at: 0,
      blocks: [
        [hash, 20, 10],
        [hash, -10, 1],
      ],
    },
  ],
  ['has a block without bytes', { coding: 'zstd', at: 0, blocks: [[hash, 10, 0]] }],
  ['has a block that grows by its compression', { coding: 'zstd', at: 0, blocks: [[hash, 10, 1e9]] }],
  ['has a huge block', { coding: 'zstd', at: 0, blocks: [[hash, 10 ** 9, 10]] }],
  ['has a size that is no number', { coding: 'zstd', at: 0, blocks: [[hash, '10', 10]] }],
  ['has no hash', { coding: 'zstd', at: 0, blocks: [['', 10, 10]] }],
  ['is of another length', { coding: 'zstd', at: 0, blocks: [[hash, 11, 10]] }],
  ['has no blocks', { coding: 'zstd', at: 0, blocks: [] }],
  ['has more blocks than fit', { coding: 'zstd', at: 0, blocks: Array(10_000).fill([hash, 1, 1]) }],
])('an index that %s is refused', (_name, index) => {
  const text = Buffer.from(typeof index === 'string' ? index : JSON.stringify(index));
  expect(() => parseIndex(text, 10)).toThrow(/the index is/);
});
