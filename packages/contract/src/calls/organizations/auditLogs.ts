import { declareCall } from '../../call.ts';
import { auditLog } from '../../entities/auditLog.ts';
import { email, queryNumber, tenantId } from '../../entities/fields.ts';
import { moment } from '../../entities/window.ts';
import { limits } from '../../limits.ts';
import { z } from '../../zod.ts';

const { rows, filterMax } = limits.auditLog;

/** The organization's audit log, newest first, at most 100 entries a page (spec section 7). Filters narrow before the limit. */
export const auditLogs = declareCall({
  access: 'admin',
  also: ['auditor'],
  scope: 'audit:read',
  method: 'GET',
  path: '/rest/v1/audit_logs',
  summary: "The organization's audit log",
  tag: 'Tables',
  input: z.object({
    /** Exact action. */
    action: z.string().min(1).max(filterMax).optional(),
    /** Part of the actor's address, case-insensitive. */
    actor: z.string().trim().min(1).max(filterMax).optional(),
    /** Part of actor, action, target, details, address or device, case-insensitive. */
    text: z.string().trim().min(1).max(filterMax).optional(),
    /** Both ends are inclusive; a date means midnight UTC of that day. */
    from: moment.optional(),
    to: moment.optional(),
    /** Id of an entry: returns only older ones, for the next page. */
    before: z.uuid().optional(),
    limit: queryNumber.pipe(z.number().int().min(1).max(rows)).optional(),
  }),
  output: z.array(auditLog).max(rows),
});

/**
 * Returns the audit log entry of the caller's acceptance of an invitation. Accept-invitation writes the entry in its own
 * transaction; the log never records claims of a caller.
 */
export const auditEmit = declareCall({
  access: 'member',
  also: ['analyst', 'auditor', 'owner'],
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
