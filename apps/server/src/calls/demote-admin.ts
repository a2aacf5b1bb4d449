import { contract } from '@scout/contract';
import { changeMember } from '../organizations/changeMember.ts';
import { readMember } from '../queries/members.ts';
import { implementCall } from './implementCall.ts';

export const demoteAdmin = implementCall(contract.demoteAdmin, (input, context) =>
  changeMember(context, 'demote', input, ({ tx, tenantId, now }, { email }) =>
    readMember(tx, tenantId, email, now),
  ),
);
