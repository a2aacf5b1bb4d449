import { declareCall } from '../../call.ts';
import { isoTime } from '../../entities/fields.ts';
import { limits } from '../../limits.ts';
import { z } from '../../zod.ts';

const path = '/api/v1/organization/deletion';

/**
 * Schedules deletion of the organization with all its data after `limits.subscription.deletionDelayDays`. A repeated request
 * keeps the date. All admins are mailed.
 */
export const organizationDeletionRequest = declareCall({
  access: 'admin',
  method: 'POST',
  path,
  summary: 'Request the deletion of the organization',
  tag: 'Organizations',
  input: z.object({
    /** The organization's name, exactly. */
    company_name: z.string().min(1).max(limits.user.nameMax),
    password: z.string().min(1).max(limits.user.passwordMax),
  }),
  output: z.object({ deletion_due_at: isoTime }),
  errors: ['wrong_password', 'wrong_organization_name', 'legal_hold'],
});

/** Withdraws the deletion request; no effect without one. All admins are mailed. */
export const organizationDeletionWithdraw = declareCall({
  access: 'admin',
  method: 'DELETE',
  path,
  summary: 'Withdraw the deletion of the organization',
  tag: 'Organizations',
  input: z.object({}).optional(),
  output: z.object({ withdrawn: z.boolean() }),
});
