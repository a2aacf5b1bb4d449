import type { Agent, AgentState } from '@scout/contract';
import { expect, test } from 'vitest';
import { countStates, selectAgents, travelled } from './fleet.ts';

const agent = (host: string, state: AgentState, platform = 'linux 6.12 x64') =>
  ({ host, state, platform, version: '0.1.0', group: null }) as Agent;

const agents = [
  agent('WS-1042', 'healthy', 'win32 10.0 x64'),
  agent('PRD-SQL01', 'revoked'),
  agent('PROD-LEDGER-02', 'attention'),
  agent('FIN-LAPTOP3', 'silent'),
  agent('APP-BATCH07', 'healthy'),
];
const hosts = (...args: Parameters<typeof selectAgents>) => selectAgents(...args).map(({ host }) => host);

test('agents that need attention come first, revoked ones are hidden', () => {
  expect(hosts(agents, 'all', '')).toEqual(['FIN-LAPTOP3', 'PROD-LEDGER-02', 'APP-BATCH07', 'WS-1042']);
  expect(hosts(agents, 'revoked', '')).toEqual(['PRD-SQL01']);
});

test('a text filters by host, platform, version, group or tag, case-insensitively', () => {
  const grouped = {
    ...agent('APP-01', 'healthy'),
    group: { name: 'Databases', tags: ['Frankfurt'] },
  } as Agent;
  expect(hosts([...agents, grouped], 'all', 'database')).toEqual(['APP-01']);
  expect(hosts([...agents, grouped], 'all', 'frankfurt')).toEqual(['APP-01']);
  expect(hosts(agents, 'all', ' ledger ')).toEqual(['PROD-LEDGER-02']);
  expect(hosts(agents, 'healthy', 'WIN32')).toEqual(['WS-1042']);
  expect(hosts(agents, 'all', 'nothing')).toEqual([]);
});

test.each([
  [
    { events_read: 9, events_sent: 7, events_accepted: 6, events_rejected: 1 },
    { read: 9, sent: 7 },
  ],
  [
    { events_read: 2_489, events_sent: 2_489, events_accepted: 2_490, events_rejected: 0 },
    { read: 2_490, sent: 2_490 },
  ],
  [
    { events_read: null, events_sent: null, events_accepted: 3, events_rejected: 0 },
    { read: null, sent: null },
  ],
])('%j is described as %j', (counts, expected) => {
  expect(travelled(counts)).toEqual(expected);
});

test('every state is counted', () => {
  expect(countStates(agents)).toEqual({
    awaiting_approval: 0,
    conflict: 0,
    silent: 1,
    attention: 1,
    partial: 0,
    healthy: 2,
    released: 0,
    revoked: 1,
  });
});
