import { isDay } from '../../view/range.ts';

/** Days of the viewer, both included. */
export interface Days {
  readonly from: string;
  readonly to: string;
}

/** Days as the address holds them, `2026-11-01..2026-11-12`; null for anything else. */
export function readDays(text: string | null): Days | null {
  const [from = '', to = '', ...more] = (text ?? '').split('..');
  return isDay(from) && isDay(to) && from <= to && more.length === 0 ? { from, to } : null;
}

export const daysText = ({ from, to }: Days): string => `${from}..${to}`;
