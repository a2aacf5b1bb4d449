import { type AgentReason, type AgentState, agentReasons } from '@scout/contract';
import { describe, expect, it } from 'vitest';
import { type AgentFacts, healthOf } from './health.ts';

const now = Date.parse('2026-11-21T10:00:00.000Z');
const ago = (seconds: number) => new Date(now - seconds * 1000).toISOString();
const DAY = 86_400;

/** An agent without problems. */
const well: AgentFacts = {
  agent_id: '0197a000-0000-7000-8000-000000000001',
  host: 'PRD-SQL01',
  platform: 'windows 10.0.20348 x64',
  version: '0.2.0',
  latest_version: '0.2.0',
  enrolled_at: ago(90 * DAY),
  enrolled_with: null,
  credential_issued_at: ago(DAY),
  last_seen_at: ago(20),
  last_batch_at: ago(40),
  queue_depth: 3,
  queue_grows_since: null,
  waiting_seconds: 1,
  lag_seconds: 2,
  clock_skew_seconds: -0.4,
  events_read: 100,
  events_sent: 97,
  events_accepted: 97,
  events_rejected: 0,
  last_rejected_at: null,
  events_ahead: 0,
  last_ahead_at: null,
  events_old: 0,
  last_old_at: null,
  begun_anew_at: null,
  events_repeated: 0,
  gaps: { count: 0, missing: 0, last_at: null, last_cleared_at: null, latest: [] },
  group: null,
  names: { state: 'current', wanted: 2, version: 2, since: ago(DAY), message: null },
  audit: { process_creation: 'on', command_lines: 'on', logons: 'unknown' },
  sources: [{ name: 'Security', state: 'reading', message: null }],
  awaiting_approval: false,
  conflict_at: null,
  refused_at: null,
  released_until: null,
  revoked_at: null,
};
const noGaps = well.gaps;

/** Values that trigger each reason, and values just below the threshold. */
const cases: Record<(typeof agentReasons)[number], [enough: Partial<AgentFacts>, less: Partial<AgentFacts>]> =
  {
    awaiting_approval: [{ awaiting_approval: true }, { awaiting_approval: false }],
    same_identity: [{ conflict_at: ago(3599) }, { conflict_at: ago(3601) }],
    enrolment_refused: [{ refused_at: ago(DAY - 1) }, { refused_at: ago(DAY + 1) }],
    released: [{ released_until: ago(-1) }, { released_until: ago(1) }],
    silent: [{ last_seen_at: ago(181) }, { last_seen_at: ago(179) }],
    log_cleared: [
      { gaps: { ...noGaps, count: 1, last_cleared_at: ago(7 * DAY - 1) } },
      { gaps: { ...noGaps, count: 1, last_cleared_at: ago(7 * DAY + 1) } },
    ],
    source_failed: [
      { sources: [{ name: 'Security', state: 'failed', message: 'access denied' }] },
      { sources: [{ name: 'Security', state: 'waiting', message: null }] },
    ],
    names_refused: [
      { names: { ...well.names, state: 'refused', message: 'The names are without a date.' } },
      { names: { ...well.names, state: 'pending' } },
    ],
    gaps: [
      { gaps: { ...noGaps, count: 1, last_at: ago(7 * DAY - 1) } },
      { gaps: { ...noGaps, count: 1, last_at: ago(7 * DAY + 1) } },
    ],
    audit_missing: [
      { audit: { process_creation: 'on', command_lines: 'off', logons: 'on' } },
      { audit: { process_creation: 'unknown', command_lines: 'unknown', logons: 'unknown' } },
    ],
    queue_growing: [
      { queue_grows_since: ago(600), queue_depth: 1000 },
      { queue_grows_since: ago(600), queue_depth: 999 },
    ],
    lagging: [{ waiting_seconds: 301 }, { waiting_seconds: 299, lag_seconds: 40 * DAY }],
    rejected: [{ last_rejected_at: ago(DAY - 1) }, { last_rejected_at: ago(DAY + 1), events_rejected: 9 }],
    events_ahead: [{ last_ahead_at: ago(DAY - 1) }, { last_ahead_at: ago(DAY + 1), events_ahead: 9 }],
    begun_anew: [{ begun_anew_at: ago(6 * DAY) }, { begun_anew_at: ago(8 * DAY), events_repeated: 9 }],
    events_old: [{ last_old_at: ago(DAY - 1) }, { last_old_at: ago(DAY + 1), events_old: 9 }],
    clock_skew: [{ clock_skew_seconds: -61 }, { clock_skew_seconds: 59 }],
    outdated: [{ latest_version: '0.3.0' }, { latest_version: null, version: '0.0.1' }],
    no_logons: [
      { audit: { process_creation: 'on', command_lines: 'on', logons: 'not_read' } },
      { audit: { process_creation: 'on', command_lines: 'on', logons: 'unknown' } },
    ],
    no_process_starts: [
      { audit: { process_creation: 'not_read', command_lines: 'not_read', logons: 'on' } },
      { audit: { process_creation: 'unknown', command_lines: 'unknown', logons: 'on' } },
    ],
  };

