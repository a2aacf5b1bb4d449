export { operatorAgentsList, operatorAgentsRevoke, operatorEnrolmentsCreate } from './agents.ts';
export { operatorConfigurationApply, operatorConfigurationExport } from './configuration.ts';
export {
  operatorDirectoriesCreate,
  operatorDirectoriesList,
  operatorDirectoriesRemove,
  operatorDirectoriesSync,
} from './directories.ts';
export { operatorRc4Uses } from './rc4Uses.ts';
export { operatorDemoRequestsList, operatorMailingList } from './sales.ts';
export {
  health,
  operatorAuditVerify,
  operatorKeysList,
  operatorKeysReseal,
  operatorKeysRotate,
} from './server.ts';
export { operatorStatus } from './status.ts';
export {
  operatorTenantsCreate,
  operatorTenantsList,
  operatorTenantsUpdate,
  operatorUsersCreate,
} from './tenants.ts';
export { operatorQuotasUpdate, operatorUsageList } from './usage.ts';
