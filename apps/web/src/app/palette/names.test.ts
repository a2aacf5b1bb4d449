import { expect, test } from 'vitest';
import { namesAmong } from './names.ts';

const figures: Record<string, unknown> = {
  'service-account-activity': {
    byServiceAccount: [{ serviceAccount: 'svc.billing', count: 3 }],
    byWorkstation: [{ workstation: 'WS-1042', count: 3 }],
    bySubjectUser: [
      { subjectUser: 'm.keller', count: 2 },
      { subjectUser: 'WS-1042', count: 1 },
    ],
  },
  'failed-logons': {
    byServiceAccount: [
      { serviceAccount: 'SVC.billing', count: 40 },
      { serviceAccount: 'service.etl', count: 5 },
    ],
    byServer: [{ server: 'PRD-SQL01', count: 45 }],
  },
};

test('names each account, host and acting user once, the most frequent first, and leads to its incidents', () => {
  const names = namesAmong({ get: ((rule: string) => figures[rule] ?? null) as never });
  expect(names.map(({ kind, name, path }) => [kind, name, path])).toEqual([
    ['server', 'PRD-SQL01', '/dashboard/failed-logons?incidents=server%3APRD-SQL01'],
    ['account', 'SVC.billing', '/dashboard/failed-logons?incidents=account%3ASVC.billing'],
    ['account', 'service.etl', '/dashboard/failed-logons?incidents=account%3Aservice.etl'],
    ['computer', 'WS-1042', '/dashboard/service-accounts?incidents=computer%3AWS-1042'],
    ['user', 'm.keller', '/dashboard/service-accounts?incidents=user%3Am.keller'],
    ['user', 'WS-1042', '/dashboard/service-accounts?incidents=user%3AWS-1042'],
  ]);
});

test('without figures there are none', () => {
  expect(namesAmong({ get: () => null })).toEqual([]);
});
