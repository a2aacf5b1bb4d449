import { expect, test, vi } from 'vitest';
import { createStore } from './createStore.ts';

test('listeners are called for another value, and not for the same one', () => {
  const store = createStore(1);
  const listener = vi.fn();
  const stop = store.subscribe(listener);
  store.set(1);
  expect(listener).not.toHaveBeenCalled();
  store.set(2);
  expect([store.get(), listener.mock.calls.length]).toEqual([2, 1]);
  stop();
  store.set(3);
  expect([store.get(), listener.mock.calls.length]).toEqual([3, 1]);
});

test('it starts with the first listener, stops with the last, and can start again', () => {
  const log: string[] = [];
  const store = createStore(0, () => {
    log.push('start');
    return () => log.push('stop');
  });
  const [first, second] = [store.subscribe(() => {}), store.subscribe(() => {})];
  first();
  first();
  expect(log).toEqual(['start']);
  second();
  expect(log).toEqual(['start', 'stop']);
  store.subscribe(() => {})();
  expect(log).toEqual(['start', 'stop', 'start', 'stop']);
});

test('a value set while starting is there for the first listener, who is not called for it', () => {
  const store = createStore('old', () => {
    store.set('new');
    return () => {};
  });
  const listener = vi.fn();
  store.subscribe(listener);
  expect([store.get(), listener.mock.calls.length]).toEqual(['new', 0]);
});
