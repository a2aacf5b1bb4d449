import { contract } from '@scout/contract';
import { clockOf } from '../queries/figures/clockOf.ts';
import { readServiceAccountActivity } from '../queries/figures/serviceAccountActivity.ts';
import { implementCall } from './implementCall.ts';

export const figuresServiceAccountActivity = implementCall(
  contract.figuresServiceAccountActivity,
  (query, { app, tx, member }) =>
    readServiceAccountActivity(tx, member.tenantId, clockOf(query, app.clock.now())),
);
