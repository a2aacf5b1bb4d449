import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createBrowserSetting } from './browserSetting.ts';
import { fakePage, fakeStorage, storageEvent } from './fakeStorage.ts';

let storage = fakeStorage();
let page = fakePage(storage);
beforeEach(() => {
  storage = fakeStorage();
  page = fakePage(storage);
  vi.stubGlobal('localStorage', storage);
  vi.stubGlobal('window', page);
});
afterEach(() => void vi.unstubAllGlobals());

const sized = () =>
  createBrowserSetting('size', (text) => (text === 'large' ? 'large' : 'small'), 'size-changed');

test('it is the fallback until a text is stored, and listeners are told of another', () => {
  const setting = sized();
  const listener = vi.fn();
  const stop = setting.subscribe(listener);
  expect([setting.fallback, setting.get()]).toEqual(['small', 'small']);
  setting.set('large');
  expect([setting.get(), storage.getItem('size'), listener.mock.calls.length]).toEqual(['large', 'large', 1]);
  stop();
  setting.set('small');
  expect([setting.get(), listener.mock.calls.length]).toEqual(['small', 1]);
});

test.each([
  ['another tab', () => storageEvent('size')],
  ['the announcing event', () => new Event('size-changed')],
])('listeners are told of a change by %s', (_, event) => {
  const setting = sized();
  const listener = vi.fn();
  setting.subscribe(listener);
  storage.setItem('size', 'large');
  page.dispatchEvent(event());
  expect([setting.get(), listener.mock.calls.length]).toEqual(['large', 1]);
});

test('a full storage keeps the current value', () => {
  storage.quota = 0;
  const setting = sized();
  const listener = vi.fn();
  setting.subscribe(listener);
  setting.set('large');
  expect([setting.get(), listener.mock.calls.length]).toEqual(['small', 0]);
});
