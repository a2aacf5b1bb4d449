import { contract } from '@scout/contract';
import { implementCall } from '../services.ts';
import { readStatus } from '../sql/status.ts';

export const operatorStatus = implementCall(contract.operatorStatus, (_input, { app }) => readStatus(app));
