import type { IncidentRow } from '@scout/contract';
import { expect, it } from 'vitest';
import { type Piece, sentenceOf } from './words.ts';

const incident: IncidentRow = {
  id: '019aa0f0-1111-7222-8333-0123456789ab-000012',
  rule: 'service-account-activity',
  time: '2026-11-21T10:00:00.000Z',
  service_account: 'svc.billing',
  computer: 'WS-1042',
  server: 'PRD-SQL01',
  subject_user: 'm.keller',
  process: 'sqlcmd.exe',
  failure_reason: null,
  source_hosts: [],
};

const text = (pieces: Piece[]) =>
  pieces.map((piece) => (typeof piece === 'string' ? piece : piece.name)).join(' ');

it('a sentence says who acted, unless the list is that person’s or the event names nobody', () => {
  const what = 'svc.billing used sqlcmd.exe on WS-1042 against PRD-SQL01';
  expect(text(sentenceOf(incident, { kind: 'all' }))).toBe(`${what} · by m.keller`);
  expect(text(sentenceOf(incident, { kind: 'user', name: 'm.keller' }))).toBe(what);
  for (const subject_user of [null, 'ws-1042$'])
    expect(text(sentenceOf({ ...incident, subject_user }, { kind: 'all' }))).toBe(what);
  expect(text(sentenceOf({ ...incident, rule: 'failed-logons' }, { kind: 'all' }))).toBe(
    'svc.billing was refused by PRD-SQL01 · tried by m.keller',
  );
});
