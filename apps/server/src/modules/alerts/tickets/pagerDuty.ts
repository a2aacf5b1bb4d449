import { asker, idAt, linkOf, listAt, personOf, textAt } from './ask.ts';
import type { Connection, Reach, TicketSystem } from './system.ts';
import { cut, type TicketText, ticketLines } from './ticketText.ts';

/** https://developer.pagerduty.com/docs/events-api-v2/trigger-events/ */
const severities = { critical: 'critical', high: 'error', medium: 'warning', low: 'info' } as const;
const SUMMARY = 1024;
const states = { triggered: 'open', acknowledged: 'acknowledged', resolved: 'resolved' } as const;

/**
 * Events API v2, whose deduplication key makes one incident of any number of triggers while it is unresolved. The state is read by the
 * REST API, with a key of its own.
 */
export function pagerDuty({ url, credentials }: Connection, { fetcher, signal }: Reach): TicketSystem {
  const events = asker(fetcher, url, {}, signal);
  const { reading } = credentials;
  const rest =
    reading === undefined
      ? null
      : asker(fetcher, restOrigin(url), { authorization: `Token token=${reading}` }, signal);
  const send = (action: 'trigger' | 'resolve', key: string, more: object = {}) =>
    events('/v2/enqueue', {
      method: 'POST',
      body: { routing_key: credentials.credential, event_action: action, dedup_key: key, ...more },
    });
  const trigger = (text: TicketText) => send('trigger', text.key, eventOf(text));

  return {
    canRead: rest !== null,
    find: async () => undefined,
    async open(text) {
      await trigger(text);
      return { remoteId: text.key, reference: null, url: null };
    },
    update: async (_ticket, text) => void (await trigger(text)),
    end: async (ticket) => void (await send('resolve', ticket.remoteId)),
    async report(_ticket, key) {
      if (rest === null) return undefined;
      const query = new URLSearchParams({
        incident_key: key,
        date_range: 'all',
        limit: '1',
        sort_by: 'created_at:desc',
      });
      const answer = await rest(`/incidents?${query}`, {
        headers: { accept: 'application/vnd.pagerduty+json;version=2' },
      });
      const [incident] = listAt(answer?.body, 'incidents');
      const status = textAt(incident, 'status');
      if (status === undefined || !Object.hasOwn(states, status)) return undefined;
      const number = idAt(incident, 'incident_number');
      return {
        state: states[status as keyof typeof states],
        by:
          status === 'triggered'
            ? null
            : personOf(
                status === 'acknowledged'
                  ? (textAt(listAt(incident, 'acknowledgements').at(-1), 'acknowledger', 'summary') ??
                      textAt(incident, 'last_status_change_by', 'summary'))
                  : textAt(incident, 'last_status_change_by', 'summary'),
              ),
        reference: number === undefined ? null : `#${number}`,
        url: linkOf(textAt(incident, 'html_url')),
      };
    },
    async test() {
      // A resolution of an unknown key wakes nobody, but a wrong integration key is refused.
      await send('resolve', 'scout-test');
      await rest?.('/incidents?limit=1', {
        headers: { accept: 'application/vnd.pagerduty+json;version=2' },
      });
    },
    change: null,
    changes: null,
  };
}

/** Origin of the REST API beside that of the Events API: events.pagerduty.com has api.pagerduty.com, and so in Europe. */
function restOrigin(url: string): string {
  const api = new URL(url);
  api.hostname = api.hostname.replace(/^events\./, 'api.');
  return api.origin;
}

function eventOf(text: TicketText): object {
  return {
    client: 'Scout',
    client_url: text.link,
    links: [{ href: text.link, text: 'Open the case in Scout' }],
    payload: {
      summary: cut(text.title, SUMMARY),
      source: text.account,
      severity: severities[text.severity],
      component: 'Scout',
      custom_details: {
        summary: text.sentence,
        ...Object.fromEntries(text.facts),
        details: ticketLines(text).join('\n'),
      },
    },
  };
}
