import { describe, expect, test } from 'vitest';
import { fakeStorage } from '../store/fakeStorage.ts';
import { noteDownload } from './download.ts';
import { createTabs } from './tabs.ts';

const at = Date.UTC(2026, 10, 21);

/** A browser whose tabs share local storage; each tab has a session storage, which a reload keeps. */
function browser() {
  const localStorage = fakeStorage();
  let ids = 0;
  const load = (sessionStorage = fakeStorage()) => {
    ids += 1;
    const id = `tab-${ids}`;
    const tabs = createTabs({ localStorage, sessionStorage }, id);
    return { tabs, reload: () => load(sessionStorage) };
  };
  return { localStorage, openTab: () => load() };
}

describe('the last tab', () => {
  test('is the one after which none is open', () => {
    const { openTab } = browser();
    const [first, second] = [openTab(), openTab()];
    first.tabs.open(at);
    second.tabs.open(at);
    expect(first.tabs.count()).toBe(2);
    expect(first.tabs.close(at, true)).toBe(false);
    expect(second.tabs.close(at, true)).toBe(true);
    expect(second.tabs.count()).toBe(0);
  });

  test('does not end the session while a download runs', () => {
    const { localStorage, openTab } = browser();
    const tab = openTab();
    tab.tabs.open(at);
    noteDownload(localStorage, at);
    expect(tab.tabs.close(at + 4_999, true)).toBe(false);
    expect(openTab().tabs.open(at + 60_000)).toBe('first');
  });

  test('ends it once the download is over', () => {
    const { localStorage, openTab } = browser();
    const tab = openTab();
    tab.tabs.open(at);
    noteDownload(localStorage, at);
    expect(tab.tabs.close(at + 5_000, true)).toBe(true);
  });
});

describe('a tab that opens', () => {
  test.each([
    [800, 'back'],
    [801, 'late'],
  ])('%i ms after the last one closed: %s', (later, answer) => {
    const { openTab } = browser();
    const last = openTab();
    last.tabs.open(at);
    last.tabs.close(at, true);
    expect(openTab().tabs.open(at + later)).toBe(answer);
    // Only once.
    expect(openTab().tabs.open(at + later + 5_000)).toBe('first');
  });

  test('is the same one after a reload, however slow', () => {
    const tab = browser().openTab();
    tab.tabs.open(at);
    tab.tabs.close(at, true);
    const again = tab.reload();
    expect(again.tabs.open(at + 20_000)).toBe('back');
    expect(again.tabs.count()).toBe(1);
  });

  test('in a new browser has no closed predecessor', () => {
    expect(browser().openTab().tabs.open(at)).toBe('first');
  });

  test('after one without a session has nothing to end', () => {
    const { openTab } = browser();
    const last = openTab();
    last.tabs.open(at);
    expect(last.tabs.close(at, false)).toBe(false);
    expect(openTab().tabs.open(at + 60_000)).toBe('first');
  });
});

test('a tab wrongly taken for closed registers again', () => {
  const { openTab } = browser();
  const [first, mistaken] = [openTab(), openTab()];
  for (const { tabs } of [first, mistaken]) tabs.open(at);
  mistaken.tabs.rollCall();
  expect(mistaken.tabs.close(at, true)).toBe(true);
  first.tabs.answer();
  expect(first.tabs.count()).toBe(1);
  expect(openTab().tabs.open(at + 60_000)).toBe('first');
});

test('a roll call drops a crashed tab, an open tab answers', () => {
  const { openTab } = browser();
  const [first, crashed, last] = [openTab(), openTab(), openTab()];
  for (const { tabs } of [first, crashed, last]) tabs.open(at);
  last.tabs.rollCall();
  first.tabs.answer();
  expect(last.tabs.count()).toBe(2);
  expect(first.tabs.close(at, true)).toBe(false);
  expect(last.tabs.close(at, true)).toBe(true);
});
