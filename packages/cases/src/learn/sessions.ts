import type { SessionFact } from '../fold/bucket.ts';
import type { Session, TenantState } from '../state.ts';

/** Duration after which a session without a sign-off is assumed to have ended: a working day. */
const HOUR = 3_600_000;
const WORKING_DAY = 10 * HOUR;
const KEPT = 36 * HOUR;
const SESSIONS_LIMIT = 24;

/** Applies a sign-in or a sign-off; facts must be in order of time. */
export function applySession(state: TenantState, fact: SessionFact): void {
  const sessions = state.sessions.get(fact.host) ?? [];
  if (fact.type === 'end') {
    for (const session of sessions) {
      const same = fact.logonId === null ? session.person === fact.account : session.logonId === fact.logonId;
      if (same && session.until > fact.time) session.until = fact.time;
    }
    return;
  }
  const until = fact.time + WORKING_DAY;
  const open = sessions.find(
    (session) =>
      session.person === fact.account &&
      session.isInferred !== true &&
      session.until >= fact.time &&
      (session.source === fact.source || fact.source === null),
  );
  if (open !== undefined && open.logonId === fact.logonId) {
    open.until = Math.max(open.until, until);
    return;
  }
  sessions.push({
    person: fact.account,
    from: fact.time,
    until,
    source: fact.source,
    logonId: fact.logonId,
    record: fact.record,
  });
  if (sessions.length > SESSIONS_LIMIT) sessions.shift();
  state.sessions.set(fact.host, sessions);
}

/** Records a person's presence at the source of a network logon for an hour: weaker than a session, which is known to be open. */
export function notePresence(
  state: TenantState,
  host: string,
  person: string,
  from: number,
  until: number,
): void {
  const sessions = state.sessions.get(host) ?? [];
  const end = until + HOUR;
  const open = sessions.find((session) => session.person === person && session.until >= from);
  if (open !== undefined) {
    if (open.isInferred) open.until = Math.max(open.until, end);
    return;
  }
  sessions.push({ person, from, until: end, source: null, logonId: null, record: '', isInferred: true });
  if (sessions.length > SESSIONS_LIMIT) sessions.shift();
  state.sessions.set(host, sessions);
}

/** Sessions of persons at a machine at a time; `isPerson` excludes service accounts. */
export function sessionsAt(
  state: TenantState,
  host: string,
  time: number,
  isPerson: (name: string) => boolean,
): Session[] {
  return (state.sessions.get(host) ?? []).filter(
    (session) => session.from <= time && session.until >= time && isPerson(session.person),
  );
}

/** Removes sessions that ended long ago. */
export function pruneSessions(state: TenantState, now: number): void {
  for (const [host, sessions] of state.sessions) {
    const kept = sessions.filter(({ until }) => until >= now - KEPT);
    if (kept.length === 0) state.sessions.delete(host);
    else if (kept.length < sessions.length) state.sessions.set(host, kept);
  }
}
