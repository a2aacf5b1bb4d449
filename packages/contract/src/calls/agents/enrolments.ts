import { declareCall } from '../../call.ts';
import { enrolment, newEnrolment } from '../../entities/enrolment.ts';
import { limits } from '../../limits.ts';
import { z } from '../../zod.ts';

/** The organization's enrollment tokens, newest first. */
export const enrolments = declareCall({
  access: 'subscriber-admin',
  also: ['auditor'],
  scope: 'agents:read',
  method: 'GET',
  path: '/api/v1/enrolments',
  summary: "The organization's enrollment tokens",
  tag: 'Agents',
  input: z.object({}),
  output: z.array(enrolment).max(limits.enrolment.listed),
});

/** Creates an enrollment token. Only this response shows the token itself. */
export const enrolmentsCreate = declareCall({
  access: 'subscriber-admin',
  method: 'POST',
  path: '/api/v1/enrolments',
  summary: 'Create an enrollment token',
  tag: 'Agents',
  input: newEnrolment,
  output: enrolment.extend({ token: z.string() }),
  errors: ['not_found'],
});

/** Revokes an enrollment token: no more machines can enroll with it; enrolled machines stay. Idempotent. */
export const enrolmentsRevoke = declareCall({
  access: 'admin',
  scope: 'agents:write',
  method: 'DELETE',
  path: '/api/v1/enrolments/{token_id}',
  summary: 'Revoke an enrollment token',
  tag: 'Agents',
  input: z.object({ token_id: z.uuid() }),
  output: enrolment,
  errors: ['not_found'],
});
