import { contract } from '@scout/contract';
import { changeMember } from '../organizations/changeMember.ts';
import { implementCall } from './implementCall.ts';

export const removeMember = implementCall(contract.removeMember, (input, context) =>
  changeMember(context, 'remove', input, async (_work, { email }) => ({ email })),
);
