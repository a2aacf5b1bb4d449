// @vitest-environment happy-dom
import { act, type ReactElement } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createBrowserSetting, useBrowserSetting } from './browserSetting.ts';
import { createStore } from './createStore.ts';
import { useStore } from './useStore.ts';

declare global {
  var IS_REACT_ACT_ENVIRONMENT: boolean;
}
globalThis.IS_REACT_ACT_ENVIRONMENT = true;

let root: Root;
let place: HTMLElement;
beforeEach(() => {
  place = document.body.appendChild(document.createElement('div'));
  root = createRoot(place);
});
afterEach(() => {
  act(() => root.unmount());
  place.remove();
  localStorage.clear();
});

const show = (element: ReactElement) => act(() => root.render(element));

test('a component follows what it selects, and does not render for anything else', () => {
  const store = createStore({ name: 'billing', count: 1 });
  let renders = 0;
  function Name() {
    renders += 1;
    return useStore(store, ({ name }) => name);
  }
  show(<Name />);
  expect(place.textContent).toBe('billing');
  act(() => store.set({ name: 'billing', count: 2 }));
  expect(renders).toBe(1);
  act(() => store.set({ name: 'etl', count: 2 }));
  expect([place.textContent, renders]).toEqual(['etl', 2]);
});

test('a store runs while a component is mounted, and is read with what its start has set', () => {
  let running = false;
  const store = createStore('stopped', () => {
    running = true;
    store.set('started');
    return () => {
      running = false;
    };
  });
  const Value = () => useStore(store);
  show(<Value />);
  expect([place.textContent, running]).toEqual(['started', true]);
  show(<p />);
  expect(running).toBe(false);
});

test('two components share a setting, also one that was stored before', () => {
  localStorage.setItem('size', 'large');
  const setting = createBrowserSetting('size', (text) => text ?? 'small');
  const Size = () => <p>{useBrowserSetting(setting)}</p>;
  show(
    <>
      <Size />
      <Size />
    </>,
  );
  expect(place.textContent).toBe('largelarge');
  act(() => setting.set('tiny'));
  expect(place.textContent).toBe('tinytiny');
});
