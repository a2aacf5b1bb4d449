import type { Caller } from '../auth/caller.ts';
import type { RequestContext } from './contexts.ts';

/** Who calls, for sign-in: address, browser and cookie of the request. */
export function callerOf({ request }: RequestContext): Caller {
  const { cookie, 'user-agent': userAgent } = request.headers;
  return {
    address: request.address,
    userAgent: typeof userAgent === 'string' ? userAgent : '',
    cookie: typeof cookie === 'string' ? cookie : undefined,
  };
}
