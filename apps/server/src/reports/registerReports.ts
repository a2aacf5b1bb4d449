import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { contract, tenantEventsScope } from '@scout/contract';
import {
  type ExportFormat,
  exportFileName,
  exportFormats,
  exportHead,
  exportLines,
  exportMediaTypes,
} from '@scout/contract/exports/tenantEvents';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { grantAccess } from '../calls/access.ts';
import type { MemberContext } from '../calls/contexts.ts';
import { requireStorableText } from '../calls/storableText.ts';
import type { Context } from '../context.ts';
import { Refusal } from '../http/refusal.ts';
import { authenticateFirst, requestContext } from '../http/routes.ts';
import {
  countTenantEvents,
  type EventScope,
  streamTenantEvents,
  windowOf,
} from '../queries/tenant-events.ts';

const calls = { csv: contract.tenantEventsCsv, txt: contract.tenantEventsTxt } as const;

/** Events read from the cursor at a time: about a hundred kilobytes, and 25 MB when all their texts are as long as can be. */
const portion = 100;

/** Each holds a connection while it runs, and as slowly as its reader reads; the others are for everybody else. */
const atOnce = 3;

/** Adds the downloads of events: routes of their own, because their answer is a stream and not JSON. */
export function registerReports(app: FastifyInstance, context: Context): void {
  let running = 0;
  for (const format of exportFormats) {
    const { route, meta } = calls[format]['~orpc'];
    app.get(route.path!, { onRequest: authenticateFirst(context, meta.access) }, async (request, reply) => {
      await grantAccess(meta.access, requestContext(context, request, reply), async (granted) => {
        const { tx, client, member } = granted as MemberContext;
        const scope = scopeOf(request, member.tenantId, context.clock.now());
        if (running >= atOnce) throw new Refusal('unavailable', { retryAfter: 10 });
        running += 1;
        try {
          await send({ tx, client }, scope, format, reply);
        } finally {
          running -= 1;
        }
      });
      return reply;
    });
  }

  async function send(
    transaction: Pick<MemberContext, 'tx' | 'client'>,
    scope: EventScope,
    format: ExportFormat,
    reply: FastifyReply,
  ): Promise<void> {
    const count = await countTenantEvents(transaction.tx, scope);
    const body = Readable.from(textOf(transaction, scope, format), { objectMode: false });
    reply
      .headers({
        'content-type': exportMediaTypes[format],
        'content-disposition': `attachment; filename="${exportFileName(format, context.clock.now())}"`,
        'cache-control': 'no-store',
        'x-scout-count': String(count),
      })
      .send(body);
    // The transaction, and its cursor with it, lasts until the last byte is read or the reader hangs up.
    await finished(body).catch((error: unknown) => reply.log.info({ err: error }, 'a report ended early'));
  }
}

async function* textOf(
  transaction: Pick<MemberContext, 'tx' | 'client'>,
  scope: EventScope,
  format: ExportFormat,
): AsyncGenerator<string> {
  const head = exportHead(format);
  if (head !== '') yield head;
  for await (const events of streamTenantEvents(transaction, scope, portion))
    yield exportLines(events, format);
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
