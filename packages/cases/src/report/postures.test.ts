import { expect, test } from 'vitest';
import { postureFinding } from './postures.ts';

const NOON = Date.UTC(2026, 10, 27, 12);

test.each([
  ['privileged', 'svc.etl became a member of a privileged group: 1 change on 27 Nov at 12:00 UTC.'],
  ['unconstrained', 'svc.etl was trusted for unconstrained delegation: 1 change on 27 Nov at 12:00 UTC.'],
  ['roastable', 'Tickets for services of svc.etl may use RC4: 1 change on 27 Nov at 12:00 UTC.'],
  [
    'without-preauthentication',
    'svc.etl no longer needs pre-authentication: 1 change on 27 Nov at 12:00 UTC.',
  ],
])('%s is a case of its own, which claims no attack', (posture, sentence) => {
  const { alert, caseKey, persons, evidence } = postureFinding(
    { account: 'svc.etl', posture, time: NOON },
    7,
  );
  expect(alert.sentence).toBe(
    `${sentence} A directory shows it since its last sync. If nobody planned it, undo it and find out who changed it.`,
  );
  expect(alert).toMatchObject({ severity: 'medium', kind: 'posture-worse', account: 'svc.etl' });
  expect([persons, evidence]).toEqual([[], []]);
  expect(JSON.parse(caseKey)).toEqual(['svc.etl', 'posture-worse', posture, 20_784]);
});
