import { expect, test } from 'vitest';
import { type PostureFacts, postureOf } from './posture.ts';

const now = Date.parse('2026-11-27T00:00:00Z');
const quiet: PostureFacts = {
  kind: 'user',
  is_enabled: true,
  password_set_at: new Date('2025-11-28T00:00:00Z'),
  spns: ['MSSQLSvc/sql1.corp.example:1433'],
  encryption_types: 0x18,
  without_preauthentication: false,
  privileged_groups: [],
  delegation: 'constrained',
};

test.each<[string, Partial<PostureFacts>, string[]]>([
  ['nothing', {}, []],
  ['a password of a year and a day', { password_set_at: new Date('2025-11-26T00:00:00Z') }, ['old-password']],
  ['the same of a managed account', { kind: 'gmsa', password_set_at: new Date('2020-01-01T00:00:00Z') }, []],
  ['no password', { password_set_at: null }, []],
  ['RC4 beside AES', { encryption_types: 0x1c }, ['roastable']],
  ['RC4 without a service', { encryption_types: 0x1c, spns: [] }, []],
  ['no types: the controllers decide', { encryption_types: null }, []],
  ['RC4 of a managed account, whose password nobody guesses', { kind: 'gmsa', encryption_types: 0x1c }, []],
  ['a privileged group', { privileged_groups: ['Domain Admins'] }, ['privileged']],
  ['delegation to anything', { delegation: 'unconstrained' }, ['unconstrained']],
  ['no pre-authentication', { without_preauthentication: true }, ['without-preauthentication']],
  [
    'all of it, but disabled',
    { is_enabled: false, privileged_groups: ['Domain Admins'], without_preauthentication: true },
    [],
  ],
])('%s', (_what, facts, expected) => {
  expect(postureOf({ ...quiet, ...facts }, now)).toEqual(expected);
});
