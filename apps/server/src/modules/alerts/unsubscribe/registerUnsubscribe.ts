import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import type { Clock } from '../../../platform/clock.ts';
import { readUnsubscribeLink, unsubscribe } from './links.ts';
import { alertMails, reportMails } from './mails.ts';
import { donePage, pageHeaders, questionPage, unknownPage } from './page.ts';

interface Linked {
  Querystring: { link?: unknown };
}

/** Longer than any valid link. */
const LINK_MAX = 200;

/** Registers the pages of the links in mails. Only a POST changes anything; mail programs send one automatically (RFC 8058). */
export function registerUnsubscribe(
  app: FastifyInstance,
  { pool, clock }: { readonly pool: pg.Pool; readonly clock: Clock },
): void {
  const options = {
    config: { open: 'anyone with an email’s signed link; it stops emails to that address' },
  };
  const linkOf = ({ link }: { link?: unknown }) =>
    typeof link === 'string' && link.length <= LINK_MAX ? link : '';

  app.register(async (scope) => {
    // The body is `List-Unsubscribe=One-Click`, or empty; the link contains everything.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, payload, done) => {
      payload.resume();
      done(null);
    });
    for (const mails of [alertMails, reportMails]) {
      scope.get<Linked>(mails.path, options, async ({ query }, reply) => {
        const found = await readUnsubscribeLink(mails, pool, linkOf(query));
        if (found === undefined) return reply.status(404).headers(pageHeaders).send(unknownPage(mails));
        return reply
          .headers(pageHeaders)
          .send(found.receives ? questionPage(mails, found) : donePage(mails, found));
      });
      scope.post<Linked>(mails.path, options, async ({ query }, reply) => {
        const found = await unsubscribe(mails, pool, linkOf(query), clock.now());
        if (found === undefined) return reply.status(404).headers(pageHeaders).send(unknownPage(mails));
        return reply.headers(pageHeaders).send(donePage(mails, found));
      });
    }
  });
}
