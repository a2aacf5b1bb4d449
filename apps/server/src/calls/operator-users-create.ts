import { contract } from '@scout/contract';
import { createUser } from '../queries/operator/users.ts';
import { implementCall } from './implementCall.ts';

export const operatorUsersCreate = implementCall(contract.operatorUsersCreate, (input, { app }) =>
  createUser(app.pool, input, new Date(app.clock.now())),
);
