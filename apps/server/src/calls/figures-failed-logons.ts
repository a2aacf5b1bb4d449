import { contract } from '@scout/contract';
import { clockOf } from '../queries/figures/clockOf.ts';
import { readFailedLogons } from '../queries/figures/failedLogons.ts';
import { implementCall } from './implementCall.ts';

export const figuresFailedLogons = implementCall(contract.figuresFailedLogons, (query, { app, tx, member }) =>
  readFailedLogons(tx, member.tenantId, clockOf(query, app.clock.now())),
);
