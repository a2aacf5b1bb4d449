import type { FastifyReply, FastifyRequest } from 'fastify';
import { logBroken, logUnexpected } from './logging.ts';
import { toWireError } from './wireError.ts';

/** Headers of a download, which may have been set before its first page could not be read. */
const OF_FILES = ['content-disposition', 'content-encoding', 'content-length', 'x-scout-count'];

/** True when the sender went away before the end of the body: whatever failed then failed for that. */
const isCutOff = ({ raw }: FastifyRequest): boolean => raw.destroyed && !raw.complete;

/** Answers with an error in the form that every error has, also where the answer that failed had been announced as something else. */
export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { status, body, retryAfter, unexpected } = toWireError(error, request.id);
  if (unexpected) (isCutOff(request) ? logBroken : logUnexpected)(request.log, error);
  if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter));
  // A client that is still sending reads the answer only if the connection stays open: the rest of its body is read and discarded, within the request's time.
  if (status === 413) reply.removeHeader('connection');
  for (const name of OF_FILES) reply.removeHeader(name);
  return reply.status(status).type('application/json').header('cache-control', 'no-store').send(body);
}
