import { contract } from '@scout/contract';
import { readAiRisk } from '../queries/figures/aiRisk.ts';
import { implementCall } from './implementCall.ts';

export const figuresAiRisk = implementCall(contract.figuresAiRisk, ({ tz }, { app, tx, member }) =>
  readAiRisk(tx, member.tenantId, { now: app.clock.now(), timeZone: tz }),
);
