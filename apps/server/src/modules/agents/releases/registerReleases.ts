import { createHash } from 'node:crypto';
import { type PackageKind, packageKinds } from '@scout/contract/releases';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type pg from 'pg';
import type { Clock } from '../../../platform/clock.ts';
import { withRole } from '../../../platform/database/pool.ts';
import { acceptedCodings } from '../../../platform/http/acceptedCodings.ts';
import type { Addresses } from '../../../platform/http/addresses.ts';
import { Refusal } from '../../../platform/http/refusal.ts';
import type { Keyring } from '../../auth/index.ts';
import { readDownloadTicket } from '../sql/downloadTickets.ts';
import { requireAgentAddress } from './agentAddress.ts';
import type { Release } from './readRelease.ts';
import type { Releases } from './releases.ts';
import { sendParts } from './sendParts.ts';
import { isTicket, tokenOfTicket } from './tickets.ts';

const contentTypes: Readonly<Record<PackageKind, string>> = {
  exe: 'application/vnd.microsoft.portable-executable',
  msi: 'application/x-msi',
  pkg: 'application/x-newton-compatible-pkg',
  deb: 'application/vnd.debian.binary-package',
  rpm: 'application/x-rpm',
  'tar.gz': 'application/gzip',
};

export interface ReleasesContext {
  readonly pool: pg.Pool;
  readonly clock: Clock;
  readonly keys: Keyring;
  readonly addresses: Addresses;
  readonly releases: Releases;
}

const attachment = (name: string): string => `attachment; filename="${name}"`;
const contentTypeOf = (path: string): string =>
  contentTypes[packageKinds.find((kind) => path.endsWith(`.${kind}`)) ?? 'tar.gz'];

const BYTES = 'application/octet-stream';

/** Cacheable with revalidation: a new release may appear at any time. */
const REVALIDATE = 'public, no-cache';

/**
 * Registers the downloads of agents. A plain package contains no organization's data and is public, as installers require; one
 * with a configuration needs a link requested by a subscriber.
 */
export function registerReleases(app: FastifyInstance, context: ReleasesContext): void {
  const { releases } = context;
  const open = (why: string) => ({
    method: ['GET', 'HEAD'],
    compress: false as const,
    config: { open: why },
  });

  app.route<{ Params: { platform: string; file: string } }>({
    ...open('packages of the agent, which hold no secret'),
    url: '/releases/latest/:platform/:file',
    handler: async (request, reply) => {
      const { platform, file } = request.params;
      const [, path, part] = /^(.*?)(\.sha256|\.sig|\.index)?$/.exec(`${platform}/${file}`)!;
      const release = requireRelease();
      if (!(await releases.has(release, path!))) throw new Refusal('agent_binary_not_found');
      const found = release.files.get(path!)!;
      if (part === '.sha256')
        return text(request, reply, `${found.sha256}  ${file.replace(/\.sha256$/, '')}\n`);
      if (part === '.sig') return small(request, reply, await releases.signature(release, found.path), BYTES);
      if (part === '.index') {
        const index = await releases.index(release, found);
        if (!index) throw new Refusal('agent_binary_not_found');
        return small(request, reply, index, 'application/json; charset=utf-8');
      }
      reply.header('content-disposition', attachment(file));
      const packed = releases.packed(release, found.path);
      if (packed) reply.header('vary', 'accept-encoding');
      const parts = packed && acceptedCodings(request.headers['accept-encoding']).has('zstd') ? packed : null;
      if (parts) reply.header('content-encoding', 'zstd');
      return sendParts(request, reply, {
        parts: parts ?? releases.parts(release, found.path),
        etag: parts ? `"${found.sha256}-zstd"` : `"${found.sha256}"`,
        contentType: contentTypeOf(found.path),
        cacheControl: REVALIDATE,
      });
    },
  });

  app.route({
    ...open('what the release holds'),
    url: '/releases/latest/manifest.json',
    handler: async (request, reply) =>
      small(request, reply, requireRelease().manifestText, 'application/json; charset=utf-8'),
  });

  app.route({
    ...open('signature of the manifest'),
    url: '/releases/latest/manifest.json.sig',
    handler: async (request, reply) => small(request, reply, requireRelease().signature, BYTES),
  });

  app.route({
    ...open('the public keys that signed releases, each announced by the one before it'),
    url: '/releases/latest/keys.json',
    handler: async (request, reply) =>
      small(request, reply, requireRelease().keysText, 'application/json; charset=utf-8'),
  });

  app.route({
    ...open('the public key that checks signatures'),
    url: '/releases/release-key.pem',
    handler: async (request, reply) => {
      const pem = releases.publicPem();
      if (pem === null) throw new Refusal('agent_binary_not_found');
      return text(request, reply, pem);
    },
  });

  app.route<{ Params: { ticket: string; file: string } }>({
    ...open('a package behind a link of minutes that a subscriber asked for'),
    url: '/releases/configured/:ticket/:file',
    handler: async (request, reply) => {
      const { ticket, file } = request.params;
      const { path } = await ticketOf(ticket);
      const release = requireRelease();
      if (!(await releases.has(release, path))) throw new Refusal('agent_binary_not_found');
      if (!path.endsWith(`/${file}`)) throw new Refusal('not_found');
      const server = requireAgentAddress(context);
      const parts = await releases.configured(release, path, {
        server,
        token: await tokenOfTicket(context.keys('downloads'), ticket),
        allow_cleartext: server.startsWith('http:'),
        release_key: release.publicPem,
      });
      // The same link and release give the same bytes.
      const mark = createHash('sha256')
        .update(`${ticket} ${release.files.get(path)!.sha256} ${server}`)
        .digest('hex');
      reply.header('content-disposition', attachment(file));
      return sendParts(request, reply, {
        parts,
        etag: `"${mark}"`,
        contentType: contentTypeOf(path),
        cacheControl: 'no-store',
      });
    },
  });

  function requireRelease(): Release {
    const release = releases.current();
    if (!release) throw new Refusal('agent_binary_not_found');
    return release;
  }

  async function ticketOf(ticket: string): Promise<{ path: string }> {
    const found = isTicket(ticket)
      ? await withRole(context.pool, { role: 'scout_auth' }, (tx) =>
          readDownloadTicket(tx, ticket, new Date(context.clock.now())),
        )
      : undefined;
    if (!found) throw new Refusal('not_found');
    return found;
  }

  const text = (request: FastifyRequest, reply: FastifyReply, body: string): FastifyReply =>
    small(request, reply, Buffer.from(body), 'text/plain; charset=utf-8');

  const small = (
    request: FastifyRequest,
    reply: FastifyReply,
    body: Buffer,
    contentType: string,
  ): FastifyReply =>
    sendParts(request, reply, {
      parts: [body],
      etag: `"${createHash('sha256').update(body).digest('hex')}"`,
      contentType,
      cacheControl: REVALIDATE,
    });
}
