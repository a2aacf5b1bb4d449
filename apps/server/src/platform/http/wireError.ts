import { ORPCError } from '@orpc/client';
import { ValidationError } from '@orpc/contract';
import { type ErrorBody, type ErrorCode, errors } from '@scout/contract';
import { Refusal } from './refusal.ts';

/** An error as sent over the wire. */
export interface WireError {
  readonly status: number;
  readonly body: ErrorBody;
  /** Seconds, for the Retry-After header. */
  readonly retryAfter?: number;
  /** True when the cause is internal, the database or another service, and must be logged. */
  readonly unexpected: boolean;
}

/** Fastify's codes for client errors. */
const fastifyCodes: Readonly<Record<string, ErrorCode>> = {
  FST_ERR_CTP_INVALID_JSON_BODY: 'invalid_json',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'invalid_json',
  FST_ERR_CTP_BODY_TOO_LARGE: 'body_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
};

/** Temporary database errors: too many connections, shutting down, canceled, deadlock, serialization, lock timeout. */
const busyDatabase =
  /^(08...|53...|57P0[1-5]|57014|40001|40P01|55P03|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)$/;
/** pg has no code for timeouts, and for a connection that broke before a query; Citus has none for that of a node that broke within one. */
const busyMessages =
  /^(timeout exceeded when trying to connect|timeout expired|Query read timeout|Connection terminated|Client has encountered a connection error|failure on connection marked as essential)/;
/** Without its server a Unix socket does not exist. */
const isWithoutSocket = (error: unknown): boolean =>
  property(error, 'code') === 'ENOENT' && property(error, 'syscall') === 'connect';

/**
 * Converts anything thrown into `{code, message}` and its status. Only errors meant for the caller keep their message; all others
 * are hidden behind `internal` and the request's id.
 */
export function toWireError(error: unknown, requestId: string): WireError {
  const code = property(error, 'code');
  const message = error instanceof Error ? error.message : '';

  if (error instanceof ORPCError && error.code === 'BAD_REQUEST') {
    return answer(
      'invalid_input',
      error.cause instanceof ValidationError ? describeIssues(error.cause) : undefined,
    );
  }
  const isOurs = error instanceof Error && (error.name.endsWith('Refusal') || error instanceof ORPCError);
  if (isOurs && isErrorCode(code)) {
    const unexpected = error instanceof Refusal && error.cause !== undefined;
    return { ...answer(code, message, retryAfterOf(error)), unexpected };
  }

  if (typeof code === 'string' && Object.hasOwn(fastifyCodes, code)) return answer(fastifyCodes[code]!);
  if (code === '23505') return answer('23505');
  if (code === '42501' || code === '42P01') return { ...answer(code), unexpected: true };
  if (code === '53100') return { ...answer('storage_low', undefined, 60), unexpected: true };
  if (
    (typeof code === 'string' && busyDatabase.test(code)) ||
    busyMessages.test(message) ||
    isWithoutSocket(error)
  ) {
    return { ...answer('unavailable', undefined, 2), unexpected: true };
  }

  const status = property(error, 'statusCode');
  // secure-json-parse and the router throw plain errors with a status and a message for the client.
  if (error instanceof SyntaxError && status === 400) return answer('invalid_json');
  if (typeof status === 'number' && status >= 400 && status < 500)
    return { ...answer('invalid_input'), status };

  const { status: internal, message: words } = errors.internal;
  return {
    status: internal,
    body: { code: 'internal', message: `${words} Request ${requestId}.` },
    unexpected: true,
  };
}

function answer(code: ErrorCode, message?: string, retryAfter?: number): WireError {
  const { status, message: standard } = errors[code];
  const body = { code, message: message || standard };
  return { status, body, unexpected: false, ...(retryAfter !== undefined && { retryAfter }) };
}

/** Prefixes of the validator's own messages, which name no field; our messages are whole sentences with the field. */
const namesNoField = /^(Invalid|Too|Unrecognized|must)\b/;

/** "Email is required; limit: Too big …", without the part of a detailed input. */
function describeIssues({ issues }: ValidationError): string {
  const parts = issues.map(({ path = [], message }) => {
    const keys = path.map((segment) => String(typeof segment === 'object' ? segment.key : segment));
    const name = keys.filter(
      (key, index) => index > 0 || !['query', 'body', 'params', 'headers'].includes(key),
    );
    return name.length > 0 && namesNoField.test(message) ? `${name.join('.')}: ${message}` : message;
  });
  return parts.join('; ');
}

function isErrorCode(code: unknown): code is ErrorCode {
  return typeof code === 'string' && Object.hasOwn(errors, code);
}

function retryAfterOf(error: unknown): number | undefined {
  const seconds = property(error, 'retryAfter');
  return typeof seconds === 'number' ? seconds : undefined;
}

function property(error: unknown, key: string): unknown {
  return typeof error === 'object' && error !== null ? Reflect.get(error, key) : undefined;
}
