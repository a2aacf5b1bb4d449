import type { InteractiveLogonFigures } from '@scout/contract';
import type { FiguresOf } from '@scout/detection';
import { describe, expect, test } from 'vitest';
import { fakeStorage } from '../store/fakeStorage.ts';
import { clearEvents, figuresKey, writeEvents } from '../store/recentEvents.ts';
import { createFiguresSnapshot } from './figuresSnapshot.ts';

const risk = { count: 3, notice: 'No data yet' } as unknown as FiguresOf['ai-risk'];

/** A storage with events of tenant-a. */
function storageOfTenant(quota?: number) {
  const storage = fakeStorage(quota);
  writeEvents(storage, 'tenant-a', []);
  return storage;
}

describe('the figures snapshot', () => {
  test('is available at the next visit', () => {
    const storage = storageOfTenant();
    createFiguresSnapshot(storage, 'tenant-a', 'UTC').put('ai-risk', risk);
    const next = createFiguresSnapshot(storage, 'tenant-a', 'UTC');
    expect(next.get('ai-risk')).toEqual(risk);
    expect(next.get('failed-logons')).toBeNull();
  });

  test('never belongs to another tenant or time zone', () => {
    const storage = storageOfTenant();
    createFiguresSnapshot(storage, 'tenant-a', 'UTC').put('ai-risk', risk);
    expect(createFiguresSnapshot(storage, 'tenant-b', 'UTC').get('ai-risk')).toBeNull();
    expect(createFiguresSnapshot(storage, 'tenant-a', 'Europe/Zurich').get('ai-risk')).toBeNull();
  });

  test('is removed with the events, and not written after sign-out', () => {
    const storage = storageOfTenant();
    const snapshot = createFiguresSnapshot(storage, 'tenant-a', 'UTC');
    snapshot.put('ai-risk', risk);
    clearEvents(storage);
    snapshot.put('ai-risk', risk);
    expect(storage.getItem(figuresKey)).toBeNull();
  });

  test('keeps only the start of long lists', () => {
    const storage = storageOfTenant();
    const log = Array.from({ length: 500 }, (_, n) => ({ id: String(n) }));
    const figures = { totalIncidents: 500, log } as unknown as InteractiveLogonFigures;
    createFiguresSnapshot(storage, 'tenant-a', 'UTC').put('interactive-logons', figures);
    const kept = createFiguresSnapshot(storage, 'tenant-a', 'UTC').get('interactive-logons');
    expect([kept?.totalIncidents, kept?.log.length]).toEqual([500, 60]);
  });

  test.each(['{', '[]', 'null', '{"tenantId":"tenant-a","timeZone":"UTC","kept":3}'])(
    '%s is none',
    (text) => {
      const storage = storageOfTenant();
      storage.setItem(figuresKey, text);
      expect(createFiguresSnapshot(storage, 'tenant-a', 'UTC').get('ai-risk')).toBeNull();
    },
  );

  test('keeps names for searching, fewer when they are long', () => {
    const kept = (length: number) => {
      const bySubjectUser = Array.from({ length: 300 }, (_, n) => ({
        subjectUser: String(n).padStart(length, 'x'),
        count: 1,
      }));
      const figures = { bySubjectUser, byWorkstation: [], log: [] } as unknown as InteractiveLogonFigures;
      const storage = storageOfTenant();
      createFiguresSnapshot(storage, 'tenant-a', 'UTC').put('interactive-logons', figures);
      const next = createFiguresSnapshot(storage, 'tenant-a', 'UTC').get('interactive-logons');
      return next?.bySubjectUser.length;
    };
    expect([kept(8), kept(256), kept(1)]).toEqual([300, 300, 300]);
    expect(kept(900)).toBe(60);
    expect(kept(4_000)).toBeUndefined();
  });

  test('is omitted when storage is full', () => {
    const storage = storageOfTenant(150);
    createFiguresSnapshot(storage, 'tenant-a', 'UTC').put('ai-risk', risk);
    expect(storage.getItem(figuresKey)).toBeNull();
  });
});
