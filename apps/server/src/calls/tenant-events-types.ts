import { contract } from '@scout/contract';
import { tenantEventTypes, windowOf } from '../queries/tenant-events.ts';
import { implementCall } from './implementCall.ts';

export const tenantEventsTypes = implementCall(
  contract.tenantEventsTypes,
  async (query, { app, tx, member }) =>
    tenantEventTypes(tx, {
      tenantId: member.tenantId,
      ...windowOf(query, app.clock.now()),
      eventType: query.event_type,
    }),
);
