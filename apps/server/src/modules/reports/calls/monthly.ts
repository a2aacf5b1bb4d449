import { contract } from '@scout/contract';
import { implementCall } from '../../auth/calling/implementCall.ts';
import { monthlyReportOf } from '../monthly.ts';

export const monthlyReportRead = implementCall(contract.monthlyReportRead, ({ month }, { app, tx, member }) =>
  monthlyReportOf(tx, member.tenantId, { month, now: app.clock.now() }),
);
