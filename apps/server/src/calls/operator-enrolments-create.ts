import { contract } from '@scout/contract';
import { createEnrolment } from '../queries/operator/enrolments.ts';
import { implementCall } from './implementCall.ts';

export const operatorEnrolmentsCreate = implementCall(contract.operatorEnrolmentsCreate, (input, { app }) =>
  createEnrolment(app.pool, input, new Date(app.clock.now())),
);
