import { describe, expect, it } from 'vitest';
import { daysText, readDays } from './days.ts';

describe('days in the address', () => {
  it('are read as they were written', () => {
    const days = { from: '2026-11-01', to: '2026-11-12' };
    expect(readDays(daysText(days))).toEqual(days);
    expect(readDays('2026-11-01..2026-11-01')).toEqual({ from: '2026-11-01', to: '2026-11-01' });
  });

  it.each([null, '', '2026-11-01', '2026-11-12..2026-11-01', '2026-13-01..2026-13-02', '..', 'a..b..c'])(
    '%s counts as none',
    (text) => expect(readDays(text)).toBeNull(),
  );
});
