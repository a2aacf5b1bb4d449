import { contract, type EvidenceScope } from '@scout/contract';
import type { FastifyInstance } from 'fastify';
import { Refusal } from '../../../platform/http/refusal.ts';
import {
  authenticateFirst,
  changeAsMember,
  grantAccess,
  requestContext,
  requireStorableText,
} from '../../auth/index.ts';
import { evidenceFileName, evidenceOf } from '../evidence.ts';
import { createPlaces } from '../places.ts';
import type { MemberContext, ReportServices } from '../services.ts';

const call = contract.evidence['~orpc'];

/** Concurrent files per organization and in total. */
const AT_ONCE = { organization: 2, total: 16 };

/** Registers the download of evidence: a separate route, because its response is a file. No connection is held during PDF generation. */
export function registerEvidence(app: FastifyInstance, context: ReportServices): void {
  const { route, meta, inputSchema } = call;
  const places = createPlaces(AT_ONCE.organization, AT_ONCE.total);
  app.get(route.path!, { onRequest: authenticateFirst(context, meta) }, async (request, reply) => {
    const access = requestContext(context, request, reply);
    let leave: (() => void) | undefined;
    try {
      const { file, format } = await grantAccess(meta, access, async (granted) => {
        const member = { ...access, ...granted } as MemberContext;
        requireStorableText(request.query);
        const input = inputSchema!.safeParse(request.query);
        if (!input.success) throw new Refusal('invalid_input', { message: input.error.issues[0]!.message });
        leave = places.enter(member.member.tenantId);
        const { format, ...filters } = input.data;
        return { format, file: await makeFile(member, scopeOf(filters), format) };
      });
      const body =
        format === 'pdf' ? await context.printer.evidence(file) : `${JSON.stringify(file, null, 2)}\n`;
      return await reply
        .headers({
          'content-type': format === 'pdf' ? 'application/pdf' : 'application/json; charset=utf-8',
          'content-disposition': `attachment; filename="${evidenceFileName(file, format)}"`,
          'cache-control': 'no-store',
        })
        .send(body);
    } finally {
      leave?.();
    }
  });
}

/** The contract ensures that one of them is present. */
function scopeOf({
  case: number,
  review,
  from,
  to,
}: {
  case?: number | undefined;
  review?: number | undefined;
  from?: string | undefined;
  to?: string | undefined;
}): EvidenceScope {
  if (number !== undefined) return { case: number };
  if (review !== undefined) return { review };
  return { from: new Date(from!).toISOString(), to: new Date(to!).toISOString() };
}

/** Creates the file and its audit log entry in one transaction: no download goes unrecorded. */
function makeFile(context: MemberContext, scope: EvidenceScope, format: 'json' | 'pdf') {
  return changeAsMember(context, async ({ tx, tenantId, actor, now, log }) => {
    const file = await evidenceOf(tx, tenantId, scope, { by: actor, now: now.getTime() });
    await log({
      action: 'evidence_downloaded',
      details: { ...scope, format, entries: file.count, head: file.head },
    });
    return file;
  });
}
