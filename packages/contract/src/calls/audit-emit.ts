import { declareCall } from '../call.ts';
import { email, tenantId } from '../entities/fields.ts';
import { z } from '../zod.ts';

/**
 * Says that the caller's acceptance of an invitation is in the audit log, and where. The entry itself is written by
 * accept-invitation in the transaction of the change: what a caller says happened is never written down as such.
 */
export const auditEmit = declareCall({
  access: 'member',
  method: 'POST',
  path: '/rpc/audit_emit',
  summary: 'Confirm the audit entry of an accepted invitation',
  tag: 'Organizations',
  input: z.object({
    p_tenant_id: tenantId,
    p_action: z.literal('invite_accepted'),
    /** The caller's own address. */
    p_target: email,
    p_details: z.object({ organization_name: z.string().max(200) }).optional(),
  }),
  output: z.object({ id: z.uuid() }),
  errors: ['not_found'],
});
