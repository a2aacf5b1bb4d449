import { contract } from '@scout/contract';
import { listMailingList } from '../queries/operator/sales.ts';
import { implementCall } from './implementCall.ts';

export const operatorMailingList = implementCall(contract.operatorMailingList, (page, { app }) =>
  listMailingList(app.pool, page),
);
