import type { ErrorCode } from '@scout/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { logUnexpected } from '../../../platform/http/logging.ts';
import { toWireError } from '../../../platform/http/wireError.ts';
import { SCHEMAS } from './resources.ts';

/** Kinds of errors that RFC 7644 names (section 3.12). */
const types: Readonly<Record<string, string>> & Readonly<Partial<Record<ErrorCode, string>>> = {
  invalid_input: 'invalidValue',
  invalid_json: 'invalidSyntax',
  scim_exists: 'uniqueness',
  scim_filter: 'invalidFilter',
  scim_path: 'invalidPath',
  scim_too_many: 'tooMany',
  scim_value: 'invalidValue',
};

export const CONTENT_TYPE = 'application/scim+json; charset=utf-8';

/** Sends an error in the form of SCIM, with the code that every other call gives. */
export function sendScimError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { status, body, retryAfter, unexpected } = toWireError(error, request.id);
  if (unexpected) logUnexpected(request.log, error);
  if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter));
  if (status === 401) reply.header('www-authenticate', 'Bearer');
  const { code, message } = body;
  const scimType = types[code];
  return reply
    .status(status)
    .header('cache-control', 'no-store')
    .type(CONTENT_TYPE)
    .send(
      JSON.stringify({
        schemas: [SCHEMAS.error],
        status: String(status),
        ...(scimType !== undefined && { scimType }),
        detail: message,
        code,
        message,
      }),
    );
}
