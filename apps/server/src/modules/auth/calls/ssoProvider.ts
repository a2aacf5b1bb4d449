import { contract, limits, type SsoFailure } from '@scout/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { callerOf } from '../../../platform/http/caller.ts';
import { Refusal } from '../../../platform/http/refusal.ts';
import { authenticateFirst, fastifyPath, requestContext } from '../calling/routes.ts';
import type { AuthServices } from '../services.ts';
import { metadataFor, receiveResponse } from '../sso/saml/receive.ts';
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
    readForms(scope, limits.sso.logoutTokenBytes);
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

/** Registers the response of a SAML provider: a separate route, because a browser brings it as a form of the provider's page. */
export function registerResponse(app: FastifyInstance, context: AuthServices): void {
  const { route, meta, inputSchema } = contract.ssoSamlResponse['~orpc'];
  app.register(async (scope) => {
    readForms(scope, limits.sso.responseFormBytes);
    scope.post(
      fastifyPath(route.path!),
      // Nothing of the browser counts here, no cookie either.
      { onRequest: authenticateFirst(context, meta), config: { crossSite: true } },
      async (request, reply) => {
        const params = paramsOf(request);
        const form = { RelayState: '', ...(request.body as Record<string, unknown> | null), ...params };
        const input = inputSchema!.safeParse(form);
        if (!input.success) throw new Refusal('not_found');
        const { tenant_id, SAMLResponse: response, RelayState: relayState } = input.data;
        const caller = callerOf(requestContext(context, request, reply));
        const received = await receiveResponse(context, tenant_id, { response, relayState }, caller);
        const screen =
          'state' in received
            ? `${callbackOf(tenant_id)}?state=${received.state}`
            : `/login?sso=${received.failure}`;
        return reply.header('cache-control', 'no-store').redirect(screen, 303);
      },
    );
  });
}

/** Registers the server's own metadata: a separate route, because it is XML. */
export function registerMetadata(app: FastifyInstance, context: AuthServices): void {
  const { route, meta, inputSchema } = contract.ssoSamlMetadata['~orpc'];
  app.get(
    fastifyPath(route.path!),
    { onRequest: authenticateFirst(context, meta) },
    async (request, reply) => {
      const input = inputSchema!.safeParse(paramsOf(request));
      if (!input.success) throw new Refusal('not_found');
      const caller = callerOf(requestContext(context, request, reply));
      const metadata = await metadataFor(context, input.data.tenant_id, caller);
      return reply.type('application/samlmetadata+xml').header('cache-control', 'no-store').send(metadata);
    },
  );
}

function readForms(scope: FastifyInstance, bodyLimit: number): void {
  scope.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  );
}

const callbackOf = (tenantId: string) =>
  contract.ssoCallback['~orpc'].route.path!.replace('{tenant_id}', tenantId);

const paramsOf = ({ params }: FastifyRequest) => params as Record<string, unknown>;

/** The screen on which a browser continues. */
function screenOf(ended: Ended): string {
  if (ended.kind === 'tested') return '/settings/organization';
  if (ended.kind === 'signed-in') return '/login?sso=done';
  const { failure }: { failure: SsoFailure } = ended;
  return `/login?sso=${failure}`;
}
