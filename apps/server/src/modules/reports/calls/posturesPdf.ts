import { contract } from '@scout/contract';
import type { FastifyInstance } from 'fastify';
import { authenticateFirst, grantAccess, requestContext } from '../../auth/index.ts';
import { createPlaces } from '../places.ts';
import { postureReportOf, posturesFileName } from '../postures.ts';
import type { MemberContext, ReportServices } from '../services.ts';

const { route, meta } = contract.posturesPdf['~orpc'];

/** Concurrent PDFs per organization and in total. They are generated sequentially. */
const AT_ONCE = { organization: 2, total: 16 };

/** Registers the download of the report of postures: a separate route, because its response is not JSON. */
export function registerPosturesPdf(app: FastifyInstance, context: ReportServices): void {
  const places = createPlaces(AT_ONCE.organization, AT_ONCE.total);
  app.get(route.path!, { onRequest: authenticateFirst(context, meta) }, async (request, reply) => {
    const access = requestContext(context, request, reply);
    const { report, tenantId } = await grantAccess(meta, access, async (granted) => {
      const { tx, member } = granted as MemberContext;
      const { tenantId } = member;
      return { tenantId, report: await postureReportOf(tx, tenantId, context.clock.now()) };
    });
    const leave = places.enter(tenantId);
    const file = await context.printer.postures(report).finally(leave);
    return reply
      .headers({
        'content-type': 'application/pdf',
        'content-disposition': `attachment; filename="${posturesFileName(report)}"`,
        'cache-control': 'no-store',
      })
      .send(file);
  });
}
