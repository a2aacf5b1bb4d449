import { contract } from '@scout/contract';
import { readIncidentRuns } from '../../queries/incidentRuns.ts';
import { readIncidents } from '../../queries/incidents.ts';
import { windowOf } from '../../queries/tenantEvents.ts';
import { implementCall } from '../implementCall.ts';

export const incidents = implementCall(contract.incidents, (query, { app, tx, member }) =>
  readIncidents(tx, { ...query, tenantId: member.tenantId, ...windowOf(query, app.clock.now()) }),
);

export const incidentsRuns = implementCall(contract.incidentsRuns, (query, { app, tx, member }) =>
  readIncidentRuns(tx, { ...query, tenantId: member.tenantId, ...windowOf(query, app.clock.now()) }),
);
