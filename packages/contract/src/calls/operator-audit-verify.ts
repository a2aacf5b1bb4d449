import { declareCall } from '../call.ts';
import { tenantId } from '../entities/fields.ts';
import { z } from '../zod.ts';

/** Follows the hash chain of an organization's audit log. */
export const operatorAuditVerify = declareCall({
  access: 'operator',
  method: 'GET',
  path: '/operator/v1/audit/verify',
  summary: "Verify an organization's audit log",
  tag: 'Operator',
  input: z.object({ tenant_id: tenantId }),
  output: z.object({
    tenant_id: tenantId,
    entries: z.number().int().min(0),
    /** Place of the first entry that is missing or does not fit, from 1; null when the chain holds. */
    first_fault: z.number().int().min(1).nullable(),
    /** Hash of the last entry, in hex; null without entries. Note it elsewhere to recognize a chain that was replaced. */
    head: z.string().nullable(),
  }),
  errors: ['not_found'],
});
