import { asker, basic, idAt, linkOf, listAt, personOf, required, textAt } from './ask.ts';
import type { Change } from './changes.ts';
import type { ChangeWindow, Connection, Reach, Ticket, TicketSystem } from './system.ts';
import { cut, type TicketText, ticketLines } from './ticketText.ts';

/** https://www.servicenow.com/docs/r/api-reference/rest-apis/c_TableAPI.html */
const SHORT = 160;
const LONG = 4000;
const CHANGES = 50;
const MACHINES = 200;
/** Values of `urgency` and `impact`. */
const levels = { critical: '1', high: '1', medium: '2', low: '3' } as const;
/** Values of `state` of an incident: in progress and on hold; resolved, closed and canceled. */
const ACKNOWLEDGED = ['2', '3'];
const RESOLVED = ['6', '7', '8'];
/** Values of `state` of a change from scheduled to closed; 4 is canceled. */
const STANDING = ['-2', '-1', '0', '3'];
const FIELDS = 'sys_id,number,state,resolved_by,closed_by,assigned_to';
const CHANGE_FIELDS = 'sys_id,number,state,approval,start_date,end_date,cmdb_ci,short_description';

/** Table API: an incident with a correlation id by which it is found again. */
export function serviceNow(connection: Connection, { fetcher, signal }: Reach): TicketSystem {
  const { url, settings, credentials } = connection;
  const ask = asker(fetcher, url, basic(settings.user ?? '', credentials.credential), signal);
  const rows = async (table: string, query: string, fields: string, limit: number) =>
    listAt(
      (
        await ask(
          `/api/now/table/${table}?${new URLSearchParams({
            sysparm_query: query,
            sysparm_fields: fields,
            sysparm_display_value: 'all',
            sysparm_exclude_reference_link: 'true',
            sysparm_limit: String(limit),
          })}`,
        )
      )?.body,
      'result',
    );
  const change = (sysId: string, body: object) =>
    ask(`/api/now/table/incident/${sysId}`, { method: 'PATCH', body, missing: 404 });
  const ticketOf = (row: unknown): Ticket => {
    const remoteId = required(idAt(row, 'sys_id', 'value') ?? idAt(row, 'sys_id'));
    const path = `/nav_to.do?uri=${encodeURIComponent(`incident.do?sys_id=${remoteId}`)}`;
    return {
      remoteId,
      reference: idAt(row, 'number', 'value') ?? idAt(row, 'number') ?? null,
      url: linkOf(new URL(path, url).href),
    };
  };

  /** The machine of a change and those of its list of affected ones. */
  async function changeOf(row: unknown): Promise<Change> {
    const sysId = required(idAt(row, 'sys_id', 'value'));
    const affected = await rows('task_ci', `task=${sysId}`, 'ci_item', MACHINES);
    const state = textAt(row, 'state', 'value') ?? '';
    const approval = textAt(row, 'approval', 'value') ?? '';
    return {
      system: 'ServiceNow',
      number: required(idAt(row, 'number', 'value')),
      status: textAt(row, approval === 'approved' ? 'state' : 'approval', 'display_value') ?? approval,
      isApproved: approval === 'approved' && STANDING.includes(state),
      from: timeOf(textAt(row, 'start_date', 'value')),
      to: timeOf(textAt(row, 'end_date', 'value')),
      names: [
        textAt(row, 'cmdb_ci', 'display_value'),
        ...affected.map((each) => textAt(each, 'ci_item', 'display_value')),
      ].flatMap((name) => name ?? []),
      text: textAt(row, 'short_description', 'value') ?? '',
      isChange: true,
    };
  }

  async function changeByNumber(number: string): Promise<Change | undefined> {
    const [found] = await rows('change_request', `number=${number.toUpperCase()}`, CHANGE_FIELDS, 1);
    // ServiceNow leaves out a condition that it does not know, and answers any row.
    return textAt(found, 'number', 'value')?.toUpperCase() === number.toUpperCase()
      ? changeOf(found)
      : undefined;
  }

  async function changes({ from, to }: ChangeWindow): Promise<Change[]> {
    const query = [
      'approval=approved',
      `stateIN${STANDING.join(',')}`,
      `start_date<=${dateText(from)}`,
      `end_date>=${dateText(to)}`,
    ].join('^');
    const found = await rows('change_request', query, CHANGE_FIELDS, CHANGES);
    const machines = await rows(
      'task_ci',
      `taskIN${found.flatMap((row) => idAt(row, 'sys_id', 'value') ?? []).join(',')}`,
      'task,ci_item',
      MACHINES,
    );
    return found.map((row) => {
      const sysId = textAt(row, 'sys_id', 'value');
      const names = [
        textAt(row, 'cmdb_ci', 'display_value'),
        ...machines
          .filter((each) => textAt(each, 'task', 'value') === sysId)
          .map((each) => textAt(each, 'ci_item', 'display_value')),
      ].flatMap((name) => name ?? []);
      return {
        system: 'ServiceNow',
        number: required(idAt(row, 'number', 'value')),
        status: textAt(row, 'state', 'display_value') ?? '',
        isApproved:
          textAt(row, 'approval', 'value') === 'approved' &&
          STANDING.includes(textAt(row, 'state', 'value') ?? ''),
        from: timeOf(textAt(row, 'start_date', 'value')),
        to: timeOf(textAt(row, 'end_date', 'value')),
        names,
        text: textAt(row, 'short_description', 'value') ?? '',
        isChange: true,
      };
    });
  }

  return {
    canRead: true,
    async find(key) {
      const [found] = await rows(
        'incident',
        `correlation_id=${key}^ORDERBYsys_created_on`,
        `${FIELDS},correlation_id`,
        1,
      );
      return textAt(found, 'correlation_id', 'value') === key ? ticketOf(found) : undefined;
    },
    async open(text) {
      const answer = await ask('/api/now/table/incident', {
        method: 'POST',
        body: {
          short_description: journal(cut(text.title, SHORT)),
          description: journal(cut(ticketLines(text).join('\n'), LONG)),
          correlation_id: text.key,
          correlation_display: 'Scout',
          urgency: levels[text.severity],
          impact: text.severity === 'critical' ? '1' : '2',
        },
      });
      return ticketOf((answer?.body as { result?: unknown } | null)?.result);
    },
    update: async ({ remoteId }, text) => void (await change(remoteId, { work_notes: noteOf(text) })),
    async end({ remoteId }, text) {
      const [found] = await rows('incident', `sys_id=${remoteId}`, FIELDS, 1);
      const isOver = RESOLVED.includes(textAt(found, 'state', 'value') ?? '');
      await change(
        remoteId,
        isOver
          ? { work_notes: noteOf(text) }
          : { state: '6', close_code: 'Solution provided', close_notes: noteOf(text) },
      );
    },
    async report({ remoteId }) {
      const [found] = await rows('incident', `sys_id=${remoteId}`, FIELDS, 1);
      if (textAt(found, 'sys_id', 'value') !== remoteId) return undefined;
      const state = textAt(found, 'state', 'value') ?? '';
      const isResolved = RESOLVED.includes(state);
      const isAcknowledged = ACKNOWLEDGED.includes(state);
      return {
        state: isResolved ? 'resolved' : isAcknowledged ? 'acknowledged' : 'open',
        by: personOf(
          isResolved
            ? (textAt(found, 'resolved_by', 'display_value') ?? textAt(found, 'closed_by', 'display_value'))
            : isAcknowledged
              ? textAt(found, 'assigned_to', 'display_value')
              : undefined,
        ),
      };
    },
    async test() {
      await rows('incident', 'correlation_id=scout-test', 'sys_id', 1);
      if (settings.checks_changes) await rows('change_request', 'number=CHG0000000', 'sys_id', 1);
    },
    change: settings.checks_changes ? changeByNumber : null,
    changes: settings.checks_changes ? changes : null,
  };
}

/** Journal fields render what is between [code] and [/code] as HTML. */
const journal = (text: string) => text.replaceAll(/\[(\/?)\s*code/giu, '($1code');

const noteOf = (text: TicketText) => journal(cut([text.title, ...ticketLines(text)].join('\n'), LONG));

/** ServiceNow stores times in UTC without saying so; null if it is none. */
function timeOf(text: string | undefined): number | null {
  const found = /^(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2}:\d{2})$/.exec(text ?? '');
  const time = found === null ? Number.NaN : Date.parse(`${found[1]}T${found[2]}Z`);
  return Number.isNaN(time) ? null : time;
}

const dateText = (time: number) => new Date(time).toISOString().slice(0, 19).replace('T', ' ');
