import { contract } from '@scout/contract';
import { changeMember } from '../organizations/changeMember.ts';
import { implementCall } from './implementCall.ts';

export const rejectMember = implementCall(contract.rejectMember, (input, context) =>
  changeMember(context, 'reject', input, async (_work, { email }) => ({ email })),
);
