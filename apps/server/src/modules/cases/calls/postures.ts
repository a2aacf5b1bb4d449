import { contract } from '@scout/contract';
import { implementCall } from '../services.ts';
import { readPostures } from '../sql/postures.ts';

export const postures = implementCall(contract.postures, (input, { app, tx, member }) =>
  readPostures(tx, member.tenantId, input, app.clock.now()),
);
