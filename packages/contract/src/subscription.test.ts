import { describe, expect, it } from 'vitest';
import { limits } from './limits.ts';
import {
  dataEnd,
  daysUntil,
  type StoredSubscription,
  subscriptionState,
  subscriptionStep,
  trialEnd,
} from './subscription.ts';

const DAY = 24 * 60 * 60 * 1000;
const start = Date.parse('2026-03-01T09:30:00Z');
const trial = (change: Partial<StoredSubscription> = {}): StoredSubscription => ({
  isSubscribed: true,
  trialEndsAt: trialEnd(start),
  remindedDays: null,
  dataUntil: null,
  ...change,
});
const after = (days: number, milliseconds = 0) => start + days * DAY + milliseconds;

describe('a trial', () => {
  it('lasts fifteen days to the millisecond', () => {
    expect(limits.plan.freeTrialDays).toBe(15);
    expect(subscriptionState(trial(), start)).toEqual({ kind: 'trial', daysLeft: 15 });
    expect(subscriptionState(trial(), after(1, -1))).toEqual({ kind: 'trial', daysLeft: 15 });
    expect(subscriptionState(trial(), after(1))).toEqual({ kind: 'trial', daysLeft: 14 });
    expect(subscriptionState(trial(), after(15, -1))).toEqual({ kind: 'trial', daysLeft: 1 });
    expect(subscriptionStep(trial({ remindedDays: 1 }), after(15, -1))).toBeNull();
    expect(subscriptionStep(trial({ remindedDays: 1 }), after(15))).toEqual({ kind: 'end_trial' });
  });

  it('is reminded three days and one day before its end, once each', () => {
    expect(subscriptionStep(trial(), after(12, -1))).toBeNull();
    expect(subscriptionStep(trial(), after(12))).toEqual({ kind: 'remind', days: 3 });
    expect(subscriptionStep(trial({ remindedDays: 3 }), after(14, -1))).toBeNull();
    expect(subscriptionStep(trial({ remindedDays: 3 }), after(14))).toEqual({ kind: 'remind', days: 1 });
    expect(subscriptionStep(trial({ remindedDays: 1 }), after(14, 1))).toBeNull();
  });

  it('is only reminded of the last day by a server that was off before, and not at all once it is over', () => {
    expect(subscriptionStep(trial(), after(14))).toEqual({ kind: 'remind', days: 1 });
    expect(subscriptionStep(trial(), after(20))).toEqual({ kind: 'end_trial' });
  });
});

describe('data of a lapsed subscription', () => {
  const ended = (dataUntil: number | null): StoredSubscription =>
    trial({ isSubscribed: false, trialEndsAt: null, dataUntil });

  it('is kept for thirty days, and then due for removal', () => {
    const until = dataEnd(start);
    expect(until).toBe(after(30));
    expect(subscriptionState(ended(until), start)).toEqual({ kind: 'ended', daysKept: 30 });
    expect(subscriptionStep(ended(until), after(30, -1))).toBeNull();
    expect(subscriptionStep(ended(until), after(30))).toEqual({ kind: 'remove_data' });
  });

  it('is never due for removal without a date or with a subscription', () => {
    expect(subscriptionStep(ended(null), after(10_000))).toBeNull();
    expect(subscriptionState(ended(null), start)).toEqual({ kind: 'none' });
    expect(subscriptionStep({ ...ended(start), isSubscribed: true }, after(10_000))).toBeNull();
    expect(subscriptionState({ ...ended(start), isSubscribed: true }, start)).toEqual({ kind: 'subscribed' });
  });
});

it('a step that was applied is not due again', () => {
  let stored = trial();
  const taken: string[] = [];
  for (let now = start; now < after(60); now += DAY / 4) {
    for (let tries = 0; ; tries += 1) {
      const step = subscriptionStep(stored, now);
      if (step === null) break;
      expect(tries).toBeLessThan(2);
      taken.push(`${step.kind} on day ${(now - start) / DAY}`);
      if (step.kind === 'remind') stored = { ...stored, remindedDays: step.days };
      else if (step.kind === 'remove_data') stored = { ...stored, dataUntil: null };
      else stored = { ...stored, isSubscribed: false, trialEndsAt: null, dataUntil: dataEnd(now) };
    }
  }
  expect(taken).toEqual([
    'remind on day 12',
    'remind on day 14',
    'end_trial on day 15',
    'remove_data on day 45',
  ]);
  expect(daysUntil(start - 1, start)).toBe(0);
});
