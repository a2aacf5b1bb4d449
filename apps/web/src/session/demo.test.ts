import { describe, expect, test } from 'vitest';
import {
  completeTour,
  demoModeUpdated,
  demoSeed,
  enableDemoMode,
  endDemoMode,
  inDemoMode,
  isTourCompleted,
} from '../demo/demoMode.ts';
import { isOverlayWanted, overlayAnswered, showsOverlay, wantOverlay } from './overlay.ts';
import { rememberedSubscription, rememberSubscription } from './subscription.ts';

/** The part of a window that is used here. */
function fakePage() {
  const values = new Map<string, string>();
  const events: string[] = [];
  const localStorage = {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
  };
  const page = {
    localStorage,
    dispatchEvent: (event: Event) => events.push(event.type) > 0,
  } as unknown as Window;
  return { page, storage: localStorage, events };
}

describe('demo mode', () => {
  test('is a local flag, and every change is announced', () => {
    const { page, storage, events } = fakePage();
    expect(inDemoMode(page)).toBe(false);
    enableDemoMode(page);
    expect(inDemoMode(page)).toBe(true);
    expect(storage.getItem('demo_mode')).not.toBeNull();
    endDemoMode(page);
    expect(inDemoMode(page)).toBe(false);
    expect(events).toEqual([demoModeUpdated, demoModeUpdated]);
  });

  test('becoming subscribed clears it, becoming unsubscribed does not', () => {
    const { page } = fakePage();
    enableDemoMode(page);
    rememberSubscription(page, false);
    expect(inDemoMode(page)).toBe(true);
    rememberSubscription(page, true);
    expect(inDemoMode(page)).toBe(false);
  });

  test('keeps one seed, and accepts one set by hand', () => {
    const { storage } = fakePage();
    expect(demoSeed(storage, () => 41)).toBe(41);
    expect(demoSeed(storage, () => 42)).toBe(41);
    storage.setItem('scout_demo_seed', '7');
    expect(demoSeed(storage, () => 42)).toBe(7);
    for (const nonsense of ['', '-1', '7.5', 'x', '9999999999999']) {
      storage.setItem('scout_demo_seed', nonsense);
      expect(demoSeed(storage, () => 42)).toBe(42);
    }
  });
});

test('the subscription is stored as specified, with its time', () => {
  const { page, storage } = fakePage();
  expect(rememberedSubscription(storage)).toBeNull();
  const before = Date.now();
  rememberSubscription(page, false);
  expect(rememberedSubscription(storage)).toBe(false);
  const kept = JSON.parse(storage.getItem('scout_subscription')!) as { value: string; at: number };
  expect(kept.value).toBe('not_subscribed');
  expect(kept.at).toBeGreaterThanOrEqual(before);
  rememberSubscription(page, true);
  expect(rememberedSubscription(storage)).toBe(true);
  expect(JSON.parse(storage.getItem('scout_subscription')!)).toMatchObject({ value: 'subscribed' });
  for (const broken of ['', '{', 'null', '[]', '{"value":"yes"}']) {
    storage.setItem('scout_subscription', broken);
    expect(rememberedSubscription(storage)).toBeNull();
  }
});

describe('the subscription overlay', () => {
  const situation = { isSubscribed: false, inDemoMode: false, company: 'Northwind Bank', wanted: true };

  test('shows when all four conditions hold', () => {
    expect(showsOverlay(situation)).toBe(true);
  });

  test.each([
    ['subscribed', { isSubscribed: true }],
    ['not known whether subscribed', { isSubscribed: null }],
    ['in demo mode', { inDemoMode: true }],
    ['company unknown', { company: null }],
    ['company without a name', { company: '  ' }],
    ['answered before', { wanted: false }],
  ])('not when %s', (_, difference) => {
    expect(showsOverlay({ ...situation, ...difference })).toBe(false);
  });

  test('is requested once', () => {
    const { storage } = fakePage();
    expect(isOverlayWanted(storage)).toBe(false);
    wantOverlay(storage);
    expect(isOverlayWanted(storage)).toBe(true);
    overlayAnswered(storage);
    expect(isOverlayWanted(storage)).toBe(false);
  });
});

test('the tour remembers that it was completed', () => {
  const { storage } = fakePage();
  expect(isTourCompleted(storage)).toBe(false);
  completeTour(storage);
  expect(isTourCompleted(storage)).toBe(true);
});
