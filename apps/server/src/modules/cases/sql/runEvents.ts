import { type CaseEvent, limits } from '@scout/contract';
import {
  cappedName,
  keyOf,
  shownHost,
  shownProgram,
  stripAccount,
  stripHost,
  textOf,
} from '@scout/detection';
import { EVENTS } from '@scout/detection/catalogue/events';
import { sql } from 'kysely';
import { isDistributed } from '../../../platform/database/distribution/layout.ts';
import type { Transaction } from '../../../platform/database/pool.ts';
import { type EventPlace, eventId, placeOf } from '../../events/index.ts';
import { storedEvents } from '../../ingest/index.ts';

const { runEvents } = limits.cases;
/** Hours of activity examined per page, and events compared at a time. */
const HOURS = 24;
const COMPARED = 500;
/** Maximum reads of one hour; the rest continues on the next page. */
const ROUNDS = 4;

/** A run: its way as keys, and its ISO time range. Omitted parts are not named by any event. */
export interface RunScope {
  readonly tenantId: string;
  readonly account: string;
  readonly kind: string;
  readonly person?: string | undefined;
  readonly source?: string | undefined;
  readonly server?: string | undefined;
  readonly program?: string | undefined;
  readonly from: string;
  readonly to: string;
}

interface Stored extends EventPlace {
  readonly occurred_at: Date;
  readonly batch_id: string;
  readonly batch_index: number;
  readonly event_id: number | null;
  readonly event_type: string;
  readonly computer: string | null;
  readonly target_computer: string | null;
  readonly workstation: string | null;
  readonly source_host: string | null;
  readonly account: string | null;
  readonly subject: string | null;
  readonly program: string | null;
}

/** Position of the last returned event. */
interface Position {
  readonly time: number;
  readonly batchId: string;
  readonly batchIndex: number;
}

const FIRST_PLACE = '00000000-0000-0000-0000-000000000000';

/** Events folded into activity of a kind (packages/cases/src/fold/fold.ts). */
function eventIdsOf(kind: string): number[] {
  if (kind.startsWith('logon')) return [EVENTS.logon.id];
  if (kind.startsWith('refused'))
    return [
      EVENTS.failedLogon.id,
      EVENTS.ticketOfAccount.id,
      EVENTS.ticketOfService.id,
      EVENTS.ticketRefused.id,
      EVENTS.ntlmCheck.id,
    ];
  if (kind.startsWith('change:')) {
    const id = Number(kind.slice('change:'.length));
    return id === EVENTS.serviceInstalled.id
      ? [EVENTS.serviceInstalled.id, EVENTS.newService.id]
      : id === EVENTS.taskCreated.id
        ? [EVENTS.taskCreated.id, EVENTS.taskUpdated.id]
        : [id];
  }
  const others: Readonly<Record<string, number[]>> = {
    command: [EVENTS.processStart.id],
    process: [EVENTS.processStart.id],
    explicit: [EVENTS.explicitCredentials.id],
    'service-ticket': [EVENTS.ticketOfService.id],
    ticket: [EVENTS.ticketOfAccount.id],
    ntlm: [EVENTS.ntlmCheck.id],
  };
  return others[kind] ?? [];
}

/** A page of a run's events, newest first; see the contract, calls/cases/activity.ts. */
export async function readRunEvents(
  tx: Transaction,
  run: RunScope,
  before: string | undefined,
): Promise<{ events: CaseEvent[]; next: string | null; reached: string }> {
  let position = before === undefined ? null : positionOf(before);
  const hours = await hoursOf(tx, run, position?.time ?? null);
  const events: CaseEvent[] = [];
  for (const { first_at, last_at } of hours.slice(0, HOURS)) {
    for (let round = 0; round < ROUNDS; round += 1) {
      const rows = await eventsBetween(tx, run, first_at, last_at, position);
      for (const row of rows) {
        position = { time: row.occurred_at.getTime(), batchId: row.batch_id, batchIndex: row.batch_index };
        if (isOf(run, row)) events.push(eventOf(row));
        if (events.length === runEvents) return page(events, position);
      }
      if (rows.length < COMPARED) break;
      if (round === ROUNDS - 1) return page(events, position!);
    }
    position = { time: first_at.getTime(), batchId: FIRST_PLACE, batchIndex: 0 };
  }
  if (hours.length > HOURS) return page(events, position!);
  return { events, next: null, reached: new Date(run.from).toISOString() };
}

function page(events: CaseEvent[], { time, batchId, batchIndex }: Position) {
  return {
    events,
    next: `${time}_${eventId({ batchId, batchIndex })}`,
    reached: new Date(time).toISOString(),
  };
}

function positionOf(text: string): Position {
  const [time, id] = text.split('_') as [string, string];
  return { time: Number(time), ...placeOf(id) };
}

