import { expect, test } from 'vitest';
import { fakeStorage } from '../store/fakeStorage.ts';
import {
  closeConfirmGate,
  confirmGateEmail,
  noteMail,
  openConfirmGate,
  secondsToResend,
} from './confirmGate.ts';

const at = Date.UTC(2026, 10, 21);

test('is closed until opened, and after it was closed', () => {
  const storage = fakeStorage();
  expect(confirmGateEmail(storage, at)).toBeNull();
  openConfirmGate(storage, 'ada@northwind.example', at);
  expect(confirmGateEmail(storage, at)).toBe('ada@northwind.example');
  expect(storage.getItem('confirm_gate_ts')).toBe(String(at));
  closeConfirmGate(storage);
  expect(confirmGateEmail(storage, at)).toBeNull();
  expect(storage.length).toBe(0);
});

test.each([
  [300_000, 'ada@northwind.example'],
  [300_001, null],
  [-1, null],
])('%i ms after it was opened: %s', (age, email) => {
  const storage = fakeStorage();
  openConfirmGate(storage, 'ada@northwind.example', at);
  expect(confirmGateEmail(storage, at + age)).toBe(email);
});

test('an invalid time opens nothing', () => {
  const storage = fakeStorage();
  openConfirmGate(storage, 'ada@northwind.example', at);
  storage.setItem('confirm_gate_ts', 'soon');
  expect(confirmGateEmail(storage, at)).toBeNull();
});

test('counts the seconds until another mail may be requested', () => {
  const storage = fakeStorage();
  expect(secondsToResend(storage, at)).toBe(0);
  noteMail(storage, at, 60);
  expect(secondsToResend(storage, at)).toBe(60);
  expect(secondsToResend(storage, at + 59_001)).toBe(1);
  expect(secondsToResend(storage, at + 60_000)).toBe(0);
});
