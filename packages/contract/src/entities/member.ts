import { roles } from '../permissions.ts';
import { z } from '../zod.ts';
import { email, isoTime, tenantId } from './fields.ts';

export const memberStatuses = ['active', 'pending'] as const;
export type MemberStatus = (typeof memberStatuses)[number];

/** A member of the organization, for its admins. */
export const member = z.object({
  email: z.string(),
  /** Empty until the person enters a name. */
  full_name: z.string(),
  is_admin: z.boolean(),
  role: z.enum(roles),
  status: z.enum(memberStatuses),
  /** True when somebody has registered with this address and belongs to the organization, or has asked to. */
  has_account: z.boolean(),
  /** Next step for a pending member: their response to an invitation, or an admin's approval. Null when active. */
  waits_for: z.enum(['invitation', 'approval']).nullable(),
  /** Expiry of the newest invitation that can still be accepted; null without one. */
  invitation_expires_at: isoTime.nullable(),
  /** Time an admin removed or rejected this address; null if never, and after readmission. */
  removed_at: isoTime.nullable(),
  created_at: isoTime,
});
export type Member = z.output<typeof member>;

/** Body of the calls that change one member (spec section 7, RPCs). Another organization's `p_tenant_id` is not found. */
export const memberRpc = z.object({ p_tenant_id: tenantId, p_email: email });
