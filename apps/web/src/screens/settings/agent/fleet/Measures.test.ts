import { expect, test } from 'vitest';
import { auditWord, formatSkew, formatSpan, platformOf, systemOf } from './Measures.tsx';

test.each([
  [null, '–'],
  [0, '0 s'],
  [0.04, '0 s'],
  [0.36, '0.4 s'],
  [9.96, '10 s'],
  [12.7, '12 s'],
  [59.9, '59 s'],
  [60, '1 min'],
  [3599, '59 min'],
  [3600, '1 h'],
  [86_400 * 30, '30 d'],
])('%s seconds are %s', (seconds, expected) => {
  expect(formatSpan(seconds)).toBe(expected);
});

test.each([
  [null, '–'],
  [90, '+1 min'],
  [-0.4, '−0.4 s'],
  [-0.01, '0 s'],
])('a clock that is %s seconds ahead is %s', (seconds, expected) => {
  expect(formatSkew(seconds)).toBe(expected);
});

test.each([
  ['win32 10.0.20348 x64', 'Windows', 'Windows 10.0.20348 x64'],
  ['windows', 'Windows', 'Windows'],
  ['darwin 24.1.0 arm64', 'macOS', 'macOS 24.1.0 arm64'],
  ['linux 6.12.9 x64', 'Linux', 'Linux 6.12.9 x64'],
  ['sunos 5.11', 'sunos 5.11', 'sunos 5.11'],
])('%s is %s', (platform, system, whole) => {
  expect(systemOf(platform)).toBe(system);
  expect(platformOf(platform)).toBe(whole);
});

test('the audit policy in short', () => {
  const on = { process_creation: 'on', command_lines: 'on', logons: 'on' } as const;
  expect(auditWord(null)).toBe('–');
  expect(auditWord(on)).toBe('On');
  expect(auditWord({ ...on, logons: 'unknown' })).toBe('Unknown');
  expect(auditWord({ ...on, logons: 'off', process_creation: 'unknown' })).toBe('1 off');
  expect(auditWord({ ...on, process_creation: 'not_read', command_lines: 'not_read' })).toBe('Partial');
  expect(auditWord({ process_creation: 'off', command_lines: 'off', logons: 'off' })).toBe('Off');
});
