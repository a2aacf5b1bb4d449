import { declareCall } from '../../call.ts';
import { queryNumber } from '../../entities/fields.ts';
import { incident, incidentPath, incidentRun, ruleId } from '../../entities/incident.ts';
import { isOrdered, orderFault, windowFields } from '../../entities/window.ts';
import { limits } from '../../limits.ts';
import { z } from '../../zod.ts';

const { pageRows, pageRowsMax, nameMax, runs, runRows } = limits.incidents;
const name = z.string().trim().min(1).max(nameMax).optional();

/** A rule, optional names, a window, and the position to continue at. */
const scope = {
  rule: ruleId,
  account: name,
  computer: name,
  server: name,
  source: name,
  user: name,
  ...windowFields,
  cursor: z
    .string()
    .regex(
      /^[0-9]{1,13}_[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}-[0-9]{6}$/,
      'must be the next of an earlier page',
    )
    .optional(),
};

/**
 * A page of a rule's incidents, newest first: of the organization, or of one account, computer, server, source host or acting
 * user; names compare without case. The window is inclusive on both ends; the default is the last 720 hours. `next` is the next
 * page's `cursor`, null on the last page.
 */
export const incidents = declareCall({
  access: 'subscriber',
  also: ['analyst', 'auditor'],
  scope: 'events:read',
  method: 'GET',
  path: '/api/v1/incidents',
  summary: 'Incidents of a rule, an account, a computer, a server, a source host or an acting user',
  tag: 'Figures',
  input: z
    .object({
      ...scope,
      limit: queryNumber.pipe(z.number().int().min(1).max(pageRowsMax)).default(pageRows),
    })
    .refine(isOrdered, orderFault),
  output: z.object({ incidents: z.array(incident).max(pageRowsMax), next: z.string().nullable() }),
});

/**
 * The newest incidents of a scope as runs of one way, newest first, and the path of those grouped on this page. `next` is the next
 * page's `cursor`; a run may continue there.
 */
export const incidentsRuns = declareCall({
  access: 'subscriber',
  also: ['analyst', 'auditor'],
  scope: 'events:read',
  method: 'GET',
  path: '/api/v1/incidents/runs',
  summary: 'Incidents, grouped by path',
  tag: 'Figures',
  input: z.object(scope).refine(isOrdered, orderFault),
  output: z.object({
    runs: z.array(incidentRun).max(runs),
    /** Incidents in these runs. */
    incidents: z.number().int().nonnegative().max(runRows),
    path: incidentPath,
    next: z.string().nullable(),
  }),
});
