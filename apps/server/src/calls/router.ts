import type { Contract } from '@scout/contract';
import { agentEnrol, agentHeartbeat, agentIdentify, agentRotate } from './agents/agent.ts';
import { downloadsAgentWithConfig, downloadsStatus, releasesLatest } from './agents/downloads.ts';
import { enrolments, enrolmentsCreate, enrolmentsRevoke } from './agents/enrolments.ts';
import { agents, agentsApprove, agentsReject, agentsRelease, agentsRevoke } from './agents/fleet.ts';
import { agentUpgrade, agentUpgradeOpen, agentUpgradePause, agentUpgradeStart } from './agents/upgrades.ts';
import { authUser, authUserUpdate, deleteAccount } from './auth/account.ts';
import {
  authFactorsChallenge,
  authFactorsEnrol,
  authFactorsList,
  authFactorsRemove,
  authFactorsVerify,
  authRecoveryCodes,
} from './auth/factors.ts';
import { authRecover, authResetPassword } from './auth/passwords.ts';
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
} from './auth/sessions.ts';
import { authResend, authSignup, authVerify, checkEmailExists, signupLookup } from './auth/signUp.ts';
import {
  accounts,
  accountsFacets,
  accountsImport,
  accountsImportPreview,
  accountsRead,
  accountsUpdate,
} from './cases/accounts.ts';
import { casesActivity, casesDependents, casesRunEvents, casesRuns, casesSignIns } from './cases/activity.ts';
import {
  cases,
  casesAcknowledge,
  casesAssign,
  casesAssignees,
  casesClose,
  casesComment,
  casesRead,
  casesReopen,
} from './cases/cases.ts';
import {
  accountContractApprove,
  accountContractDiscard,
  accountContractPropose,
  accountContractRead,
  accountContractSave,
  accountContractTry,
  accountContractWithdraw,
} from './cases/contracts.ts';
import { exceptions, exceptionsCreate, exceptionsEnd, exceptionsTry } from './cases/exceptions.ts';
import { casesFacets } from './cases/facets.ts';
import { casesLanes } from './cases/lanes.ts';
import { names } from './cases/names.ts';
import { savedViews, savedViewsRemove, savedViewsSave } from './cases/savedViews.ts';
import { event, tenantEvents, tenantEventsCount, tenantEventsTypes } from './events/events.ts';
import { incidents, incidentsRuns } from './events/incidents.ts';
import { figuresRiskVerdicts, ruleFigures } from './figures/figures.ts';
import {
  acceptInvitation,
  declineInvitation,
  declineInvitationByAddress,
  invitation,
  invitationByAddress,
  invitationOrganization,
  sendMemberInvitation,
} from './members/invitations.ts';
import {
  approveMember,
  demoteAdmin,
  members,
  membersAdd,
  promoteAdmin,
  rejectMember,
  removeMember,
} from './members/members.ts';
import { profiles, profilesUpdate } from './members/profiles.ts';
import { operatorAgentsList, operatorAgentsRevoke, operatorEnrolmentsCreate } from './operator/agents.ts';
import { operatorDemoRequestsList, operatorMailingList } from './operator/sales.ts';
import {
  health,
  operatorAuditVerify,
  operatorKeysList,
  operatorKeysReseal,
  operatorKeysRotate,
} from './operator/server.ts';
import { operatorStatus } from './operator/status.ts';
import {
  operatorTenantsCreate,
  operatorTenantsList,
  operatorTenantsUpdate,
  operatorUsersCreate,
} from './operator/tenants.ts';
import { operatorQuotasUpdate, operatorUsageList } from './operator/usage.ts';
import { alertEconomics } from './organization/alertEconomics.ts';
import { alertRecipients, alertRecipientsUpdate } from './organization/alertRecipients.ts';
import { auditEmit, auditLogs } from './organization/auditLogs.ts';
import {
  channels,
  channelsCreate,
  channelsDelete,
  channelsRotate,
  channelsTest,
  channelsUpdate,
} from './organization/channels.ts';
import { checkout, checkoutStart } from './organization/checkout.ts';
import { organizationDeletionRequest, organizationDeletionWithdraw } from './organization/deletion.ts';
import {
  detectionSettings,
  detectionSettingsPreview,
  detectionSettingsSave,
  detectionSettingsTry,
} from './organization/detectionSettings.ts';
import {
  domains,
  domainsAdd,
  domainsCheckDns,
  domainsConfirmCode,
  domainsRemove,
  domainsSendCode,
  domainsUpdate,
} from './organization/domains.ts';
import {
  organizationHold,
  organizationRetention,
  organizationRetentionSet,
} from './organization/retention.ts';
import { confirmPayment, tenants, tenantsUpdate } from './organization/tenants.ts';
import { ingestUsage } from './organization/usage.ts';
import { monthlyReportRead } from './reports/monthly.ts';
import {
  ownerReviewAccounts,
  ownerReviews,
  ownerReviewsClose,
  ownerReviewsDecide,
  ownerReviewsStart,
} from './reports/ownerReviews.ts';
import { reportSubscription, reportSubscriptionUpdate } from './reports/subscription.ts';
import { checkExistingRequest, demoRequests, earlyAccessPerson, mailingList } from './sales/requests.ts';

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
