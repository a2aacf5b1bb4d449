import { ORPCError } from '@orpc/client';
import type { AnyContractRouter } from '@orpc/contract';
import { OpenAPIHandler } from '@orpc/openapi/fastify';
import type { Router } from '@orpc/server';
import { type ApiContract, contract } from '@scout/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { compression } from '../../../platform/http/compression.ts';
import { goneSignal } from '../../../platform/http/gone.ts';
import { logUnexpected } from '../../../platform/http/logging.ts';
import { Refusal } from '../../../platform/http/refusal.ts';
import { isAmbiguous } from '../../../platform/http/requestTarget.ts';
import { toWireError } from '../../../platform/http/wireError.ts';
import type { ApiTokenIdentity, ApiTokenProof } from '../apiTokenProof.ts';
import { authenticate } from './access.ts';
import type { CallRule, Proven, RequestContext } from './request.ts';
import type { CallServices } from './services.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller's proof of identity, for a call of the contract. */
    proven?: Proven;
  }
}

/** Hook of a call's route: identifies the caller before reading, and validating, any input of a protected call. */
export function authenticateFirst(app: CallServices, rule: CallRule) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    request.proven = await authenticate(rule, app, request.headers.authorization);
    const { apiToken } = request.proven;
    if (apiToken) countBytes(app.apiTokenProof, apiToken, request, reply);
  };
}

/** Counts the bytes of a call with an API token when it ends, however it ends. */
function countBytes(
  proof: ApiTokenProof,
  apiToken: ApiTokenIdentity,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const { socket } = request.raw;
  // A call that another one makes within the process has no connection, and is counted with that one.
  if (socket.bytesRead === undefined) return;
  const bytes = () => socket.bytesRead + socket.bytesWritten;
  const before = bytes();
  reply.raw.once('close', () => {
    proof.count(apiToken, bytes() - before).catch((error) => logUnexpected(request.log, error));
  });
}

/** Registers every call with a handler as a separate Fastify route, so that routes can be enumerated and named. */
export function registerCalls<S extends CallServices>(
  app: FastifyInstance,
  router: Router<AnyContractRouter, RequestContext<S>>,
  context: S,
): void {
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

  for (const name of Object.keys(router) as (keyof ApiContract)[]) {
    const { route, meta } = contract[name]['~orpc'];
    if (!route.method || !route.path) throw new TypeError(`${name} declares no method or no path`);
    app.route({
      method: route.method,
      url: fastifyPath(route.path),
      onRequest: authenticateFirst(context, meta),
      ...(meta.bodyBytes !== null && { bodyLimit: meta.bodyBytes }),
      // A response with a token is not compressed: its length must not reveal its content (BREACH).
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

/** Converts `/operator/v1/tenants/{tenant_id}` to Fastify's `/operator/v1/tenants/:tenant_id`. */
export const fastifyPath = (path: string) => path.replace(/\{([^}]+)\}/g, ':$1');

/** The handler's context for one request. */
export function requestContext<S>(app: S, request: FastifyRequest, reply: FastifyReply): RequestContext<S> {
  return {
    app,
    log: request.log,
    gone: goneSignal(reply.raw),
    proven: request.proven,
    request: { id: request.id, address: request.ip, headers: request.headers },
    setHeader: (name, value) => {
      reply.header(name, typeof value === 'string' ? value : [...value]);
    },
  };
}

/** The same mapping as for other routes, in the form written by oRPC's encoder. */
function encodable(error: unknown, context: RequestContext<unknown>): ORPCError<string, undefined> {
  const { status, body, retryAfter, unexpected } = toWireError(error, context.request.id);
  if (unexpected) logUnexpected(context.log, error);
  if (retryAfter !== undefined) context.setHeader('retry-after', String(retryAfter));
  return new ORPCError(body.code, { status, message: body.message });
}
