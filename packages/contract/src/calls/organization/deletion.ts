import { declareCall } from '../../call.ts';
import { isoTime } from '../../entities/fields.ts';
import { limits } from '../../limits.ts';
import { z } from '../../zod.ts';

const path = '/api/v1/organization/deletion';

/**
 * Has the organization deleted with everything of it after some days (`limits.subscription.deletionDelayDays`). Asked again, the day stays.
 * Every admin is mailed.
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
  errors: ['wrong_password', 'wrong_organization_name'],
});

/** Takes the request back; nothing happens when there is none. Every admin is mailed. */
export const organizationDeletionWithdraw = declareCall({
  access: 'admin',
  method: 'DELETE',
  path,
  summary: 'Withdraw the deletion of the organization',
  tag: 'Organizations',
  input: z.object({}).optional(),
  output: z.object({ withdrawn: z.boolean() }),
});
