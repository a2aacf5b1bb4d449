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

it('a sentence names the acting user, unless the list is theirs or the event names none', () => {
  const what = 'svc.billing used sqlcmd.exe on WS-1042 against PRD-SQL01';
  expect(text(sentenceOf(incident, { kind: 'all' }))).toBe(`${what} · by m.keller`);
  expect(text(sentenceOf(incident, { kind: 'user', name: 'm.keller' }))).toBe(what);
  for (const subject_user of [null, 'ws-1042$'])
    expect(text(sentenceOf({ ...incident, subject_user }, { kind: 'all' }))).toBe(what);
  expect(text(sentenceOf({ ...incident, rule: 'failed-logons' }, { kind: 'all' }))).toBe(
    'svc.billing was refused by PRD-SQL01 · tried by m.keller',
  );
});

it('a rule that this page does not know is named and not described as another', () => {
  const unknown = { ...incident, rule: 'password-spraying' as IncidentRow['rule'] };
  expect(text(sentenceOf(unknown, { kind: 'all' }))).toBe(
    'svc.billing matched the rule password-spraying · by m.keller',
  );
  const strict = { ...incident, rule: 'ai-risk' as const };
  expect(text(sentenceOf(strict, { kind: 'account', name: 'svc.billing' }))).toBe(
    'matched the rule AI Risk · by m.keller',
  );
});

it('each rule has its sentence, without the name that the list is about', () => {
  const refused = {
    ...incident,
    rule: 'failed-logons' as const,
    failure_reason: 'wrong password',
    source_hosts: ['APP-01', 'APP-02'],
  };
  expect(text(sentenceOf(refused, { kind: 'server', name: 'PRD-SQL01' }))).toBe(
    'svc.billing was refused from APP-01 · wrong password · tried by m.keller',
  );
  expect(text(sentenceOf({ ...refused, source_hosts: [] }, { kind: 'all' }))).toBe(
    'svc.billing was refused by PRD-SQL01 · wrong password · tried by m.keller',
  );
  const signedIn = { ...incident, rule: 'interactive-logons' as const };
  expect(text(sentenceOf(signedIn, { kind: 'all' }))).toBe('svc.billing signed in at WS-1042 · by m.keller');
  expect(text(sentenceOf(signedIn, { kind: 'computer', name: 'WS-1042' }))).toBe(
    'svc.billing signed in · by m.keller',
  );
  const changed = {
    ...incident,
    rule: 'infrastructure-changes' as const,
    description: 'Password reset (by m.keller)',
  };
  expect(text(sentenceOf(changed, { kind: 'all' }))).toBe(
    'svc.billing Password reset (by m.keller) on PRD-SQL01',
  );
  expect(text(sentenceOf({ ...incident, process: null }, { kind: 'all' }))).toBe(
    'svc.billing used a database client on WS-1042 against PRD-SQL01 · by m.keller',
  );
});
