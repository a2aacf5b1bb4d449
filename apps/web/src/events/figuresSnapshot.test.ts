import type { AiRiskFigures, InteractiveLogonFigures } from '@scout/contract';
import { describe, expect, test } from 'vitest';
import { createFiguresSnapshot } from './figuresSnapshot.ts';
import { clearEvents, figuresKey, writeEvents } from './storage.ts';
import { fakeStorage } from './testStorage.ts';

const risk = { count: 3, notice: 'No data yet' } as unknown as AiRiskFigures;

/** A storage that holds events of tenant-a. */
function storageOfTenant(quota?: number) {
  const storage = fakeStorage(quota);
  writeEvents(storage, 'tenant-a', []);
  return storage;
}

describe('the figures that were shown last', () => {
  test('are there at the next visit', () => {
    const storage = storageOfTenant();
    createFiguresSnapshot(storage, 'tenant-a', 'UTC').put('ai-risk', risk);
    const next = createFiguresSnapshot(storage, 'tenant-a', 'UTC');
    expect(next.get('ai-risk')).toEqual(risk);
    expect(next.get('failed-logons')).toBeNull();
  });

  test("are never another tenant's, nor of another time zone", () => {
    const storage = storageOfTenant();
    createFiguresSnapshot(storage, 'tenant-a', 'UTC').put('ai-risk', risk);
    expect(createFiguresSnapshot(storage, 'tenant-b', 'UTC').get('ai-risk')).toBeNull();
    expect(createFiguresSnapshot(storage, 'tenant-a', 'Europe/Zurich').get('ai-risk')).toBeNull();
  });

  test('go with the events, and do not come back after signing out', () => {
    const storage = storageOfTenant();
    const snapshot = createFiguresSnapshot(storage, 'tenant-a', 'UTC');
    snapshot.put('ai-risk', risk);
    clearEvents(storage);
    snapshot.put('ai-risk', risk);
    expect(storage.getItem(figuresKey)).toBeNull();
  });

  test('of long lists only the beginning is kept', () => {
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

  test('keep names by which they are searched, fewer when these are long', () => {
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

  test('are left out when there is no room', () => {
    const storage = storageOfTenant(150);
    createFiguresSnapshot(storage, 'tenant-a', 'UTC').put('ai-risk', risk);
    expect(storage.getItem(figuresKey)).toBeNull();
  });
});
