import { contract } from '@scout/contract';
import { implementCall } from '../services.ts';
import { listDemoRequests, listMailingList } from '../sql/sales.ts';

export const operatorDemoRequestsList = implementCall(
  contract.operatorDemoRequestsList,
  ({ suspected, ...page }, { app }) =>
    listDemoRequests(app.pool, { ...page, suspected: suspected === 'true' }),
);

export const operatorMailingList = implementCall(contract.operatorMailingList, (page, { app }) =>
  listMailingList(app.pool, page),
);
