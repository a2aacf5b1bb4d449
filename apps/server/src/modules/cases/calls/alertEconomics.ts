import { contract } from '@scout/contract';
import { implementCall } from '../../auth/calling/implementCall.ts';
import { readAlertEconomics } from '../sql/alertEconomics.ts';

export const alertEconomics = implementCall(contract.alertEconomics, (_input, { app, tx, member }) =>
  readAlertEconomics(tx, member.tenantId, app.clock.now()),
);
