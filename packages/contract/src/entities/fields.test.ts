import { describe, expect, it } from 'vitest';
import { tenantEventsQuery } from '../calls/events/events.ts';
import { email, timeZone } from './fields.ts';

describe('email', () => {
  it('is trimmed and lower-cased', () => {
    expect(email.parse('  Jo@Northwind.EXAMPLE ')).toBe('jo@northwind.example');
  });

  it.each([
    ['', 'Email is required'],
    ['jo', 'Please enter a valid email address'],
    [`${'a'.repeat(250)}@x.example`, 'Email is too long'],
  ])('refuses %j with the specified text', (value, message) => {
    expect(email.safeParse(value).error?.issues[0]?.message).toBe(message);
  });
});

describe('timeZone', () => {
  it.each(['UTC', 'Europe/Zurich', 'Asia/Kolkata', 'Australia/Lord_Howe'])('takes %s', (zone) => {
    expect(timeZone.parse(zone)).toBe(zone);
  });

  it.each(['', 'Mars/Base', '+02:00', '../etc', 'UTC; drop'])('refuses %j', (zone) => {
    expect(timeZone.safeParse(zone).success).toBe(false);
  });
});

describe('tenantEventsQuery', () => {
  it('takes numbers as text or as numbers, and dates or times', () => {
    expect(tenantEventsQuery.parse({ limit: '5000', from: '2026-11-01' })).toEqual({
      limit: 5000,
      from: '2026-11-01',
    });
    expect(tenantEventsQuery.parse({ limit: 1, to: '2026-11-01T00:00:00+01:00' }).limit).toBe(1);
  });

  it.each([
    { limit: 0 },
    { limit: 5001 },
    { limit: 'many' },
    { from: 'yesterday' },
    { from: '2026-11-01T00:00:00' },
    { from: '2026-11-02', to: '2026-11-01' },
    { event_type: '' },
  ])('refuses %j', (query) => {
    expect(tenantEventsQuery.safeParse(query).success).toBe(false);
  });
});
