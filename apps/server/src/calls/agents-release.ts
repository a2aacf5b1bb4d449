import { contract } from '@scout/contract';
import { decideOnMachine } from '../fleet/decideOnMachine.ts';
import { implementCall } from './implementCall.ts';

export const agentsRelease = implementCall(
  contract.agentsRelease,
  ({ agent_id, accept_credential }, context) =>
    decideOnMachine(context, agent_id, { kind: 'release', acceptCredential: accept_credential }),
);
