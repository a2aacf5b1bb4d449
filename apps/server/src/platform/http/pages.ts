import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { salesAddressPlaceholder, siteAddressPlaceholder } from '@scout/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { acceptedCodings } from './acceptedCodings.ts';

const compressors = {
  br: (text: Buffer) => promisify(brotliCompress)(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
  gzip: (text: Buffer) => promisify(gzip)(text),
};

/** A page ready to send: with this server's address, compressed once. */
interface ReadyPage {
  readonly etag: string;
  readonly plain: Buffer;
  readonly br: Buffer;
  readonly gzip: Buffer;
}

export interface Pages {
  /** Responds with a built page; 304 if the browser has the current one. */
  send(name: string, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>;
}

/**
 * The built HTML pages.
 * @param texts by file name, as built: with {@link siteAddressPlaceholder} for the site's address
 * @param origin the server's public address; known once it listens
 * @param salesAddress mail address on the pages
 */
export function createPages(
  texts: ReadonlyMap<string, string>,
  origin: () => string,
  salesAddress: string,
): Pages {
  const ready = new Map<string, Promise<ReadyPage>>();

  async function prepare(name: string): Promise<ReadyPage> {
    const text = texts.get(name)!.replaceAll(salesAddressPlaceholder, salesAddress);
    const plain = Buffer.from(text.replaceAll(siteAddressPlaceholder, origin()));
    const etag = `W/"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`;
    const [br, zipped] = await Promise.all([compressors.br(plain), compressors.gzip(plain)]);
    return { etag, plain, br, gzip: zipped };
  }

  function pageOf(name: string): Promise<ReadyPage> {
    const key = `${origin()} ${name}`;
    if (!ready.has(key)) ready.set(key, prepare(name));
    return ready.get(key)!;
  }

  return {
    async send(name, request, reply) {
      const page = await pageOf(name);
      reply.header('cache-control', 'no-cache').header('etag', page.etag).header('vary', 'accept-encoding');
      if (request.headers['if-none-match']?.includes(page.etag)) return reply.status(304).send();
      reply.type('text/html; charset=utf-8');
      const encoding = encodingFor(request.headers['accept-encoding']);
      if (encoding === undefined) return reply.send(page.plain);
      return reply.header('content-encoding', encoding).send(page[encoding]);
    },
  };
}

/** The best encoding that a browser accepts. */
function encodingFor(accepted: string | undefined): 'br' | 'gzip' | undefined {
  const codings = acceptedCodings(accepted);
  return (['br', 'gzip'] as const).find((name) => codings.has(name));
}
