import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { INCIDENT_LOG_LIMIT, LIST_LIMIT, WINDOW_HOURS } from '@scout/detection';
import { expect, it } from 'vitest';
import { limits } from './limits.ts';

const root = join(import.meta.dirname, '../../..');
const code = globSync(['packages/*/src/**/*.{ts,tsx}', 'apps/*/{src,packaging}/**/*.{ts,tsx}'], { cwd: root })
  .filter((path) => !/\.test\.tsx?$|limits\.ts$/.test(path))
  .map((path) => readFileSync(join(root, path), 'utf8'))
  .join('\n');

const pathsOf = (value: object, path: string[] = []): string[][] =>
  Object.entries(value).flatMap(([name, below]) =>
    typeof below === 'object' && below !== null ? pathsOf(below, [...path, name]) : [[...path, name]],
  );

it('every limit is used by code', () => {
  const unread = pathsOf(limits).filter((path) => !new RegExp(`\\b${path.at(-1)}\\b`).test(code));
  expect(unread.map((path) => path.join('.'))).toEqual([]);
});

it('caps that detection has too are the same number', () => {
  expect(limits.figures.incidentLogRows).toBe(INCIDENT_LOG_LIMIT);
  expect(limits.figures.listRows).toBe(LIST_LIMIT);
  expect(limits.dashboard.windowHours).toBe(WINDOW_HOURS);
  expect(limits.events.defaultWindowHours).toBe(WINDOW_HOURS);
});
