import { contract } from '@scout/contract';
import type { FastifyInstance } from 'fastify';
import { Refusal } from '../../../platform/http/refusal.ts';
import { authenticateFirst, grantAccess, requestContext } from '../../auth/index.ts';
import { monthlyFileName, monthlyReportOf } from '../monthly.ts';
import { createPlaces } from '../places.ts';
import type { MemberContext, ReportServices } from '../services.ts';

const call = contract.monthlyReportPdf['~orpc'];

/** Concurrent PDFs per organization and in total. They are generated sequentially. */
const AT_ONCE = { organization: 2, total: 16 };

/**
 * Registers the download of the monthly report: a separate route, because its response is not JSON. No connection is held during
 * generation.
 */
export function registerMonthlyPdf(app: FastifyInstance, context: ReportServices): void {
  const { route, meta, inputSchema } = call;
  const places = createPlaces(AT_ONCE.organization, AT_ONCE.total);
  app.get(route.path!, { onRequest: authenticateFirst(context, meta) }, async (request, reply) => {
    const access = requestContext(context, request, reply);
    const { report, tenantId } = await grantAccess(meta, access, async (granted) => {
      const input = inputSchema!.safeParse(request.query);
      if (!input.success) throw new Refusal('invalid_input', { message: input.error.issues[0]!.message });
      const { tx, member } = granted as MemberContext;
      const { tenantId } = member;
      const chosen = { month: input.data.month, now: context.clock.now() };
      return { tenantId, report: await monthlyReportOf(tx, tenantId, chosen) };
    });
    const leave = places.enter(tenantId);
    const file = await context.printer.monthly(report).finally(leave);
    return reply
      .headers({
        'content-type': 'application/pdf',
        'content-disposition': `attachment; filename="${monthlyFileName(report)}"`,
        'cache-control': 'no-store',
      })
      .send(file);
  });
}
