import { JIRA_TOKEN, JIRA_USER, startJira } from './jiraServer.ts';
import { OPSGENIE_KEY, startOpsgenie } from './opsgenieServer.ts';
import { PAGERDUTY_KEY, PAGERDUTY_READING, startPagerDuty } from './pagerDutyServer.ts';
import { SERVICENOW_PASSWORD, SERVICENOW_USER, startServiceNow } from './serviceNowServer.ts';

type Act = 'acknowledged' | 'resolved';
type State = 'open' | Act;

const disposing = (server: AsyncDisposable) => ({
  [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
});

/** Each local system with the channel to it, its tickets, and what a person does to the first of them. */
export async function readyPagerDuty() {
  const server = await startPagerDuty();
  const channel = {
    kind: 'pagerduty' as const,
    url: server.url,
    credential: PAGERDUTY_KEY,
    reading_credential: PAGERDUTY_READING,
  };
  const states = { triggered: 'open', acknowledged: 'acknowledged', resolved: 'resolved' } as const;
  return {
    server,
    channel,
    tickets: () =>
      server.incidents.map(({ status, events }) => ({ state: states[status] as State, updates: events - 1 })),
    act: (act: Act, by: string) => void Object.assign(server.incidents[0]!, { status: act, by }),
    ...disposing(server),
  };
}

export async function readyOpsgenie() {
  const server = await startOpsgenie();
  return {
    server,
    channel: { kind: 'opsgenie' as const, url: server.url, credential: OPSGENIE_KEY },
    tickets: () =>
      server.alerts.map(({ status, acknowledged, notes }) => ({
        state: (status === 'closed' ? 'resolved' : acknowledged ? 'acknowledged' : 'open') as State,
        updates: notes.length,
      })),
    act: (act: Act, by: string) =>
      void Object.assign(server.alerts[0]!, {
        acknowledged: true,
        by,
        ...(act === 'resolved' && { status: 'closed' }),
      }),
    ...disposing(server),
  };
}

export async function readyJira(settings: object = {}) {
  const server = await startJira();
  const states = { 'To Do': 'open', 'In Progress': 'acknowledged', Done: 'resolved' } as const;
  return {
    server,
    channel: {
      kind: 'jira' as const,
      url: server.url,
      credential: JIRA_TOKEN,
      settings: { user: JIRA_USER, project: 'SEC', issue_type: 'Task', ...settings },
    },
    tickets: () =>
      server.issues
        .filter(({ type }) => type === 'Task')
        .map(({ status, comments }) => ({
          state: states[status as keyof typeof states] as State,
          updates: comments.length,
        })),
    act: (act: Act, by: string) =>
      void Object.assign(server.issues[0]!, { status: act === 'resolved' ? 'Done' : 'In Progress', by }),
    ...disposing(server),
  };
}

export async function readyServiceNow(settings: object = {}) {
  const server = await startServiceNow();
  const states: Readonly<Record<string, State>> = { '1': 'open', '2': 'acknowledged', '6': 'resolved' };
  return {
    server,
    channel: {
      kind: 'servicenow' as const,
      url: server.url,
      credential: SERVICENOW_PASSWORD,
      settings: { user: SERVICENOW_USER, ...settings },
    },
    tickets: () =>
      server.tables.incident.map((row) => ({
        state: states[row.state ?? '']!,
        updates: row.work_notes === undefined ? 0 : 1,
      })),
    act: (act: Act, by: string) =>
      void Object.assign(server.tables.incident[0]!, {
        state: act === 'resolved' ? '6' : '2',
        ...(act === 'resolved' ? { resolved_by: by } : { assigned_to: by }),
      }),
    ...disposing(server),
  };
}

export const ticketSystems = [
  { kind: 'pagerduty', start: readyPagerDuty },
  { kind: 'opsgenie', start: readyOpsgenie },
  { kind: 'jira', start: readyJira },
  { kind: 'servicenow', start: readyServiceNow },
] as const;
