import { contract } from '@scout/contract';
import { changeMember } from '../organizations/changeMember.ts';
import { readMember } from '../queries/members.ts';
import { implementCall } from './implementCall.ts';

export const approveMember = implementCall(contract.approveMember, (input, context) =>
  changeMember(context, 'approve', input, ({ tx, tenantId, now }, { email }) =>
    readMember(tx, tenantId, email, now),
  ),
);
