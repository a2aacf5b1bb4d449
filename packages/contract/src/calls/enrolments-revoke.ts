import { declareCall } from '../call.ts';
import { enrolment } from '../entities/enrolment.ts';
import { z } from '../zod.ts';

/** Ends an enrolment token: no machine enrols with it any more, those that did stay. Harmless when repeated. */
export const enrolmentsRevoke = declareCall({
  access: 'admin',
  method: 'DELETE',
  path: '/api/v1/enrolments/{token_id}',
  summary: 'Revoke an enrolment token',
  tag: 'Agents',
  input: z.object({ token_id: z.uuid() }),
  output: enrolment,
  errors: ['not_found'],
});
