import { expect, test } from 'vitest';
import { asRunning } from './snapshot.ts';

test('transactions whose events are not on their node yet run on in the snapshot', () => {
  expect(asRunning('100:100:', [])).toBe('100:100:');
  expect(asRunning('100:100:', ['97'])).toBe('97:100:97');
  expect(asRunning('90:100:90,95', ['97', '95', '89'])).toBe('89:100:89,90,95,97');
  expect(asRunning('9007199254740993:9007199254740999:9007199254740993', ['9007199254740995'])).toBe(
    '9007199254740993:9007199254740999:9007199254740993,9007199254740995',
  );
});

test('one that began after the snapshot is not in it anyway', () => {
  expect(asRunning('100:100:', ['104'])).toBe('100:100:');
});
