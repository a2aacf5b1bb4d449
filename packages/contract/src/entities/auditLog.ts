import { z } from '../zod.ts';
import { isoTime, tenantId } from './fields.ts';

/** One entry of the organization's audit log (spec section 3), with its origin. Entries are never changed. */
export const auditLog = z.object({
  id: z.uuid(),
  occurred_at: isoTime,
  /** Address of the acting person. */
  actor: z.string(),
  /** Such as `member_removed`. */
  action: z.string(),
  target_email: z.string().nullable(),
  details: z.record(z.string(), z.unknown()),
  tenant_id: tenantId,
  address: z.string().nullable(),
  /** Display name: 'Firefox on Windows'. */
  device: z.string().nullable(),
});
export type AuditLog = z.output<typeof auditLog>;
