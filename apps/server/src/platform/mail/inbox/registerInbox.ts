import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../config/config.ts';
import { isForThisMachine } from '../../config/thisMachine.ts';
import { Refusal } from '../../http/refusal.ts';
import { listPage, mailHeaders, mailPage, pageHeaders } from './page.ts';
import { deleteMails, type KeptMail, keptMail, keptMails } from './store.ts';

const isLoopback = (address: string) => address === '::1' || /^(::ffff:)?127\./.test(address);
const localNames = ['localhost', '[::1]'];
const isLocalName = (host: string) => localNames.includes(host) || /^127\.\d+\.\d+\.\d+$/.test(host);

/** True if the inbox page exists: it is wanted, and the server is one of a single machine without a mail server. */
export const hasInbox = (config: Config): boolean => config.inbox && isForThisMachine(config);

interface OneMail {
  Params: { id: string };
}

/** Registers /dev/inbox, which shows the mails of the outbox; does nothing unless hasInbox() returns true. */
export function registerInbox(app: FastifyInstance, { config }: { readonly config: Config }): void {
  if (!hasInbox(config)) return;
  const { dataDir } = config;
  const options = { config: { open: 'emails of this machine, for its local users' } };

  app.register(async (scope) => {
    // Buttons send forms without fields.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, payload, done) => {
      payload.resume();
      done(null);
    });
    scope.addHook('onRequest', async (request) => requireThisMachine(request));

    scope.get('/dev/inbox', options, async (_request, reply) =>
      reply.headers(pageHeaders).send(listPage(await keptMails(dataDir))),
    );
    scope.get<OneMail>('/dev/inbox/:id', options, async ({ params }, reply) =>
      reply.headers(pageHeaders).send(mailPage(await require(params.id))),
    );
    scope.get<OneMail>('/dev/inbox/:id/html', options, async ({ params }, reply) =>
      reply.headers(mailHeaders).send((await require(params.id)).html),
    );
    scope.post('/dev/inbox/delete', options, async (_request, reply) => {
      await deleteMails(dataDir);
      return back(reply);
    });
    scope.post<OneMail>('/dev/inbox/:id/delete', options, async ({ params }, reply) => {
      await deleteMails(dataDir, params.id);
      return back(reply);
    });
  });

  async function require(id: string): Promise<KeptMail> {
    const mail = await keptMail(dataDir, id);
    if (!mail) throw new Refusal('not_found');
    return mail;
  }
}

const back = (reply: FastifyReply) => reply.redirect('/dev/inbox', 303);

/** Headers of proxies. One that sends none of them cannot be told from a browser of this machine. */
const headersOfProxies = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
];

/** Refuses access through a local proxy, and from a page whose host name was made to resolve here. */
function requireThisMachine(request: FastifyRequest): void {
  const isForwarded = headersOfProxies.some((name) => request.headers[name] !== undefined);
  if (isForwarded || !isLoopback(request.ip) || !isLocalName(request.hostname))
    throw new Refusal('not_found');
}
