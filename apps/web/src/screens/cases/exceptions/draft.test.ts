import type { CaseFile } from '@scout/contract';
import { expect, test } from 'vitest';
import { draftOfCase, emptyDraft, localTime, namesOf } from './draft.ts';

const now = Date.parse('2026-11-22T12:00:00Z');
const finding = {
  kind: 'new-source',
  sources: ['ws-1042'],
  destinations: ['prd-sql01'],
  persons: ['m.keller'],
};
const fileOf = (findings: object[], first_seen = '2026-11-21T08:00:00.000Z') =>
  ({ account: 'svc.billing', other_accounts: [], first_seen, findings }) as unknown as CaseFile;

test('from a case names what it found, from its start on', () => {
  expect(draftOfCase(fileOf([finding, { ...finding, sources: ['ws-7', 'ws-1042'] }]), now)).toMatchObject({
    account: 'svc.billing',
    kind: 'new-source',
    sources: 'ws-1042\nws-7',
    destinations: 'prd-sql01',
    persons: 'm.keller',
    startsAt: '2026-11-21T08:00:00.000Z',
    endsAt: localTime(now + 86_400_000),
  });
});

test('leaves open what a finding does not say, differing kinds, and a start too long ago', () => {
  const other = { ...finding, kind: 'odd-hour', persons: [] };
  expect(draftOfCase(fileOf([finding, other], '2026-10-01T00:00:00.000Z'), now)).toMatchObject({
    kind: 'any',
    persons: '',
    startsAt: null,
  });
});

test('from a case about several accounts permits their common prefix', () => {
  const several = { ...fileOf([finding]), other_accounts: ['svc.backup', 'svc.etl'] };
  expect(draftOfCase(several, now).account).toBe('svc.*');
  expect(draftOfCase({ ...several, other_accounts: ['web01'] }, now).account).toBe('svc.billing');
});

test('accepts names separated by lines and commas', () => {
  expect(namesOf(' ws-1042, ws-7\n\nPRD-* ')).toEqual(['ws-1042', 'ws-7', 'PRD-*']);
  expect(namesOf(emptyDraft('svc.billing', now).sources)).toEqual([]);
});
