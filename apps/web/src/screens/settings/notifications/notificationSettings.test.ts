import { expect, test } from 'vitest';
import { readNotificationSettings, writeNotificationSettings } from './notificationSettings.ts';

const holding = (text: string | null) => ({ getItem: () => text });
const initial = { email_alerts: true, monthly_reports: false };

test.each([
  [null, initial],
  ['not json', initial],
  ['null', initial],
  ['{"monthly_reports":true}', { email_alerts: true, monthly_reports: true }],
  ['{"monthly_reports":"yes","email_alerts":false}', { email_alerts: false, monthly_reports: false }],
])('%s', (text, settings) => {
  expect(readNotificationSettings(holding(text))).toEqual(settings);
});

test('written settings are read back', () => {
  const stored = new Map<string, string>();
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => void stored.set(key, text),
  };
  const chosen = { email_alerts: false, monthly_reports: true };
  expect(writeNotificationSettings(storage, chosen)).toBe(true);
  expect(readNotificationSettings(storage)).toEqual(chosen);
});

test('failed storage is reported', () => {
  const full = {
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError');
    },
  };
  expect(writeNotificationSettings(full, initial)).toBe(false);
});
