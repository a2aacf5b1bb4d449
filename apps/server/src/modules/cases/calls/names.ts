import { contract } from '@scout/contract';
import { implementCall } from '../services.ts';
import { findNames } from '../sql/names.ts';

export const names = implementCall(contract.names, async (query, { app, tx, member }) => ({
  names: await findNames(tx, member.tenantId, query, app.clock.now()),
}));
