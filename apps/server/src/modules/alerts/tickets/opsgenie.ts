import { asker, at, idAt, personOf, textAt } from './ask.ts';
import type { Connection, Reach, TicketSystem } from './system.ts';
import { cut, type TicketText, ticketLines } from './ticketText.ts';

/** https://docs.opsgenie.com/docs/alert-api */
const MESSAGE = 130;
const DESCRIPTION = 15_000;
const NOTE = 25_000;
const priorities = { critical: 'P1', high: 'P2', medium: 'P3', low: 'P4' } as const;

/** Alert API: an alias makes one alert of any number of requests while it is open. */
export function opsgenie({ url, credentials }: Connection, { fetcher, signal }: Reach): TicketSystem {
  const ask = asker(fetcher, url, { authorization: `GenieKey ${credentials.credential}` }, signal);
  const one = (alias: string, action = '') =>
    `/v2/alerts/${encodeURIComponent(alias)}${action}?identifierType=alias`;
  const read = async (alias: string) => (await ask(one(alias), { missing: 404 }))?.body;

  return {
    canRead: true,
    async find(key) {
      const alert = await read(key);
      return alert === undefined ? undefined : { remoteId: key, ...namesOf(alert, url) };
    },
    async open(text) {
      await ask('/v2/alerts', {
        method: 'POST',
        body: {
          message: cut(text.title, MESSAGE),
          alias: text.key,
          description: cut(ticketLines(text).join('\n'), DESCRIPTION),
          entity: text.account,
          source: 'Scout',
          priority: priorities[text.severity],
          details: { link: text.link },
          tags: ['scout'],
        },
      });
      // Opsgenie works on requests later: the number comes with the first look at the state.
      return { remoteId: text.key, reference: null, url: null };
    },
    async update({ remoteId }, text) {
      await ask(one(remoteId, '/notes'), {
        method: 'POST',
        body: { source: 'Scout', note: cut(noteOf(text), NOTE) },
      });
    },
    async end({ remoteId }, text) {
      await ask(one(remoteId, '/close'), {
        method: 'POST',
        body: { source: 'Scout', note: text.title },
        missing: 404,
      });
    },
    async report({ remoteId }) {
      const alert = await read(remoteId);
      if (alert === undefined) return undefined;
      const isClosed = textAt(alert, 'data', 'status') === 'closed';
      const isAcknowledged = at(alert, 'data', 'acknowledged') === true;
      return {
        state: isClosed ? 'resolved' : isAcknowledged ? 'acknowledged' : 'open',
        by: personOf(
          isClosed
            ? textAt(alert, 'data', 'report', 'closedBy')
            : isAcknowledged
              ? textAt(alert, 'data', 'report', 'acknowledgedBy')
              : undefined,
        ),
        ...namesOf(alert, url),
      };
    },
    test: async () => void (await ask('/v2/alerts?limit=1')),
    change: null,
    changes: null,
  };
}

const noteOf = (text: TicketText) => [text.title, ...ticketLines(text)].join('\n');

/** Number and page of an alert; the page is at the host of people, not of programs. */
function namesOf(alert: unknown, url: string) {
  const id = idAt(alert, 'data', 'id');
  const tiny = idAt(alert, 'data', 'tinyId');
  const { protocol, hostname } = new URL(url);
  const host = hostname.replace(/^api\./, 'app.');
  return {
    reference: tiny === undefined ? null : `#${tiny}`,
    url: id === undefined || protocol !== 'https:' ? null : `https://${host}/alert/detail/${id}/details`,
  };
}
