import { agentEnrol, agentHeartbeat, agentIdentify, agentRotate } from './calls/agents/agent.ts';
import { downloadsAgentWithConfig, downloadsStatus, releasesLatest } from './calls/agents/downloads.ts';
import { enrolments, enrolmentsCreate, enrolmentsRevoke } from './calls/agents/enrolments.ts';
import { agents, agentsApprove, agentsReject, agentsRelease, agentsRevoke } from './calls/agents/fleet.ts';
import {
  agentUpgrade,
  agentUpgradeOpen,
  agentUpgradePause,
  agentUpgradeStart,
} from './calls/agents/upgrades.ts';
import { alertRecipients, alertRecipientsUpdate } from './calls/alerts/alertRecipients.ts';
import {
  channels,
  channelsCreate,
  channelsDelete,
  channelsRotate,
  channelsTest,
  channelsUpdate,
} from './calls/alerts/channels.ts';
import { authUser, authUserUpdate, deleteAccount } from './calls/auth/account.ts';
import {
  authFactorsChallenge,
  authFactorsEnrol,
  authFactorsList,
  authFactorsRemove,
  authFactorsVerify,
  authRecoveryCodes,
} from './calls/auth/factors.ts';
import { authRecover, authResetPassword } from './calls/auth/passwords.ts';
import {
  authLeave,
  authLogout,
  authSession,
  authSessionsEnd,
  authSessionsEndOthers,
  authSessionsList,
  authToken,
  jwks,
  syncClaims,
} from './calls/auth/sessions.ts';
import { authResend, authSignup, authVerify, checkEmailExists, signupLookup } from './calls/auth/signUp.ts';
import { checkout, checkoutStart } from './calls/billing/checkout.ts';
import {
  accounts,
  accountsFacets,
  accountsImport,
  accountsImportPreview,
  accountsRead,
  accountsUpdate,
} from './calls/cases/accounts.ts';
import {
  casesActivity,
  casesDependents,
  casesRunEvents,
  casesRuns,
  casesSignIns,
} from './calls/cases/activity.ts';
import { alertEconomics } from './calls/cases/alertEconomics.ts';
import {
  cases,
  casesAcknowledge,
  casesAssign,
  casesAssignees,
  casesClose,
  casesComment,
  casesRead,
  casesReopen,
} from './calls/cases/cases.ts';
import {
  accountContractApprove,
  accountContractDiscard,
  accountContractPropose,
  accountContractRead,
  accountContractSave,
  accountContractTry,
  accountContractWithdraw,
} from './calls/cases/contracts.ts';
import {
  detectionSettings,
  detectionSettingsPreview,
  detectionSettingsSave,
  detectionSettingsTry,
} from './calls/cases/detectionSettings.ts';
import { exceptions, exceptionsCreate, exceptionsEnd, exceptionsTry } from './calls/cases/exceptions.ts';
import { casesFacets } from './calls/cases/facets.ts';
import { casesLanes } from './calls/cases/lanes.ts';
import { names } from './calls/cases/names.ts';
import { savedViews, savedViewsRemove, savedViewsSave } from './calls/cases/savedViews.ts';
import { event, tenantEvents, tenantEventsCount, tenantEventsTypes } from './calls/events/events.ts';
import { figuresRiskVerdicts, ruleFigureCalls } from './calls/events/figures.ts';
import { incidents, incidentsRuns } from './calls/events/incidents.ts';
import { updates } from './calls/events/updates.ts';
import { ingestEvents } from './calls/ingest/ingest.ts';
import { ingestUsage } from './calls/ingest/usage.ts';
import {
  operatorAgentsList,
  operatorAgentsRevoke,
  operatorEnrolmentsCreate,
} from './calls/operator/agents.ts';
import { operatorDemoRequestsList, operatorMailingList } from './calls/operator/sales.ts';
import {
  health,
  operatorAuditVerify,
  operatorKeysList,
  operatorKeysReseal,
  operatorKeysRotate,
} from './calls/operator/server.ts';
import { operatorStatus } from './calls/operator/status.ts';
import {
  operatorTenantsCreate,
  operatorTenantsList,
  operatorTenantsUpdate,
  operatorUsersCreate,
} from './calls/operator/tenants.ts';
import { operatorQuotasUpdate, operatorUsageList } from './calls/operator/usage.ts';
import { auditEmit, auditLogs } from './calls/organizations/auditLogs.ts';
import { organizationDeletionRequest, organizationDeletionWithdraw } from './calls/organizations/deletion.ts';
import {
  domains,
  domainsAdd,
  domainsCheckDns,
  domainsConfirmCode,
  domainsRemove,
  domainsSendCode,
  domainsUpdate,
} from './calls/organizations/domains.ts';
import {
  acceptInvitation,
  declineInvitation,
  declineInvitationByAddress,
  invitation,
  invitationByAddress,
  invitationOrganization,
  sendMemberInvitation,
} from './calls/organizations/invitations.ts';
import {
  approveMember,
  demoteAdmin,
  members,
  membersAdd,
  promoteAdmin,
  rejectMember,
  removeMember,
} from './calls/organizations/members.ts';
import { profiles, profilesUpdate } from './calls/organizations/profiles.ts';
import {
  organizationHold,
  organizationRetention,
  organizationRetentionSet,
} from './calls/organizations/retention.ts';
import { confirmPayment, tenants, tenantsUpdate } from './calls/organizations/tenants.ts';
import { evidence } from './calls/reports/evidence.ts';
import { monthlyReportRead } from './calls/reports/monthly.ts';
import { monthlyReportPdf } from './calls/reports/monthlyPdf.ts';
import {
  ownerReviewAccounts,
  ownerReviews,
  ownerReviewsClose,
  ownerReviewsDecide,
  ownerReviewsStart,
} from './calls/reports/ownerReviews.ts';
import { tenantEventsCsv, tenantEventsTxt } from './calls/reports/reports.ts';
import { reportSubscription, reportSubscriptionUpdate } from './calls/reports/subscription.ts';
import {
  checkExistingRequest,
  demoRequests,
  earlyAccessPerson,
  mailingList,
} from './calls/sales/requests.ts';

