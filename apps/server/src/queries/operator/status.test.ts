import { agentStates, operatorTroubles } from '@scout/contract';
import { expect, test } from 'vitest';
import { troublesOf } from './status.ts';

const none = Object.fromEntries(agentStates.map((state) => [state, 0])) as Record<
  (typeof agentStates)[number],
  number
>;
const organization = {
  agents: { ...none, healthy: 9 },
  lagging: 0,
  quota_wait_seconds: 0,
  cases_behind_seconds: 59,
};
const well = {
  storage: { low: false },
  mail: { waiting: 3, oldest_seconds: 20, lost: 0 },
  channels: { failed: 0 },
  organizations: [organization, organization],
};

test('an installation that is well has no troubles', () => expect(troublesOf(well)).toEqual([]));

test('each trouble is told with how many it is about, the most pressing first', () => {
  const told = troublesOf({
    storage: { low: true },
    mail: { waiting: 3, oldest_seconds: 901, lost: 2 },
    channels: { failed: 4 },
    organizations: [
      organization,
      {
        agents: { ...none, silent: 5, conflict: 1 },
        lagging: 6,
        quota_wait_seconds: 7,
        cases_behind_seconds: 3601,
      },
      { ...organization, agents: { ...none, silent: 1 } },
    ],
  });
  expect(told.map(({ trouble, count }) => [trouble, count])).toEqual([
    ['disk_low', null],
    ['mail_stuck', 3],
    ['mail_lost', 2],
    ['channels_failed', 4],
    ['agents_silent', 6],
    ['agents_conflict', 1],
    ['agents_lagging', 6],
    ['agents_wait_for_quota', 1],
    ['cases_behind', 1],
  ]);
  expect(told.map(({ trouble }) => trouble)).toEqual([...operatorTroubles]);
});
