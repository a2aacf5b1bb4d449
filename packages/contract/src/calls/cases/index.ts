export {
  accounts,
  accountsFacets,
  accountsImport,
  accountsImportPreview,
  accountsRead,
  accountsUpdate,
} from './accounts.ts';
export { casesActivity, casesDependents, casesRunEvents, casesRuns, casesSignIns } from './activity.ts';
export { alertEconomics } from './alertEconomics.ts';
export {
  cases,
  casesAcknowledge,
  casesAssign,
  casesAssignees,
  casesClose,
  casesComment,
  casesRead,
  casesReopen,
} from './cases.ts';
export {
  accountContractApprove,
  accountContractDiscard,
  accountContractPropose,
  accountContractRead,
  accountContractSave,
  accountContractTry,
  accountContractWithdraw,
} from './contracts.ts';
export { accountsDecoy, accountsDecoyProposal } from './decoys.ts';
export {
  detectionSettings,
  detectionSettingsPreview,
  detectionSettingsSave,
  detectionSettingsTry,
} from './detectionSettings.ts';
export { exceptions, exceptionsCreate, exceptionsEnd, exceptionsTry } from './exceptions.ts';
export { casesFacets } from './facets.ts';
export { casesLanes } from './lanes.ts';
export { names } from './names.ts';
export { postures } from './postures.ts';
export { rc4Uses } from './rc4Uses.ts';
export { figuresRiskVerdicts } from './riskVerdicts.ts';
export { savedViews, savedViewsRemove, savedViewsSave } from './savedViews.ts';
