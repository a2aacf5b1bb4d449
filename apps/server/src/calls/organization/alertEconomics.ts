import { contract } from '@scout/contract';
import { readAlertEconomics } from '../../queries/alertEconomics.ts';
import { implementCall } from '../implementCall.ts';

export const alertEconomics = implementCall(contract.alertEconomics, (_input, { app, tx, member }) =>
  readAlertEconomics(tx, member.tenantId, app.clock.now()),
);
