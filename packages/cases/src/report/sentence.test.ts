import { expect, test } from 'vitest';
import type { DayCell } from '../state.ts';
import { leadOf } from './sentence.ts';

const cell = (kind: string): DayCell => ({ kind, destination: 'prd-app01' }) as DayCell;

test('a task that was changed is not said to have been created', () => {
  expect(leadOf('svc.etl', cell('change:4698'), 'j.weber')).toBe(
    'j.weber created or changed a task that runs as svc.etl on PRD-APP01',
  );
  expect(leadOf('svc.etl', cell('change:4698'), null)).toBe(
    'svc.etl: a task was created or changed that runs as it on PRD-APP01',
  );
});
