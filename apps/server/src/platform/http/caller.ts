import { describeDevice } from './device.ts';

/** The caller of a sign-in call. */
export interface Caller {
  readonly address: string;
  readonly userAgent: string;
  /** The Cookie header. */
  readonly cookie: string | undefined;
}

/** The parts of a request that identify the caller. */
export interface CallerRequest {
  readonly address: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

/** Address, browser and cookie of the request. */
export function callerOf({ request }: { readonly request: CallerRequest }): Caller {
  const { cookie, 'user-agent': userAgent } = request.headers;
  return {
    address: request.address,
    userAgent: typeof userAgent === 'string' ? userAgent : '',
    cookie: typeof cookie === 'string' ? cookie : undefined,
  };
}

/** Address and device of a call, for the audit log and for notices. */
export const placeOf = ({ address, userAgent }: Caller) => ({ address, device: describeDevice(userAgent) });

/** The bearer token of an Authorization header (RFC 6750), or undefined without one. */
export function bearerOf(authorization: string | undefined): string | undefined {
  return /^Bearer +(\S+) *$/i.exec(authorization ?? '')?.[1];
}
