import { contract } from '@scout/contract';
import { monthlyReportOf } from '../../reports/monthly.ts';
import { implementCall } from '../implementCall.ts';

export const monthlyReportRead = implementCall(contract.monthlyReportRead, ({ month }, { app, tx, member }) =>
  monthlyReportOf(tx, member.tenantId, { month, now: app.clock.now() }),
);
