import { Readable } from 'node:stream';
import { type Part, read, slice, totalOf } from '@scout/agent-release/formats/part';
import type { FastifyReply, FastifyRequest } from 'fastify';

export interface Download {
  readonly parts: readonly Part[];
  readonly etag: string;
  readonly contentType: string;
  readonly cacheControl: string;
}

/** First and last byte of a Range header; null: all; 'unsatisfiable'. Several ranges get the complete content. */
function rangeOf(header: string | undefined, size: number): [number, number] | null | 'unsatisfiable' {
  const found = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '');
  if (!found) return null;
  const [, first = '', last = ''] = found;
  if (first === '' && last === '') return null;
  if (first === '') {
    const length = Math.min(Number(last), size);
    return length === 0 ? 'unsatisfiable' : [size - length, size - 1];
  }
  if (last !== '' && Number(last) < Number(first)) return null;
  if (Number(first) >= size) return 'unsatisfiable';
  return [Number(first), last === '' ? size - 1 : Math.min(Number(last), size - 1)];
}

/** Responds to GET or HEAD of a download, complete, by range, or with 304. */
export function sendParts(
  request: FastifyRequest,
  reply: FastifyReply,
  { parts, etag, contentType, cacheControl }: Download,
): FastifyReply {
  const size = totalOf(parts);
  reply.headers({ etag, 'accept-ranges': 'bytes', 'cache-control': cacheControl });
  const known = request.headers['if-none-match'];
  if (known?.split(',').some((tag) => tag.trim() === etag || tag.trim() === '*'))
    return reply.status(304).send();
  const condition = request.headers['if-range'];
  const range = condition === undefined || condition === etag ? rangeOf(request.headers.range, size) : null;
  if (range === 'unsatisfiable') {
    return reply.status(416).header('content-range', `bytes */${size}`).send();
  }
  const [first, last] = range ?? [0, size - 1];
  if (range) reply.status(206).header('content-range', `bytes ${first}-${last}/${size}`);
  reply.headers({ 'content-type': contentType, 'content-length': String(last - first + 1) });
  if (request.method === 'HEAD') return reply.send();
  return reply.send(Readable.from(read(slice(parts, first, last + 1)), { objectMode: false }));
}