/** Hours with events of the run, newest first, one more than a page examines. */
async function hoursOf(tx: Transaction, run: RunScope, before: number | null) {
  const { tenantId, account, kind, person, source, server, program, from, to } = run;
  const { rows } = await sql<{ first_at: Date; last_at: Date }>`
    SELECT first_at, last_at FROM scout.account_activity
    WHERE tenant_id = ${tenantId} AND account_key = ${account} AND kind = ${kind} AND actor = ${person ?? ''}
      AND source = ${source ?? ''} AND destination = ${server ?? ''} AND program = ${program ?? ''}
      AND hour >= date_trunc('hour', ${from}::timestamptz) AND hour <= ${to}::timestamptz
      AND first_at <= ${to}::timestamptz AND last_at >= ${from}::timestamptz
      ${before === null ? sql`` : sql`AND first_at <= ${new Date(before)}`}
    ORDER BY hour DESC LIMIT ${sql.lit(HOURS + 1)}`.execute(tx);
  return rows;
}

/** Columns that every member may read, an owner of accounts too. */
const COLUMNS = [
  'occurred_at',
  'batch_id',
  'batch_index',
  'event_id',
  'event_type',
  'system_context_computer_name',
  'target_computer_name',
  'source_info_workstation_name',
  'source_host',
  'target_user_name',
  'subject_user_name',
  'process_information_new_process_name',
  'process_information_command_line',
  'process_name',
] as const;

async function eventsBetween(
  tx: Transaction,
  { tenantId, account, kind, from, to }: RunScope,
  first: Date,
  last: Date,
  before: Position | null,
): Promise<Stored[]> {
  // Prefilter for the comparison; also matches other spellings of a name.
  const like = `%${account.replaceAll(/[\\%_]/g, '\\$&')}%`;
  const events = storedEvents({
    columns: COLUMNS,
    forOwners: !isDistributed(tx),
    range: {
      tenantId,
      from: sql`greatest(${first}::timestamptz, ${from}::timestamptz)`,
      to: sql`least(${last}::timestamptz, ${to}::timestamptz)`,
    },
  });
  const { rows } = await sql<Stored>`
    SELECT occurred_at, batch_id, batch_index, event_id, event_type, system_context_computer_name AS computer,
      target_computer_name AS target_computer, source_info_workstation_name AS workstation, source_host, target_user_name AS account,
      subject_user_name AS subject, coalesce(process_information_new_process_name, process_name) AS program
    FROM ${events} AS stored
    WHERE event_id = ANY (${eventIdsOf(kind)}::int[])
      AND (target_user_name ILIKE ${like} OR subject_user_name ILIKE ${like} OR process_information_command_line ILIKE ${like})
      ${
        before === null
          ? sql``
          : sql`AND (occurred_at, batch_id, batch_index) < (${new Date(before.time)}::timestamptz, ${before.batchId}::uuid, ${before.batchIndex}::int)`
      }
    ORDER BY occurred_at DESC, batch_id DESC, batch_index DESC LIMIT ${sql.lit(COMPARED)}`.execute(tx);
  return rows;
}

/** False when an event names another account, person or machine than the run. An address may belong to any machine. */
function isOf({ account, kind, person, source, server }: RunScope, row: Stored): boolean {
  const [target, subject] = [row.account, row.subject].map((name) => keyOf(stripAccount(textOf(name) ?? '')));
  if (kind !== 'command' && kind !== 'process' && !kind.startsWith('change') && target !== account)
    return false;
  if (person !== undefined && subject !== person) return false;
  const writer = hostsOf(row.computer);
  if (kind === 'explicit' || kind === 'command')
    return source === undefined || writer.length === 0 || writer.includes(source);
  const from = [...hostsOf(row.workstation), ...hostsOf(row.source_host)];
  const isFrom =
    source === undefined ||
    from.length === 0 ||
    from.some(isAddress) ||
    [...from, ...writer].includes(source);
  const isTo =
    server === undefined ||
    writer.length === 0 ||
    [...writer, ...hostsOf(row.target_computer)].includes(server);
  return isFrom && (isTo || kind === 'service-ticket');
}

const hostsOf = (text: string | null): string[] =>
  (textOf(text) ?? '').split(',').flatMap((part) => {
    const name = textOf(part);
    return name === null ? [] : [keyOf(stripHost(name))];
  });

const isAddress = (host: string): boolean => /^[\d.]+$|:/.test(host);

function eventOf(row: Stored): CaseEvent {
  const shownName = (value: string | null, short: (text: string) => string) => {
    const text = textOf(value);
    return text === null ? null : cappedName(short(text));
  };
  return {
    id: eventId({ batchId: row.batch_id, batchIndex: row.batch_index }),
    time: row.occurred_at.toISOString(),
    event_id: row.event_id,
    event_type: cappedName(row.event_type),
    computer: shownName(row.computer, shownHost),
    account: shownName(row.account, stripAccount),
    program: shownName(row.program, shownProgram),
  };
}
