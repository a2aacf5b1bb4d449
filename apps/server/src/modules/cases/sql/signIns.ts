import { type CaseSignIn, limits } from '@scout/contract';
import { cappedName, keyOf, shownHost, stripAccount, textOf } from '@scout/detection';
import { EVENTS } from '@scout/detection/catalogue/events';
import { sql } from 'kysely';
import type { Transaction } from '../../../platform/database/pool.ts';
import { eventId } from '../../events/index.ts';
import { storedEvents } from '../../ingest/index.ts';
import type { CaseScope } from './caseScope.ts';

const { findings, hoursBefore, hoursAfter, searched, listed } = limits.cases.signIns;
const HOUR = 3_600_000;
/**
 * True, in SQL, of a sign-in at a machine: console, unlock, remote desktop, and the same with cached credentials. The index tenant_events_sign_ins
 * has this condition.
 */
const isAtMachine = sql`event_id = ${sql.lit(EVENTS.logon.id)} AND logon_type IN ('2', '7', '10', '11', '12', '13')`;
const BY_REMOTE_DESKTOP = ['10', '12'];
/** Windows records a sign-in of an administrator twice, for each of its tokens. */
const TWICE_MS = 1000;
/** Rows compared per window. */
const COMPARED = 500;

/** A period, in epoch milliseconds. */
interface Window {
  readonly from: number;
  readonly to: number;
}

interface Stored {
  readonly occurred_at: Date;
  readonly batch_id: string;
  readonly batch_index: number;
  readonly person: string | null;
  readonly computer: string | null;
  readonly workstation: string | null;
  readonly source_host: string | null;
  readonly logon_type: string;
}

/**
 * Sign-ins of a case's people at its sources; see the contract, calls/cases/activity.ts. People's sessions are not stored for
 * reading, so these are the events themselves: hours before a finding, as far as a session is assumed to last.
 */
export async function readSignIns(
  tx: Transaction,
  number: number,
  { tenantId, own: { persons, sources } }: CaseScope,
): Promise<{ sign_ins: CaseSignIn[]; total: number; complete: boolean }> {
  if (persons.length === 0 || sources.length === 0) return { sign_ins: [], total: 0, complete: true };
  const found: CaseSignIn[] = [];
  let complete = true;
  for (const window of await windowsOf(tx, tenantId, number)) {
    const begin = await searchedFrom(tx, tenantId, window);
    const rows = await signInsWithin(tx, tenantId, persons, { ...window, from: begin ?? window.from });
    complete &&= begin === null && rows.length < COMPARED;
    for (const row of rows) {
      const signIn = signInOf(row);
      const { person, host } = signIn;
      if (persons.includes(keyOf(person)) && sources.includes(keyOf(host)) && !isRepeated(found, signIn))
        found.push(signIn);
    }
  }
  return { sign_ins: found.slice(0, listed), total: found.length, complete };
}

/** The hours around the newest findings, newest first; overlapping ones are one. */
async function windowsOf(tx: Transaction, tenantId: string, number: number): Promise<Window[]> {
  const { rows } = await sql<{ occurred_at: Date }>`
    SELECT f.occurred_at FROM scout.findings f JOIN scout.cases c ON c.tenant_id = f.tenant_id AND c.case_id = f.case_id
    WHERE f.tenant_id = ${tenantId} AND c.number = ${number}
    ORDER BY f.occurred_at DESC LIMIT ${sql.lit(findings)}`.execute(tx);
  const windows: { from: number; to: number }[] = [];
  for (const { occurred_at } of rows) {
    const time = occurred_at.getTime();
    const [from, to] = [time - hoursBefore * HOUR, time + hoursAfter * HOUR];
    const later = windows.at(-1);
    if (later !== undefined && to >= later.from) later.from = from;
    else windows.push({ from, to });
  }
  return windows;
}

const rangeOf = (tenantId: string, { from, to }: Window) => ({
  tenantId,
  from: new Date(from).toISOString(),
  to: new Date(to).toISOString(),
});

/** Time after which a window's newest sign-ins, and all packed events, may be searched; null: all of them. */
async function searchedFrom(tx: Transaction, tenantId: string, { from, to }: Window): Promise<number | null> {
  const events = storedEvents({
    columns: ['occurred_at'],
    range: rangeOf(tenantId, { from, to }),
    whereLive: isAtMachine,
  });
  const { rows } = await sql<{ occurred_at: Date }>`
    SELECT occurred_at FROM ${events} AS stored ORDER BY occurred_at DESC OFFSET ${sql.lit(searched)} LIMIT 1`.execute(
    tx,
  );
  return rows[0]?.occurred_at.getTime() ?? null;
}

const COLUMNS = [
  'occurred_at',
  'batch_id',
  'batch_index',
  'event_id',
  'target_user_name',
  'system_context_computer_name',
  'source_info_workstation_name',
  'source_host',
  'logon_type',
] as const;

async function signInsWithin(
  tx: Transaction,
  tenantId: string,
  persons: readonly string[],
  window: Window,
): Promise<Stored[]> {
  // Prefilter for the comparison of keys; also matches other spellings of a name.
  const like = persons.map((person) => `%${person.replaceAll(/[\\%_]/g, '\\$&')}%`);
  const { rows } = await sql<Stored>`
    SELECT occurred_at, batch_id, batch_index, target_user_name AS person, system_context_computer_name AS computer,
      source_info_workstation_name AS workstation, source_host, logon_type
    FROM ${storedEvents({ columns: COLUMNS, range: rangeOf(tenantId, window) })} AS stored
    WHERE ${isAtMachine} AND target_user_name ILIKE ANY (${like}::text[])
    ORDER BY occurred_at DESC, batch_id DESC, batch_index DESC LIMIT ${sql.lit(COMPARED)}`.execute(tx);
  return rows;
}

function signInOf(row: Stored): CaseSignIn {
  const host = shownHost(textOf(row.computer) ?? '');
  const places = BY_REMOTE_DESKTOP.includes(row.logon_type) ? [row.workstation, row.source_host] : [];
  const from = places.flatMap((place) => {
    const name = shownHost((textOf(place) ?? '').split(',')[0]!);
    return name === '' || keyOf(name) === keyOf(host) ? [] : [cappedName(name)];
  });
  return {
    id: eventId({ batchId: row.batch_id, batchIndex: row.batch_index }),
    time: row.occurred_at.toISOString(),
    person: cappedName(stripAccount(textOf(row.person) ?? '')),
    host: cappedName(host),
    logon_type: row.logon_type,
    from: from[0] ?? null,
  };
}

function isRepeated(found: readonly CaseSignIn[], { person, host, logon_type, time }: CaseSignIn): boolean {
  return found.some(
    (other) =>
      keyOf(other.person) === keyOf(person) &&
      keyOf(other.host) === keyOf(host) &&
      other.logon_type === logon_type &&
      Math.abs(Date.parse(other.time) - Date.parse(time)) <= TWICE_MS,
  );
}
