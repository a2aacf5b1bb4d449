import { DAY } from '@scout/detection/time';
import { documentOf, textOfDocument } from './adf.ts';
import {
  asker,
  at,
  basic,
  idAt,
  linkOf,
  listAt,
  personOf,
  required,
  TicketSystemError,
  textAt,
} from './ask.ts';
import type { Change } from './changes.ts';
import type { ChangeWindow, Connection, Reach, Ticket, TicketSystem } from './system.ts';
import { cut, type TicketText } from './ticketText.ts';

/** https://developer.atlassian.com/cloud/jira/platform/rest/v3/ */
const SUMMARY = 255;
const CHANGES = 50;
const KEY = /^[A-Z][A-Z0-9_]{1,49}-[0-9]{1,15}$/;

/** Jira Cloud, REST API v3: an issue with a label by which it is found again. */
export function jira(connection: Connection, { fetcher, signal }: Reach): TicketSystem {
  const { url, settings, credentials } = connection;
  const ask = asker(fetcher, url, basic(settings.user ?? '', credentials.credential), signal);
  const project = settings.project ?? '';
  const issue = (key: string, more = '') => `/rest/api/3/issue/${encodeURIComponent(key)}${more}`;
  const search = async (jql: string, fields: readonly string[], maxResults: number) =>
    listAt(
      (await ask('/rest/api/3/search/jql', { method: 'POST', body: { jql, fields, maxResults } }))?.body,
      'issues',
    );
  const ticketOf = (key: string): Ticket => ({
    remoteId: key,
    reference: key,
    url: linkOf(new URL(`/browse/${key}`, url).href),
  });
  const comment = (key: string, text: TicketText) =>
    ask(issue(key, '/comment'), { method: 'POST', body: { body: documentOf(text, text.title) } });
  const stateOf = async (key: string) =>
    (await ask(issue(key, '?fields=status&expand=changelog'), { missing: 404 }))?.body;

  async function end({ remoteId }: Ticket, text: TicketText): Promise<void> {
    await comment(remoteId, text);
    if (categoryOf(await stateOf(remoteId)) === 'done') return;
    const answer = await ask(issue(remoteId, '/transitions'));
    const found = listAt(answer?.body, 'transitions').find(
      (each) => textAt(each, 'to', 'statusCategory', 'key') === 'done',
    );
    const id = idAt(found, 'id');
    // A workflow may not lead to an end from here: the comment says that the case is closed.
    if (id !== undefined)
      await ask(issue(remoteId, '/transitions'), { method: 'POST', body: { transition: { id } } });
  }

  const changeFields = () => [
    'status',
    'issuetype',
    'summary',
    required(settings.start_field),
    required(settings.end_field),
    required(settings.machine_field),
  ];
  const changeOf = (found: unknown): Change => {
    const number = required(textAt(found, 'key'));
    const status = textAt(found, 'fields', 'status', 'name') ?? '';
    const names = namesOf(at(found, 'fields', settings.machine_field ?? ''));
    const type = textAt(found, 'fields', 'issuetype', 'name') ?? '';
    const isChange = isSame(type, settings.change_type ?? '');
    return {
      system: 'Jira',
      number,
      status,
      isApproved: isChange && settings.approved_statuses.some((each) => isSame(each, status)),
      from: timeOf(textAt(found, 'fields', settings.start_field ?? ''), 0),
      to: timeOf(textAt(found, 'fields', settings.end_field ?? ''), DAY),
      names,
      text: textAt(found, 'fields', 'summary') ?? '',
      isChange,
    };
  };

  async function change(number: string): Promise<Change | undefined> {
    const key = number.toUpperCase();
    if (!KEY.test(key)) return undefined;
    const fields = changeFields();
    const answer = await ask(`${issue(key)}?fields=${fields.map(encodeURIComponent).join(',')}`, {
      missing: 404,
    });
    // A moved issue answers under its former key.
    return textAt(answer?.body, 'key')?.toUpperCase() === key ? changeOf(answer?.body) : undefined;
  }

  async function changes({ from, to }: ChangeWindow): Promise<Change[]> {
    const field = (name: string) => {
      const custom = /^customfield_([0-9]+)$/.exec(name);
      return custom === null ? name : `cf[${custom[1]}]`;
    };
    const day = (time: number) => new Date(time).toISOString().slice(0, 10);
    // Jira compares in the time zone of the token's owner: whole days around the period, and the exact times here.
    const jql = [
      `issuetype = ${quoted(settings.change_type ?? '')}`,
      `status in (${settings.approved_statuses.map(quoted).join(', ')})`,
      `${field(required(settings.start_field))} <= "${day(from + DAY)}"`,
      `${field(required(settings.end_field))} >= "${day(to - DAY)}"`,
    ].join(' AND ');
    return (await search(jql, changeFields(), CHANGES)).map(changeOf);
  }

  return {
    canRead: true,
    async find(key) {
      const [found] = await search(
        `project = "${project}" AND labels = "${key}" ORDER BY created ASC`,
        ['status'],
        1,
      );
      const number = textAt(found, 'key');
      return number !== undefined && KEY.test(number) ? ticketOf(number) : undefined;
    },
    async open(text) {
      const answer = await ask('/rest/api/3/issue', {
        method: 'POST',
        body: {
          fields: {
            project: { key: project },
            issuetype: { name: settings.issue_type },
            summary: cut(text.title, SUMMARY),
            description: documentOf(text),
            labels: ['scout', text.key],
          },
        },
      });
      const key = textAt(answer?.body, 'key');
      return ticketOf(required(key !== undefined && KEY.test(key) ? key : undefined));
    },
    update: async ({ remoteId }, text) => void (await comment(remoteId, text)),
    end,
    async report({ remoteId }) {
      const found = await stateOf(remoteId);
      if (found === undefined) return undefined;
      const category = categoryOf(found);
      return {
        state: category === 'done' ? 'resolved' : category === 'indeterminate' ? 'acknowledged' : 'open',
        by: personOf(moverOf(found)),
      };
    },
    async test() {
      const answer = await ask(
        `/rest/api/3/issue/createmeta/${encodeURIComponent(project)}/issuetypes?maxResults=200`,
      );
      const types = [...listAt(answer?.body, 'issueTypes'), ...listAt(answer?.body, 'values')];
      if (!types.some((each) => textAt(each, 'name') === settings.issue_type))
        throw new TicketSystemError(200, 'The project has no such type of issues.');
    },
    change: settings.checks_changes ? change : null,
    changes: settings.checks_changes ? changes : null,
  };
}

