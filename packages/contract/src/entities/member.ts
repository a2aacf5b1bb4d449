import { roles } from '../permissions.ts';
import { z } from '../zod.ts';
import { email, isoTime, tenantId } from './fields.ts';

export const memberStatuses = ['active', 'pending'] as const;
export type MemberStatus = (typeof memberStatuses)[number];

/** A person of the organization, as its admins read it. */
export const member = z.object({
  email: z.string(),
  /** Empty until the person has entered a name. */
  full_name: z.string(),
  is_admin: z.boolean(),
  role: z.enum(roles),
  status: z.enum(memberStatuses),
  /** Somebody with this address has registered and belongs to the organization, or asks to. */
  has_account: z.boolean(),
  /** The step that a pending member waits for: their own answer to an invitation, or an admin's approval. Null when active. */
  waits_for: z.enum(['invitation', 'approval']).nullable(),
  /** When the newest invitation ends that can still be accepted; null when there is none. */
  invitation_expires_at: isoTime.nullable(),
  /** When an admin removed or rejected this address before; null when none did, and once it was let in again. */
  removed_at: isoTime.nullable(),
  created_at: isoTime,
});
export type Member = z.output<typeof member>;

/** The body of the calls that change one member (spec section 7, RPCs). Another organization's `p_tenant_id` is not found. */
export const memberRpc = z.object({ p_tenant_id: tenantId, p_email: email });