/** All calls, by the camel-cased names of their files. */
export const contract = {
  acceptInvitation,
  accountContractApprove,
  accountContractDiscard,
  accountContractPropose,
  accountContractRead,
  accountContractSave,
  accountContractTry,
  accountContractWithdraw,
  accounts,
  accountsFacets,
  accountsImport,
  accountsImportPreview,
  accountsRead,
  accountsUpdate,
  agentEnrol,
  agentHeartbeat,
  agentIdentify,
  agentRotate,
  agentUpgrade,
  agentUpgradeOpen,
  agentUpgradePause,
  agentUpgradeStart,
  agents,
  agentsApprove,
  agentsReject,
  agentsRelease,
  agentsRevoke,
  alertEconomics,
  alertRecipients,
  alertRecipientsUpdate,
  channels,
  channelsCreate,
  channelsDelete,
  channelsRotate,
  channelsTest,
  channelsUpdate,
  approveMember,
  auditEmit,
  auditLogs,
  authFactorsChallenge,
  authFactorsEnrol,
  authFactorsList,
  authFactorsRemove,
  authFactorsVerify,
  authLeave,
  authLogout,
  authRecover,
  authRecoveryCodes,
  authResend,
  authResetPassword,
  authSession,
  authSessionsEnd,
  authSessionsEndOthers,
  authSessionsList,
  authSignup,
  authToken,
  authUser,
  authUserUpdate,
  authVerify,
  cases,
  casesAcknowledge,
  casesActivity,
  casesAssign,
  casesAssignees,
  casesClose,
  casesComment,
  casesDependents,
  casesFacets,
  casesLanes,
  casesRead,
  casesReopen,
  casesRunEvents,
  casesRuns,
  casesSignIns,
  checkEmailExists,
  checkExistingRequest,
  checkout,
  checkoutStart,
  confirmPayment,
  declineInvitation,
  declineInvitationByAddress,
  deleteAccount,
  demoRequests,
  demoteAdmin,
  detectionSettings,
  detectionSettingsPreview,
  detectionSettingsSave,
  detectionSettingsTry,
  domains,
  domainsAdd,
  domainsCheckDns,
  domainsConfirmCode,
  domainsRemove,
  domainsSendCode,
  domainsUpdate,
  downloadsAgentWithConfig,
  earlyAccessPerson,
  enrolments,
  enrolmentsCreate,
  enrolmentsRevoke,
  event,
  evidence,
  exceptions,
  exceptionsCreate,
  exceptionsEnd,
  exceptionsTry,
  figuresRiskVerdicts,
  ...ruleFigureCalls,
  health,
  incidents,
  incidentsRuns,
  ingestEvents,
  ingestUsage,
  invitation,
  invitationByAddress,
  invitationOrganization,
  jwks,
  mailingList,
  members,
  membersAdd,
  monthlyReportPdf,
  monthlyReportRead,
  names,
  ownerReviewAccounts,
  ownerReviews,
  ownerReviewsClose,
  ownerReviewsDecide,
  ownerReviewsStart,
  operatorAgentsList,
  operatorAgentsRevoke,
  operatorAuditVerify,
  operatorDemoRequestsList,
  operatorEnrolmentsCreate,
  operatorKeysList,
  operatorKeysReseal,
  operatorKeysRotate,
  operatorMailingList,
  operatorQuotasUpdate,
  operatorStatus,
  operatorTenantsCreate,
  operatorTenantsList,
  operatorTenantsUpdate,
  operatorUsageList,
  operatorUsersCreate,
  profiles,
  profilesUpdate,
  promoteAdmin,
  rejectMember,
  downloadsStatus,
  releasesLatest,
  removeMember,
  reportSubscription,
  reportSubscriptionUpdate,
  savedViews,
  savedViewsRemove,
  savedViewsSave,
  sendMemberInvitation,
  signupLookup,
  syncClaims,
  tenantEvents,
  tenantEventsCount,
  tenantEventsCsv,
  tenantEventsTxt,
  tenantEventsTypes,
  tenants,
  organizationDeletionRequest,
  organizationDeletionWithdraw,
  organizationHold,
  organizationRetention,
  organizationRetentionSet,
  tenantsUpdate,
  updates,
};

export type Contract = typeof contract;
export type CallName = keyof Contract;
