import { contract } from '@scout/contract';
import { changeMember } from '../organizations/changeMember.ts';
import { readMember } from '../queries/members.ts';
import { implementCall } from './implementCall.ts';

export const promoteAdmin = implementCall(contract.promoteAdmin, (input, context) =>
  changeMember(context, 'promote', input, ({ tx, tenantId, now }, { email }) =>
    readMember(tx, tenantId, email, now),
  ),
);
