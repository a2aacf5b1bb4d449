import { contract } from '@scout/contract';
import { readFailedLogons } from '../queries/figures/failedLogons.ts';
import { implementCall } from './implementCall.ts';

export const figuresFailedLogons = implementCall(
  contract.figuresFailedLogons,
  ({ tz }, { app, tx, member }) =>
    readFailedLogons(tx, member.tenantId, { now: app.clock.now(), timeZone: tz }),
);
