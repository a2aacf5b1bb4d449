import { expect, test } from 'vitest';
import {
  companyKlass,
  fanKlass,
  hourKlass,
  kindKlass,
  machineKlass,
  minuteKlass,
  parentKlass,
  plainKlass,
  programKlass,
  silenceKlass,
  successKlass,
  useKlass,
} from './classes.ts';
import { FEATURES, featureOf } from './features.ts';
import { FITTED } from './fittedWeights.ts';

const at = (role: 'workstation' | 'app', who: 'unseen' | 'operator' = 'unseen') => ({
  role,
  isOwn: false,
  who,
});

test.each([
  ['source', machineKlass('workstation', 'nobody'), 'source: workstation'],
  ['source', machineKlass('workstation', 'nobody', { isRefused: true }), 'source: refused'],
  ['source', machineKlass('jump', 'peer'), 'source: jump host'],
  ['source', machineKlass('app', 'foreign'), 'source: unrelated'],
  ['source', machineKlass('app', 'peer'), 'source: related'],
  ['destination', machineKlass('workstation', 'young'), 'destination: workstation'],
  ['destination', machineKlass('database', 'foreign'), 'destination: unrelated database'],
  ['destination', machineKlass('database', 'peer'), 'destination: related database'],
  ['destination', machineKlass('database', 'family'), 'destination: used by many'],
  [
    'destination',
    machineKlass('database', 'peer', { isCrossing: true }),
    'destination: from test to production',
  ],
  ['destination', machineKlass('controller', 'nobody'), 'destination: domain controller'],
  ['destination', fanKlass(8), 'destination: many at once'],
  ['use', useKlass('command', 'person', 'workstation'), 'use: person'],
  ['use', useKlass('change:4724', 'operator', 'unknown'), 'use: change by an administrator'],
  ['use', useKlass('change:4697', 'person', 'unknown', { isRemote: true }), 'use: remote command'],
  ['kind', kindKlass('change:1102'), 'kind: log cleared'],
  ['kind', kindKlass('logon:2', at('workstation')), 'sign-in: at a workstation'],
  ['kind', kindKlass('logon:10', at('app', 'operator')), 'sign-in: by an administrator'],
  ['kind', kindKlass('logon:3'), 'kind: network logon'],
  ['kind', kindKlass('logon:4'), 'kind: batch or service logon'],
  ['program', programKlass('shell of a server'), 'program: shell of a server'],
  ['company', companyKlass('batch', 25, true), 'company: missing'],
  ['minute', minuteKlass(37, [[3, 6]], 25), 'minute'],
  ['parent', parentKlass('taskeng.exe', 25), 'parent'],
  ['hour', hourKlass(3, true), 'hour: odd, with company'],
  ['silence', silenceKlass(8), 'silence'],
  ['success', successKlass(3, true), 'success'],
  ['path', plainKlass('path'), 'path'],
  ['use', plainKlass('outside-contract'), null],
])('%s %j is an instance of %s', (facet, klass, feature) => {
  expect(featureOf({ facet, klass })).toBe(feature);
});

test('every feature has a weight, and none speaks for work', () => {
  expect(Object.keys(FITTED)).toEqual([...FEATURES]);
  for (const weight of Object.values(FITTED)) expect(weight).toBeGreaterThan(0);
});
