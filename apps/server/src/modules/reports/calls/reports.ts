import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { contract, limits, tenantEventsScope } from '@scout/contract';
import {
  type ExportFormat,
  exportFileName,
  exportFormats,
  exportHead,
  exportLines,
  exportMediaTypes,
} from '@scout/contract/exports/tenantEvents';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '../../../platform/http/refusal.ts';
import { authenticateFirst, grantAccess, requestContext, requireStorableText } from '../../auth/index.ts';
import {
  countTenantEvents,
  type EventScope,
  type ExportPosition,
  readExportPage,
  windowOf,
} from '../../events/index.ts';
import { createPlaces } from '../places.ts';
import type { MemberContext, ReportServices } from '../services.ts';

const calls = { csv: contract.tenantEventsCsv, txt: contract.tenantEventsTxt } as const;

export interface ReportOptions {
  /** Milliseconds in which a reader must accept a piece. */
  readonly pieceMs?: number;
}

/** Runs work as the requesting member, checked again, in a separate transaction. */
type AsMember = <T>(work: (member: MemberContext) => Promise<T>) => Promise<T>;

/** Registers the downloads of events: separate routes, because their responses are streams, not JSON. */
export function registerReports(
  app: FastifyInstance,
  context: ReportServices,
  options: ReportOptions = {},
): void {
  const { perOrganization, total, pieceSeconds } = limits.exports;
  const pieceMs = options.pieceMs ?? pieceSeconds * 1000;
  const places = createPlaces(perOrganization, total);

  for (const format of exportFormats) {
    const { route, meta } = calls[format]['~orpc'];
    const onRequest = authenticateFirst(context, meta);
    app.get(route.path!, { onRequest }, async (request, reply) => {
      const asMember: AsMember = (work) =>
        grantAccess(meta, requestContext(context, request, reply), (granted) =>
          work(granted as MemberContext),
        );
      let leave: (() => void) | undefined;
      try {
        const begun = await asMember(async ({ tx, member }) => {
          const now = context.clock.now();
          const scope = scopeOf(request, member.tenantId, now);
          leave = places.enter(member.tenantId);
          return { scope, ...(await countTenantEvents(tx, scope)) };
        });
        reply.headers({
          'content-type': exportMediaTypes[format],
          'content-disposition': `attachment; filename="${exportFileName(format, context.clock.now())}"`,
          'cache-control': 'no-store',
          'x-scout-count': String(begun.count),
        });
        await send(reply, piecesOf(asMember, begun, format), pieceMs);
      } finally {
        leave?.();
      }
      return reply;
    });
  }
}

/** Sends pieces until the last one is sent, or the reader disconnects or stalls. */
async function send(reply: FastifyReply, pieces: AsyncGenerator<Buffer>, pieceMs: number): Promise<void> {
  const cutLater = () =>
    setTimeout(() => {
      reply.log.info('a report was cut off, because its reader stood still');
      reply.raw.destroy();
    }, pieceMs);

  async function* timed() {
    for await (const piece of pieces) {
      const timer = cutLater();
      try {
        yield piece;
      } finally {
        clearTimeout(timer);
      }
    }
  }

  const body = Readable.from(timed(), { objectMode: false });
  let last: NodeJS.Timeout | undefined;
  body.once('end', () => {
    last = cutLater();
  });
  reply.send(body);
  await finished(reply.raw).catch((error: unknown) => reply.log.info({ err: error }, 'a report ended early'));
  clearTimeout(last);
}

/** The text of an export. No connection is held between two pages, however slowly they are read. */
async function* piecesOf(
  asMember: AsMember,
  { scope, snapshot }: { scope: EventScope; snapshot: string },
  format: ExportFormat,
): AsyncGenerator<Buffer> {
  const { pageRows, pageBytes, pieceBytes } = limits.exports;
  const head = exportHead(format);
  if (head !== '') yield Buffer.from(head);
  let after: ExportPosition | undefined;
  do {
    const page = { snapshot, after, rows: pageRows, bytes: pageBytes };
    const { events, last } = await asMember(({ tx }) => readExportPage(tx, scope, page));
    const text = Buffer.from(exportLines(events, format));
    for (let at = 0; at < text.length; at += pieceBytes) yield text.subarray(at, at + pieceBytes);
    after = last;
  } while (after !== undefined);
}

function scopeOf(request: FastifyRequest, tenantId: string, now: number): EventScope {
  requireStorableText(request.query);
  const query = tenantEventsScope.safeParse(request.query);
  if (!query.success) {
    const [issue] = query.error.issues;
    throw new Refusal('invalid_input', { message: `${issue?.path.join('.')}: ${issue?.message}` });
  }
  return { tenantId, ...windowOf(query.data, now), eventType: query.data.event_type };
}
