import { limits } from '@scout/contract';
import { describe, expect, it } from 'vitest';
import { Meter } from './meter.ts';
import { quotaOf, workOf } from './quota.ts';

const { burstSeconds } = limits.quota;
const seconds = (count: number) => ({ seconds: count, events: 1, bytes: 100 });

describe('a meter', () => {
  it('lets a burst through and then holds to the rate', () => {
    const meter = new Meter();
    meter.charge(seconds(burstSeconds), 0);
    expect(meter.waitSeconds(0)).toBe(0);
    meter.charge(seconds(5), 0);
    expect(meter.waitSeconds(0)).toBe(5);
    expect(meter.waitSeconds(3_000)).toBe(2);
    expect(meter.waitSeconds(5_000)).toBe(0);
  });

  it('accumulates at most one burst, however long it is idle', () => {
    const meter = new Meter();
    meter.charge(seconds(burstSeconds + 7), 86_400_000);
    expect(meter.waitSeconds(86_400_000)).toBe(7);
  });

  it('adds what was charged during a query to the result of the database', () => {
    const meter = new Meter();
    meter.charge(seconds(10), 0);
    expect(meter.take()).toEqual(seconds(10));
    meter.charge(seconds(2), 0);
    meter.adopt({ behindSeconds: burstSeconds + 30, bytes: 5_000 }, 0);
    expect(meter.waitSeconds(0)).toBe(32);
    expect(meter.bytesToday).toBe(5_100);
    expect(meter.take()).toEqual(seconds(2));
    expect(meter.isCharged).toBe(false);
  });

  it('keeps what could not be written', () => {
    const meter = new Meter();
    meter.charge(seconds(10), 0);
    meter.restore(meter.take());
    expect(meter.take()).toEqual(seconds(10));
  });
});

describe('the charge for a batch', () => {
  it.each([
    [1000, 1000 * 1600, 1000],
    [1, 300, 10],
    [100, 32 * 1024 * 1024, 16_384],
    [0, 0, 10],
  ])('%i lines of %i bytes: %i events', (lines, bytes, events) => {
    expect(workOf(lines, bytes)).toBe(events);
  });
});

describe('a quota', () => {
  const none = { eventsPerSecond: undefined, bytesPerDay: undefined };
  const { plans, agent } = limits.quota;

  it('is the plan’s unless the settings or the operator override it', () => {
    const unset = { organization: none, agent: none };
    expect(quotaOf(true, unset, {})).toEqual({ organization: plans.subscribed, agent });
    expect(quotaOf(false, unset, {})).toEqual({ organization: plans.trial, agent });
  });

  it('is the settings’ value, or the operator’s value for one organization', () => {
    const settings = { organization: { ...none, eventsPerSecond: 7 }, agent: { ...none, bytesPerDay: 8 } };
    const own = { events_per_second: 9, bytes_per_day: null, agent_bytes_per_day: '10' };
    expect(quotaOf(true, settings, {})).toMatchObject({
      organization: { eventsPerSecond: 7 },
      agent: { bytesPerDay: 8 },
    });
    expect(quotaOf(true, settings, own)).toEqual({
      organization: { eventsPerSecond: 9, bytesPerDay: plans.subscribed.bytesPerDay },
      agent: { eventsPerSecond: agent.eventsPerSecond, bytesPerDay: 10 },
    });
  });
});
