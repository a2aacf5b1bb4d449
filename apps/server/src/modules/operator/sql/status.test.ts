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
  backup: { last: { made_at: '2026-11-21T08:00:00.000Z' }, due_days: 2 },
  organizations: [organization, organization],
};

const now = Date.parse('2026-11-23T08:00:00.000Z');

test('an installation that is well has no troubles', () => expect(troublesOf(well, now)).toEqual([]));

test('each trouble is listed with the number of its subjects, the most urgent first', () => {
  const troubles = troublesOf(
    {
      storage: { low: true },
      mail: { waiting: 3, oldest_seconds: 901, lost: 2 },
      channels: { failed: 4 },
      backup: { last: { made_at: '2026-11-21T07:59:59.999Z' }, due_days: 2 },
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
    },
    now,
  );
  expect(troubles.map(({ trouble, count }) => [trouble, count])).toEqual([
    ['disk_low', null],
    ['mail_stuck', 3],
    ['mail_lost', 2],
    ['channels_failed', 4],
    ['agents_silent', 6],
    ['agents_conflict', 1],
    ['agents_lagging', 6],
    ['agents_wait_for_quota', 1],
    ['cases_behind', 1],
    ['backup_due', null],
  ]);
  expect(troubles.map(({ trouble }) => trouble)).toEqual([...operatorTroubles]);
});

test('a backup is due where there is none, and never where no time is set', () => {
  const troublesAt = (due_days: number | null) =>
    troublesOf({ ...well, backup: { last: null, due_days } }, now).map(({ trouble }) => trouble);
  expect(troublesAt(7)).toEqual(['backup_due']);
  expect(troublesAt(null)).toEqual([]);
});
