import { contract } from '@scout/contract';
import { createTenantEnrolment } from '../queries/operator/enrolments.ts';
import { implementCall } from './implementCall.ts';

export const operatorEnrolmentsCreate = implementCall(contract.operatorEnrolmentsCreate, (input, { app }) =>
  createTenantEnrolment(app.pool, input, new Date(app.clock.now())),
);
