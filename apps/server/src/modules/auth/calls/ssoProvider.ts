import { contract, limits, type SsoFailure } from '@scout/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { callerOf } from '../../../platform/http/caller.ts';
import { Refusal } from '../../../platform/http/refusal.ts';
import { authenticateFirst, fastifyPath, requestContext } from '../calling/routes.ts';
import type { AuthServices } from '../services.ts';
import { type Ended, endReported, endSignOn } from '../sso/signOn.ts';

/** Characters of the query that a provider sends browsers back with. */
const QUERY_MAX = 8_000;

/** Registers the end of a sign-in: a separate route, because a browser is redirected. Only to screens of this server, so that none can be named. */
export function registerCallback(app: FastifyInstance, context: AuthServices): void {
  const { route, meta, inputSchema } = contract.ssoCallback['~orpc'];
  app.get(
    fastifyPath(route.path!),
    { onRequest: authenticateFirst(context, meta) },
    async (request, reply) => {
      const query = new URLSearchParams(request.url.slice(0, QUERY_MAX).split('?')[1] ?? '');
      const input = inputSchema!.safeParse({ ...paramsOf(request), state: query.get('state') ?? undefined });
      const caller = callerOf(requestContext(context, request, reply));
      if (!input.success) throw new Refusal('not_found');
      const ended = await endSignOn(context, input.data.tenant_id, query, caller);
      if (ended.kind === 'signed-in') reply.header('set-cookie', [...ended.cookies]);
      return reply.header('cache-control', 'no-store').redirect(screenOf(ended), 303);
    },
  );
}

/** Registers the report of a log-out: a separate route, because providers send a form. */
export function registerLogout(app: FastifyInstance, context: AuthServices): void {
  const { route, meta, inputSchema } = contract.ssoLogout['~orpc'];
  app.register(async (scope) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: limits.sso.logoutTokenBytes },
      (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    );
    scope.post(
      fastifyPath(route.path!),
      { onRequest: authenticateFirst(context, meta) },
      async (request, reply) => {
        const input = inputSchema!.safeParse({
          ...(request.body as Record<string, unknown> | null),
          ...paramsOf(request),
        });
        if (!input.success) throw new Refusal('invalid_logout_token');
        const { tenant_id, logout_token } = input.data;
        await endReported(
          context,
          tenant_id,
          logout_token,
          callerOf(requestContext(context, request, reply)),
        );
        return reply.header('cache-control', 'no-store').send({});
      },
    );
  });
}

const paramsOf = ({ params }: FastifyRequest) => params as Record<string, unknown>;

/** The screen on which a browser continues. */
function screenOf(ended: Ended): string {
  if (ended.kind === 'tested') return '/settings/organization';
  if (ended.kind === 'signed-in') return '/login?sso=done';
  const { failure }: { failure: SsoFailure } = ended;
  return `/login?sso=${failure}`;
}
