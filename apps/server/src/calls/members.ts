import { contract } from '@scout/contract';
import { readAsAdmin } from '../organizations/asAdmin.ts';
import { listMembers } from '../queries/members.ts';
import { implementCall } from './implementCall.ts';

export const members = implementCall(contract.members, async (_input, context) =>
  listMembers(await readAsAdmin(context), context.member.tenantId, new Date(context.app.clock.now())),
);
