import { contract } from '@scout/contract';
import { decideOnMachine } from '../fleet/decideOnMachine.ts';
import { implementCall } from './implementCall.ts';

export const agentsApprove = implementCall(contract.agentsApprove, ({ agent_id }, context) =>
  decideOnMachine(context, agent_id, { kind: 'approve' }),
);
