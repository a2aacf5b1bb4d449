import { contract } from '@scout/contract';
import { applyConfiguration } from '../configuration/apply.ts';
import { exportConfiguration } from '../configuration/export.ts';
import { implementCall } from '../services.ts';

export const operatorConfigurationExport = implementCall(
  contract.operatorConfigurationExport,
  async ({ tenant_id }, { app }) => ({ text: await exportConfiguration(app, tenant_id) }),
);

export const operatorConfigurationApply = implementCall(
  contract.operatorConfigurationApply,
  ({ tenant_id, ...given }, { app }) => applyConfiguration(app, tenant_id, given),
);
