import { contract } from '@scout/contract';
import { implementCall } from '../services.ts';
import { readAlertEconomics } from '../sql/alertEconomics.ts';

export const alertEconomics = implementCall(contract.alertEconomics, (_input, { app, tx, member }) =>
  readAlertEconomics(tx, member.tenantId, app.clock.now()),
);
