export { agentEnrol, agentHeartbeat, agentIdentify, agentRotate } from './agent.ts';
export { downloadsAgentWithConfig, downloadsStatus, releasesLatest } from './downloads.ts';
export { enrolments, enrolmentsCreate, enrolmentsRevoke } from './enrolments.ts';
export { agents, agentsApprove, agentsReject, agentsRelease, agentsRevoke } from './fleet.ts';
export {
  agentGroupAssign,
  agentGroupConfigure,
  agentGroupCreate,
  agentGroupDelete,
  agentGroupRead,
  agentGroupReturn,
  agentGroupRollOut,
  agentGroups,
  agentGroupUpdate,
} from './groups.ts';
export { agentUpgrade, agentUpgradeOpen, agentUpgradePause, agentUpgradeStart } from './upgrades.ts';
