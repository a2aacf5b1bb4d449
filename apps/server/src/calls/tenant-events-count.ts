import { contract } from '@scout/contract';
import { countTenantEvents, windowOf } from '../queries/tenant-events.ts';
import { implementCall } from './implementCall.ts';

export const tenantEventsCount = implementCall(
  contract.tenantEventsCount,
  async (query, { app, tx, member }) => ({
    count: await countTenantEvents(tx, {
      tenantId: member.tenantId,
      ...windowOf(query, app.clock.now()),
      eventType: query.event_type,
    }),
  }),
);
