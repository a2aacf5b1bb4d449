import { contract } from '@scout/contract';
import { readAiRisk } from '../queries/figures/aiRisk.ts';
import { clockOf } from '../queries/figures/clockOf.ts';
import { implementCall } from './implementCall.ts';

export const figuresAiRisk = implementCall(contract.figuresAiRisk, (query, { app, tx, member }) =>
  readAiRisk(tx, member.tenantId, clockOf(query, app.clock.now())),
);
