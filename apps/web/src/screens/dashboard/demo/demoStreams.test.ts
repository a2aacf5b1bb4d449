import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createStream, type StreamPage } from '../../../demo/stream.ts';
import { detectionRules, failedLogonRules, interactiveLogonRules, redrawn } from './demoStreams.ts';

const NOW = Date.parse('2026-11-21T12:00:00.000Z');
const page: StreamPage = {
  now: () => Date.now(),
  setTimeout: (callback, milliseconds) => setTimeout(callback, milliseconds),
  clearTimeout: (timer) => clearTimeout(timer as ReturnType<typeof setTimeout>),
};

beforeEach(() => void vi.useFakeTimers({ now: NOW }));
afterEach(() => void vi.useRealTimers());

describe('a stream', () => {
  const counter = () =>
    createStream({ first: () => 0, next: (n: number) => n + 1, delay: () => 1_000 }, page);

  test('changes only while it has listeners', () => {
    const stream = counter();
    vi.advanceTimersByTime(5_000);
    expect(stream.get()).toBe(0);
    const listener = vi.fn();
    const stop = stream.subscribe(listener);
    vi.advanceTimersByTime(2_500);
    expect([stream.get(), listener.mock.calls.length]).toEqual([2, 2]);
    stop();
    expect(vi.getTimerCount()).toBe(0);
    vi.advanceTimersByTime(5_000);
    expect(stream.get()).toBe(2);
  });

  test('two listeners share one timer', () => {
    const stream = counter();
    const stops = [stream.subscribe(() => {}), stream.subscribe(() => {})];
    expect(vi.getTimerCount()).toBe(1);
    vi.advanceTimersByTime(1_000);
    expect(stream.get()).toBe(1);
    stops[0]!();
    vi.advanceTimersByTime(1_000);
    expect(stream.get()).toBe(2);
    stops[1]!();
  });

  test('stops and resumes; a change restarts the delay', () => {
    const stream = counter();
    stream.subscribe(() => {});
    stream.setRunning(false);
    vi.advanceTimersByTime(5_000);
    expect(stream.get()).toBe(0);
    stream.setRunning(true);
    vi.advanceTimersByTime(900);
    stream.change(() => 10);
    expect([stream.get(), stream.at()]).toEqual([10, NOW + 5_900]);
    vi.advanceTimersByTime(999);
    expect(stream.get()).toBe(10);
    vi.advanceTimersByTime(1);
    expect([stream.get(), stream.at()]).toEqual([11, NOW + 6_900]);
  });
});

describe('demo timers', () => {
  test('detections: one more every 1 to 3 seconds, at most 200', () => {
    const stream = createStream(detectionRules(7), page);
    const times: number[] = [];
    const before = stream.get().length;
    stream.subscribe(() => times.push(Date.now()));
    vi.advanceTimersByTime(60_000);
    const gaps = times.map((time, index) => time - (times[index - 1] ?? NOW));
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(1_000);
    expect(Math.max(...gaps)).toBeLessThanOrEqual(3_000);
    expect(new Set(gaps).size).toBeGreaterThan(10);
    expect(stream.get()).toHaveLength(Math.min(200, before + times.length));
  });

  test('interactive logons: every 5 seconds', () => {
    const stream = createStream(interactiveLogonRules(7), page);
    const newest = () => stream.get().log[0]!.time;
    stream.subscribe(() => {});
    const first = newest();
    vi.advanceTimersByTime(4_999);
    expect(newest()).toBe(first);
    vi.advanceTimersByTime(1);
    expect(newest()).toBe(new Date(NOW + 5_000).toISOString());
    vi.advanceTimersByTime(5_000);
    expect(newest()).toBe(new Date(NOW + 10_000).toISOString());
  });

  test('failed logons: every second, and drawn again every 60 seconds', () => {
    const stream = createStream(failedLogonRules, page);
    stream.subscribe(() => {});
    vi.advanceTimersByTime(1_000);
    expect(stream.get()).toEqual({ now: NOW + 1_000, draw: 0, drawnAt: NOW });
    vi.advanceTimersByTime(58_999);
    expect(stream.get().draw).toBe(0);
    vi.advanceTimersByTime(1);
    expect(stream.get()).toEqual({ now: NOW + 60_000, draw: 1, drawnAt: NOW + 60_000 });
    vi.advanceTimersByTime(60_000);
    expect(stream.get().draw).toBe(2);
  });

  test('failed logons: removing a filter draws again at once', () => {
    const stream = createStream(failedLogonRules, page);
    stream.subscribe(() => {});
    vi.advanceTimersByTime(3_000);
    stream.setRunning(false);
    vi.advanceTimersByTime(120_000);
    expect(stream.get()).toEqual({ now: NOW + 3_000, draw: 0, drawnAt: NOW });
    stream.setRunning(true);
    stream.change(redrawn);
    expect(stream.get()).toEqual({ now: NOW + 123_000, draw: 1, drawnAt: NOW + 123_000 });
  });
});
