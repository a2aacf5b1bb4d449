import { contract } from '@scout/contract';
import { findNames } from '../../queries/cases/names.ts';
import { implementCall } from '../implementCall.ts';

export const names = implementCall(contract.names, async (query, { app, tx, member }) => ({
  names: await findNames(tx, member.tenantId, query, app.clock.now()),
}));