const isSame = (a: string, b: string) => a.trim().toLowerCase() === b.trim().toLowerCase();

const quoted = (text: string) => `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;

/** `new`, `indeterminate` (in progress) or `done`: statuses have any name, but one of these categories. */
const categoryOf = (found: unknown) => textAt(found, 'fields', 'status', 'statusCategory', 'key');

/** Name of the person who changed the status last. */
function moverOf(found: unknown): string | undefined {
  const moves = listAt(found, 'changelog', 'histories').filter((history) =>
    listAt(history, 'items').some((item) => textAt(item, 'field') === 'status'),
  );
  const created = (history: unknown) => Date.parse(textAt(history, 'created') ?? '') || 0;
  return textAt(moves.toSorted((a, b) => created(b) - created(a))[0], 'author', 'displayName');
}

/** A time or a day as epoch milliseconds; null if it is none. Jira writes +0000 for +00:00. @param dayEnds added to a day without time */
function timeOf(text: string | undefined, dayEnds: number): number | null {
  if (text === undefined) return null;
  const day = /^\d{4}-\d{2}-\d{2}$/.test(text);
  const time = Date.parse(day ? `${text}T00:00:00Z` : text.replace(/([+-]\d{2})(\d{2})$/, '$1:$2'));
  return Number.isNaN(time) ? null : time + (day ? dayEnds : 0);
}

/** Names in a field of text, labels, options or a document. */
function namesOf(value: unknown): string[] {
  const texts = (Array.isArray(value) ? value.slice(0, 200) : [value]).map((each) =>
    typeof each === 'string'
      ? each
      : (textAt(each, 'value') ?? textAt(each, 'name') ?? textAt(each, 'label') ?? textOfDocument(each)),
  );
  return texts
    .flatMap((each) => each.slice(0, 10_000).split(/[\s,;]+/))
    .filter((each) => each !== '')
    .slice(0, 500);
}
