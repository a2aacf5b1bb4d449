import type { FastifyReply, FastifyRequest } from 'fastify';
import { logBroken, logUnexpected } from './logging.ts';
import { toWireError } from './wireError.ts';

/** Headers of a download, possibly set before reading its first page failed. */
const OF_FILES = ['content-disposition', 'content-encoding', 'content-length', 'x-scout-count'];

/** True when the sender disconnected before the end of the body, which then caused the error. */
const isCutOff = ({ raw }: FastifyRequest): boolean => raw.destroyed && !raw.complete;

/** Sends an error in the common form, also if headers of another response were already set. */
export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { status, body, retryAfter, unexpected } = toWireError(error, request.id);
  if (unexpected) (isCutOff(request) ? logBroken : logUnexpected)(request.log, error);
  if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter));
  // A client that is still sending can read the response only if the connection stays open: the rest of its body is read and
  // discarded, within the request's timeout.
  if (status === 413) reply.removeHeader('connection');
  for (const name of OF_FILES) reply.removeHeader(name);
  return reply.status(status).type('application/json').header('cache-control', 'no-store').send(body);
}
