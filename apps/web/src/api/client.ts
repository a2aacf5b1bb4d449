import { createORPCClient } from '@orpc/client';
import type { ContractRouterClient } from '@orpc/contract';
import type { JsonifiedClient } from '@orpc/openapi-client';
import { OpenAPILink } from '@orpc/openapi-client/fetch';
import { type ApiContract, decodeErrorBody } from '@scout/contract';
import { callTimeoutMs } from './callTimeout.ts';
import { contractRoutes } from './contractRoutes.ts';

export type Api = JsonifiedClient<ContractRouterClient<ApiContract>>;

export type Send = (request: Request, init?: RequestInit) => Promise<Response>;

/** A client of every call in the contract, on this page's own origin. `send` performs the request. */
export function createApi(send: Send): Api {
  const link = new OpenAPILink(contractRoutes, {
    url: () => window.location.origin,
    fetch: (request, init) => send(request, init),
    customErrorResponseBodyDecoder: decodeErrorBody,
  });
  return createORPCClient(link);
}

/** Sends without a token, for the calls that create one. Cookies are sent as usual on this origin. */
export const sendPlain: Send = (request, init) => fetch(withTimeout(request), init);

interface Abortable {
  send: Send;
  /** Aborts current requests, and those that begin until the work has ended; later ones are not affected. */
  abortDuring<T>(work: () => Promise<T>): Promise<T>;
}

/** Sends requests that can be aborted together. */
export function abortable(send: Send): Abortable {
  let underWay = new AbortController();
  return {
    send: (request, init) => {
      const signal = AbortSignal.any([request.signal, underWay.signal]);
      return send(new Request(request, { signal }), init);
    },
    abortDuring: async (work) => {
      underWay.abort();
      try {
        return await work();
      } finally {
        underWay = new AbortController();
      }
    },
  };
}

/** The part of a session that {@link sendWithToken} needs. */
interface Tokens {
  accessToken(): Promise<string | null>;
  renewAfter(refused: string): Promise<string | null>;
}

/** Sends with the session's access token; after a 401 renews it once and retries. */
export function sendWithToken(tokens: Tokens, send: Send = sendPlain): Send {
  return async (request, init) => {
    const token = await tokens.accessToken();
    if (token === null) return send(request, init);
    const response = await send(bearing(request, token), init);
    if (response.status !== 401) return response;
    const renewed = await tokens.renewAfter(token);
    return renewed === null ? response : send(bearing(request, renewed), init);
  };
}

function bearing(request: Request, token: string): Request {
  const copy = request.clone();
  copy.headers.set('authorization', `Bearer ${token}`);
  return copy;
}

function withTimeout(request: Request): Request {
  return new Request(request, {
    signal: AbortSignal.any([request.signal, AbortSignal.timeout(callTimeoutMs)]),
  });
}
