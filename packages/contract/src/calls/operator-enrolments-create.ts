import { declareCall } from '../call.ts';
import { isoTime, tenantId } from '../entities/fields.ts';
import { limits } from '../limits.ts';
import { z } from '../zod.ts';

const { enrolment } = limits;

/** Makes an enrolment token. The answer is the only time that the token itself is shown. */
export const operatorEnrolmentsCreate = declareCall({
  access: 'operator',
  method: 'POST',
  path: '/operator/v1/enrolments',
  summary: 'Create an enrolment token',
  tag: 'Operator',
  input: z.object({
    tenant_id: tenantId,
    label: z.string().trim().max(enrolment.labelMax).default(''),
    max_uses: z.number().int().min(1).max(enrolment.maxUses).default(enrolment.defaultMaxUses),
    expires_in_hours: z.number().min(1).max(enrolment.maxHours).default(enrolment.defaultHours),
  }),
  output: z.object({
    token: z.string(),
    token_id: z.uuid(),
    tenant_id: tenantId,
    label: z.string(),
    max_uses: z.number().int(),
    expires_at: isoTime,
  }),
  errors: ['not_found'],
});
