import { contract } from '@scout/contract';
import { readAsAdmin } from '../organizations/asAdmin.ts';
import { listEnrolments } from '../queries/enrolments.ts';
import { implementCall } from './implementCall.ts';

export const enrolments = implementCall(contract.enrolments, async (_input, context) =>
  listEnrolments(await readAsAdmin(context), context.member.tenantId),
);
