import { contract } from '@scout/contract';
import { implementCall } from '../services.ts';
import { readUsage } from '../sql/usage.ts';

export const ingestUsage = implementCall(contract.ingestUsage, (_input, { app, tx, member }) =>
  readUsage(tx, member.tenantId, app),
);
