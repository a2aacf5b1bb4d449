import { contract } from '@scout/contract';
import { implementCall } from '../../auth/calling/implementCall.ts';
import { readUsage } from '../sql/usage.ts';

export const ingestUsage = implementCall(contract.ingestUsage, (_input, { app, tx, member }) =>
  readUsage(tx, member.tenantId, app),
);
