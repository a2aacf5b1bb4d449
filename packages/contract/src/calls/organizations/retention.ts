import { declareCall } from '../../call.ts';
import { holdReason, retention, retentionDays } from '../../entities/retention.ts';
import { z } from '../../zod.ts';

const path = '/api/v1/organization/retention';

/** Retention and legal hold of the organization. */
export const organizationRetention = declareCall({
  access: 'admin',
  also: ['auditor'],
  scope: 'retention:read',
  method: 'GET',
  path,
  summary: 'The organization’s data retention',
  tag: 'Organizations',
  input: z.object({}),
  output: retention,
});

/** Changes how long data is kept. A longer time applies at once, a shorter one after `limits.retention.shorteningDelayDays`. */
export const organizationRetentionSet = declareCall({
  access: 'admin',
  scope: 'retention:write',
  method: 'PATCH',
  path,
  summary: 'Change the organization’s data retention',
  tag: 'Organizations',
  input: z.object({ retention_days: retentionDays }),
  output: retention,
});

/** Sets or lifts the legal hold; a repeated request changes nothing. Waits for a deletion that is being done. */
export const organizationHold = declareCall({
  access: 'admin',
  method: 'PATCH',
  path: '/api/v1/organization/legal-hold',
  summary: 'Set or lift the legal hold of the organization',
  tag: 'Organizations',
  input: z.object({ held: z.boolean(), reason: holdReason }),
  output: retention,
  errors: ['sample_organization'],
});
