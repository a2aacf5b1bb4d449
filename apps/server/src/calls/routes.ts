import { ORPCError } from '@orpc/client';
import { OpenAPIHandler } from '@orpc/openapi/fastify';
import { type Access, contract } from '@scout/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../context/context.ts';
import type { Proven, RequestContext } from '../context/request.ts';
import { compression } from '../http/compression.ts';
import { logUnexpected } from '../http/logging.ts';
import { Refusal } from '../http/refusal.ts';
import { isAmbiguous } from '../http/requestTarget.ts';
import { toWireError } from '../http/wireError.ts';
import { authenticate } from './access.ts';
import { router } from './router.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller's proof of identity, for a call of the contract. */
    proven?: Proven;
  }
}

/** The hook of a call's route: nothing of a protected call's input is read, and so faulted, before its caller is known. */
export function authenticateFirst(app: Context, access: Access) {
  return async (request: FastifyRequest): Promise<void> => {
    request.proven = await authenticate(access, app, request.headers.authorization);
  };
}

/** Registers every call that has a handler as a Fastify route of its own, so that routes can be walked and named. */
export function registerCalls(app: FastifyInstance, context: Context): void {
  const handler = new OpenAPIHandler(router, {
    customErrorResponseBodyEncoder: ({ code, message }) => ({ code, message }),
    interceptors: [
      async ({ next, context: request }) => {
        try {
          return await next();
        } catch (error) {
          throw encodable(error, request);
        }
      },
    ],
  });

  for (const name of Object.keys(router) as (keyof typeof router)[]) {
    const { route, meta } = contract[name]['~orpc'];
    if (!route.method || !route.path) throw new TypeError(`${name} declares no method or no path`);
    app.route({
      method: route.method,
      url: fastifyPath(route.path),
      onRequest: authenticateFirst(context, meta.access),
      // An answer that holds a token is not compressed: its length must say nothing about its content (BREACH).
      compress: route.path.startsWith('/auth/')
        ? false
        : { ...compression, encodings: [...compression.encodings] },
      handler: async (request, reply) => {
        reply.header('cache-control', 'no-store');
        if (isAmbiguous(request.url)) throw new Refusal('not_found');
        const { matched } = await handler.handle(request, reply, {
          context: requestContext(context, request, reply),
        });
        if (!matched) throw new TypeError(`oRPC does not know ${route.method} ${route.path}`);
        return reply;
      },
    });
  }
}

/** `/operator/v1/tenants/{tenant_id}` is `/operator/v1/tenants/:tenant_id` to Fastify. */
export const fastifyPath = (path: string) => path.replace(/\{([^}]+)\}/g, ':$1');

/** The context that a handler gets for one request. */
export function requestContext(app: Context, request: FastifyRequest, reply: FastifyReply): RequestContext {
  return {
    app,
    log: request.log,
    proven: request.proven,
    request: { id: request.id, address: request.ip, headers: request.headers },
    setHeader: (name, value) => {
      reply.header(name, typeof value === 'string' ? value : [...value]);
    },
  };
}

/** The same mapping as for any other route, in the form that oRPC's encoder writes. */
function encodable(error: unknown, context: RequestContext): ORPCError<string, undefined> {
  const { status, body, retryAfter, unexpected } = toWireError(error, context.request.id);
  if (unexpected) logUnexpected(context.log, error);
  if (retryAfter !== undefined) context.setHeader('retry-after', String(retryAfter));
  return new ORPCError(body.code, { status, message: body.message });
}
