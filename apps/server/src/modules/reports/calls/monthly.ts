import { contract } from '@scout/contract';
import { monthlyReportOf } from '../monthly.ts';
import { implementCall } from '../services.ts';

export const monthlyReportRead = implementCall(contract.monthlyReportRead, ({ month }, { app, tx, member }) =>
  monthlyReportOf(tx, member.tenantId, { month, now: app.clock.now() }),
);
