import { Readable } from 'node:stream';
import { contract } from '@scout/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { logUnexpected } from '../../../platform/http/logging.ts';
import { Refusal } from '../../../platform/http/refusal.ts';
import { authenticate, authenticateFirst, grantAccess, requestContext, tenantRow } from '../../auth/index.ts';
import type { EventServices, MemberContext } from '../services.ts';
import type { MayHear, Reader } from '../updates/updates.ts';

/** Registers the update stream: a separate route, because its response does not end by itself. */
export function registerUpdates(app: FastifyInstance, context: EventServices): void {
  const { route, meta } = contract.updates['~orpc'];

  /** The member behind a request, by the rule of the call, in a transaction that ends before this resolves. */
  const memberOf = (request: FastifyRequest, reply: FastifyReply) =>
    grantAccess(meta, requestContext(context, request, reply), async (granted) => {
      const { member, tx } = granted as MemberContext;
      const { is_subscribed } = await tenantRow(tx, member.tenantId, ['is_subscribed']);
      return { reader: member satisfies Reader, hears: { events: is_subscribed } satisfies MayHear };
    });

  app.addHook('preClose', async () => context.updates.endStreams());
  app.get(
    route.path!,
    { onRequest: authenticateFirst(context, meta), compress: false },
    async (request, reply) => {
      /** Repeats the check of a new request with this token: the end of the session, membership or token ends the stream. */
      const check = async () => {
        try {
          request.proven = await authenticate(meta, context, request.headers.authorization);
          return (await memberOf(request, reply)).hears;
        } catch (error) {
          if (!(error instanceof Refusal)) logUnexpected(request.log, error);
          return undefined;
        }
      };
      const { reader, hears } = await memberOf(request, reply);
      const stream = context.updates.open(reader, check, hears);
      request.raw.socket.setNoDelay(true);
      reply.raw.once('close', stream.end);
      return reply
        .headers({
          'content-type': 'text/event-stream; charset=utf-8',
          'cache-control': 'no-store',
          // Disables buffering in nginx.
          'x-accel-buffering': 'no',
        })
        .send(Readable.from(stream.pieces()));
    },
  );
}
