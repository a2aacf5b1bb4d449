import { declareCall } from '../call.ts';
import { enrolment } from '../entities/enrolment.ts';
import { limits } from '../limits.ts';
import { z } from '../zod.ts';

/** The organization's enrolment tokens, newest first. */
export const enrolments = declareCall({
  access: 'subscriber-admin',
  method: 'GET',
  path: '/api/v1/enrolments',
  summary: "The organization's enrolment tokens",
  tag: 'Agents',
  input: z.object({}),
  output: z.array(enrolment).max(limits.enrolment.listed),
});
