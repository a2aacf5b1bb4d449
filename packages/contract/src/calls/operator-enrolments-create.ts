import { declareCall } from '../call.ts';
import { newEnrolment } from '../entities/enrolment.ts';
import { isoTime, tenantId } from '../entities/fields.ts';
import { z } from '../zod.ts';

/** Makes an enrolment token. The answer is the only time that the token itself is shown. */
export const operatorEnrolmentsCreate = declareCall({
  access: 'operator',
  method: 'POST',
  path: '/operator/v1/enrolments',
  summary: 'Create an enrolment token',
  tag: 'Operator',
  input: newEnrolment.extend({ tenant_id: tenantId }),
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
