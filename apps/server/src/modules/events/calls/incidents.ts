import { contract } from '@scout/contract';
import { implementCall } from '../services.ts';
import { readIncidentRuns } from '../sql/incidentRuns.ts';
import { readIncidents } from '../sql/incidents.ts';
import { windowOf } from '../sql/tenantEvents.ts';

export const incidents = implementCall(contract.incidents, (query, { app, tx, member }) =>
  readIncidents(tx, { ...query, tenantId: member.tenantId, ...windowOf(query, app.clock.now()) }),
);

export const incidentsRuns = implementCall(contract.incidentsRuns, (query, { app, tx, member }) =>
  readIncidentRuns(tx, { ...query, tenantId: member.tenantId, ...windowOf(query, app.clock.now()) }),
);
