import { declareCall } from '../call.ts';
import { enrolment, newEnrolment } from '../entities/enrolment.ts';
import { z } from '../zod.ts';

/** Makes an enrolment token. The answer is the only time that the token itself is shown. */
export const enrolmentsCreate = declareCall({
  access: 'subscriber-admin',
  method: 'POST',
  path: '/api/v1/enrolments',
  summary: 'Create an enrolment token',
  tag: 'Agents',
  input: newEnrolment,
  output: enrolment.extend({ token: z.string() }),
});
