import { contract } from '@scout/contract';
import { readUsage } from '../../queries/usage.ts';
import { implementCall } from '../implementCall.ts';

export const ingestUsage = implementCall(contract.ingestUsage, (_input, { app, tx, member }) =>
  readUsage(tx, member.tenantId, app),
);
