import { limits } from '../limits.ts';
import { z } from '../zod.ts';
import { isoTime } from './fields.ts';

const { enrolment: max } = limits;

/** Options of a new token. */
export const newEnrolment = z.object({
  label: z
    .string()
    .trim()
    .max(max.labelMax)
    .regex(/^[^\0]*$/, 'must not hold a NUL')
    .default(''),
  max_uses: z.number().int().min(1).max(max.maxUses).default(max.defaultMaxUses),
  expires_in_hours: z.number().min(1).max(max.maxHours).default(max.defaultHours),
  /** Group that machines join with it. */
  group_id: z.uuid().optional(),
});

/** An enrollment token for display, without the token itself. */
export const enrolment = z.object({
  token_id: z.uuid(),
  label: z.string(),
  /** Address of the admin; null when the operator created it. */
  created_by: z.string().nullable(),
  created_at: isoTime,
  /** Null: never. */
  expires_at: isoTime.nullable(),
  /** Null: any number. */
  max_uses: z.number().int().nullable(),
  uses: z.number().int(),
  /** Machines that enroll with it wait for an admin's approval. */
  needs_approval: z.boolean(),
  group_id: z.uuid().nullable(),
  revoked_at: isoTime.nullable(),
});
export type Enrolment = z.output<typeof enrolment>;