/** State caused by each reason alone; attention by default. */
const states: Partial<Record<AgentReason, AgentState>> = {
  awaiting_approval: 'awaiting_approval',
  same_identity: 'conflict',
  enrolment_refused: 'conflict',
  released: 'released',
  silent: 'silent',
  no_logons: 'partial',
  no_process_starts: 'partial',
};
/** Reasons about the agent's identity, not its collection. */
const identity = ['awaiting_approval', 'same_identity', 'enrolment_refused', 'released'] as const;

describe('healthOf', () => {
  it('reports nothing for a healthy agent', () => {
    expect(healthOf(well, now)).toEqual({ state: 'healthy', reasons: [] });
  });

  it.each(agentReasons)('%s: above the threshold, and below', (reason) => {
    const [enough, less] = cases[reason];
    expect(healthOf({ ...well, ...enough }, now)).toEqual({
      state: states[reason] ?? 'attention',
      reasons: [reason],
    });
    expect(healthOf({ ...well, ...less }, now)).toEqual({ state: 'healthy', reasons: [] });
  });

  it('calls a Mac partial, whose process starts cannot be read, and asks for nothing impossible', () => {
    const mac = { ...well, platform: 'darwin 24.1.0 arm64' };
    const audit = { process_creation: 'not_read', command_lines: 'not_read', logons: 'on' } as const;
    const partial = { state: 'partial', reasons: ['no_process_starts'] };
    expect(healthOf({ ...mac, audit }, now)).toEqual(partial);
    expect(healthOf({ ...mac, audit: { ...audit, logons: 'off' } }, now)).toEqual({
      state: 'attention',
      reasons: ['audit_missing', 'no_process_starts'],
    });
  });

  it('lists all reasons, the most urgent first', () => {
    const worst = Object.assign({}, well, ...agentReasons.map((reason) => cases[reason][0]), {
      last_seen_at: ago(1),
      audit: { process_creation: 'not_read', command_lines: 'off', logons: 'not_read' },
      gaps: { ...noGaps, count: 2, last_at: ago(1), last_cleared_at: ago(1) },
    });
    expect(healthOf(worst, now).reasons).toEqual(agentReasons.filter((reason) => reason !== 'silent'));
  });

  it('reports of a silent agent only what does not get stale', () => {
    const gone = Object.assign({}, well, ...agentReasons.map((reason) => cases[reason][0]), {
      gaps: { ...noGaps, count: 2, last_at: ago(1), last_cleared_at: ago(1) },
    });
    expect(healthOf(gone, now)).toEqual({
      state: 'awaiting_approval',
      reasons: [
        ...identity,
        'silent',
        'log_cleared',
        'gaps',
        'begun_anew',
        'rejected',
        'events_ahead',
        'events_old',
        'outdated',
      ],
    });
  });

  it('waits for the first heartbeat of a newly enrolled one', () => {
    expect(healthOf({ ...well, last_seen_at: null, enrolled_at: ago(60) }, now).state).toBe('healthy');
    expect(healthOf({ ...well, last_seen_at: null, enrolled_at: ago(200) }, now).state).toBe('silent');
  });

  it('asks nothing more of a revoked one', () => {
    expect(healthOf({ ...well, last_seen_at: ago(9999), revoked_at: ago(1) }, now)).toEqual({
      state: 'revoked',
      reasons: [],
    });
  });

  it('reports only the release for a released one', () => {
    const released = { ...well, revoked_at: ago(1), refused_at: ago(1), released_until: ago(-3600) };
    expect(healthOf(released, now)).toEqual({ state: 'released', reasons: ['released'] });
    expect(healthOf({ ...released, released_until: ago(1) }, now).state).toBe('revoked');
  });
});
