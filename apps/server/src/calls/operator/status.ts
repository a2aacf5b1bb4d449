import { contract } from '@scout/contract';
import { readStatus } from '../../queries/operator/status.ts';
import { implementCall } from '../implementCall.ts';

export const operatorStatus = implementCall(contract.operatorStatus, (_input, { app }) => readStatus(app));
