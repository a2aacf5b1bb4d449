import type { Contract } from '@scout/contract';
import { agentEnrol, agentHeartbeat, agentIdentify, agentRotate } from './modules/agents/calls/agent.ts';
import {
  downloadsAgentWithConfig,
  downloadsStatus,
  releasesLatest,
} from './modules/agents/calls/downloads.ts';
import { enrolments, enrolmentsCreate, enrolmentsRevoke } from './modules/agents/calls/enrolments.ts';
import {
  agents,
  agentsApprove,
  agentsReject,
  agentsRelease,
  agentsRevoke,
} from './modules/agents/calls/fleet.ts';
import {
  agentUpgrade,
  agentUpgradeOpen,
  agentUpgradePause,
  agentUpgradeStart,
} from './modules/agents/calls/upgrades.ts';
import { alertRecipients, alertRecipientsUpdate } from './modules/alerts/calls/alertRecipients.ts';
import {
  channels,
  channelsCreate,
  channelsDelete,
  channelsRotate,
  channelsTest,
  channelsUpdate,
} from './modules/alerts/calls/channels.ts';
import { authUser, authUserUpdate, deleteAccount } from './modules/auth/calls/account.ts';
import {
  authFactorsChallenge,
  authFactorsEnrol,
  authFactorsList,
  authFactorsRemove,
  authFactorsVerify,
  authRecoveryCodes,
} from './modules/auth/calls/factors.ts';
import { authRecover, authResetPassword } from './modules/auth/calls/passwords.ts';
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
} from './modules/auth/calls/sessions.ts';
import {
  authResend,
  authSignup,
  authVerify,
  checkEmailExists,
  signupLookup,
} from './modules/auth/calls/signUp.ts';
import { checkout, checkoutStart } from './modules/billing/calls/checkout.ts';
import {
  accounts,
  accountsFacets,
  accountsImport,
  accountsImportPreview,
  accountsRead,
  accountsUpdate,
} from './modules/cases/calls/accounts.ts';
import {
  casesActivity,
  casesDependents,
  casesRunEvents,
  casesRuns,
  casesSignIns,
} from './modules/cases/calls/activity.ts';
import { alertEconomics } from './modules/cases/calls/alertEconomics.ts';
import {
  cases,
  casesAcknowledge,
  casesAssign,
  casesAssignees,
  casesClose,
  casesComment,
  casesRead,
  casesReopen,
} from './modules/cases/calls/cases.ts';
import {
  accountContractApprove,
  accountContractDiscard,
  accountContractPropose,
  accountContractRead,
  accountContractSave,
  accountContractTry,
  accountContractWithdraw,
} from './modules/cases/calls/contracts.ts';
import {
  detectionSettings,
  detectionSettingsPreview,
  detectionSettingsSave,
  detectionSettingsTry,
} from './modules/cases/calls/detectionSettings.ts';
import {
  exceptions,
  exceptionsCreate,
  exceptionsEnd,
  exceptionsTry,
} from './modules/cases/calls/exceptions.ts';
import { casesFacets } from './modules/cases/calls/facets.ts';
import { casesLanes } from './modules/cases/calls/lanes.ts';
import { names } from './modules/cases/calls/names.ts';
import { savedViews, savedViewsRemove, savedViewsSave } from './modules/cases/calls/savedViews.ts';
import { event, tenantEvents, tenantEventsCount, tenantEventsTypes } from './modules/events/calls/events.ts';
import { figuresRiskVerdicts, ruleFigures } from './modules/events/calls/figures.ts';
import { incidents, incidentsRuns } from './modules/events/calls/incidents.ts';
import { ingestUsage } from './modules/ingest/calls/usage.ts';
import {
  operatorAgentsList,
  operatorAgentsRevoke,
  operatorEnrolmentsCreate,
} from './modules/operator/calls/agents.ts';
import { operatorDemoRequestsList, operatorMailingList } from './modules/operator/calls/sales.ts';
import {
  health,
  operatorAuditVerify,
  operatorKeysList,
  operatorKeysReseal,
  operatorKeysRotate,
} from './modules/operator/calls/server.ts';
import { operatorStatus } from './modules/operator/calls/status.ts';
import {
  operatorTenantsCreate,
  operatorTenantsList,
  operatorTenantsUpdate,
  operatorUsersCreate,
} from './modules/operator/calls/tenants.ts';
import { operatorQuotasUpdate, operatorUsageList } from './modules/operator/calls/usage.ts';
import { auditEmit, auditLogs } from './modules/organizations/calls/auditLogs.ts';
import {
  organizationDeletionRequest,
  organizationDeletionWithdraw,
} from './modules/organizations/calls/deletion.ts';
import {
  domains,
  domainsAdd,
  domainsCheckDns,
  domainsConfirmCode,
  domainsRemove,
  domainsSendCode,
  domainsUpdate,
} from './modules/organizations/calls/domains.ts';
import {
  acceptInvitation,
  declineInvitation,
  declineInvitationByAddress,
  invitation,
  invitationByAddress,
  invitationOrganization,
  sendMemberInvitation,
} from './modules/organizations/calls/invitations.ts';
import {
  approveMember,
  demoteAdmin,
  members,
  membersAdd,
  promoteAdmin,
  rejectMember,
  removeMember,
} from './modules/organizations/calls/members.ts';
import { profiles, profilesUpdate } from './modules/organizations/calls/profiles.ts';
import {
  organizationHold,
  organizationRetention,
  organizationRetentionSet,
} from './modules/organizations/calls/retention.ts';
import { confirmPayment, tenants, tenantsUpdate } from './modules/organizations/calls/tenants.ts';
import { monthlyReportRead } from './modules/reports/calls/monthly.ts';
import {
  ownerReviewAccounts,
  ownerReviews,
  ownerReviewsClose,
  ownerReviewsDecide,
  ownerReviewsStart,
} from './modules/reports/calls/ownerReviews.ts';
import { reportSubscription, reportSubscriptionUpdate } from './modules/reports/calls/subscription.ts';
import {
  checkExistingRequest,
  demoRequests,
  earlyAccessPerson,
  mailingList,
} from './modules/sales/calls/requests.ts';

/**
 * Every call of the contract except the streaming ones, which have separate routes: ingest/registerIngest.ts, reports/reports.ts,
 * reports/monthlyPdf.ts, events/updates.ts.
 */
export const router = {
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
  exceptions,
  exceptionsCreate,
  exceptionsEnd,
  exceptionsTry,
  figuresRiskVerdicts,
  ...ruleFigures,
  health,
  incidents,
  incidentsRuns,
  ingestUsage,
  invitation,
  invitationByAddress,
  invitationOrganization,
  jwks,
  mailingList,
  members,
  membersAdd,
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
  tenantEventsTypes,
  tenants,
  organizationDeletionRequest,
  organizationDeletionWithdraw,
  organizationHold,
  organizationRetention,
  organizationRetentionSet,
  tenantsUpdate,
} satisfies Record<
  keyof Omit<
    Contract,
    'evidence' | 'ingestEvents' | 'monthlyReportPdf' | 'tenantEventsCsv' | 'tenantEventsTxt' | 'updates'
  >,
  unknown
>;
