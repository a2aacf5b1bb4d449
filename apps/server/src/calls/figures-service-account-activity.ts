import { contract } from '@scout/contract';
import { readServiceAccountActivity } from '../queries/figures/serviceAccountActivity.ts';
import { implementCall } from './implementCall.ts';

export const figuresServiceAccountActivity = implementCall(
  contract.figuresServiceAccountActivity,
  ({ tz }, { app, tx, member }) =>
    readServiceAccountActivity(tx, member.tenantId, { now: app.clock.now(), timeZone: tz }),
);
