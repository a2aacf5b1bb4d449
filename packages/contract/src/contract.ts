import { acceptInvitation } from './calls/accept-invitation.ts';
import { agentEnrol } from './calls/agent-enrol.ts';
import { agentHeartbeat } from './calls/agent-heartbeat.ts';
import { agentIdentify } from './calls/agent-identify.ts';
import { agentRotate } from './calls/agent-rotate.ts';
import { agentUpgrade } from './calls/agent-upgrade.ts';
import { agentUpgradeOpen } from './calls/agent-upgrade-open.ts';
import { agentUpgradePause } from './calls/agent-upgrade-pause.ts';
import { agentUpgradeStart } from './calls/agent-upgrade-start.ts';
import { agents } from './calls/agents.ts';
import { agentsApprove } from './calls/agents-approve.ts';
import { agentsReject } from './calls/agents-reject.ts';
import { agentsRelease } from './calls/agents-release.ts';
import { agentsRevoke } from './calls/agents-revoke.ts';
import { approveMember } from './calls/approve-member.ts';
import { auditEmit } from './calls/audit-emit.ts';
import { auditLogs } from './calls/audit-logs.ts';
import { authFactorsChallenge } from './calls/auth-factors-challenge.ts';
import { authFactorsEnrol } from './calls/auth-factors-enrol.ts';
import { authFactorsList } from './calls/auth-factors-list.ts';
import { authFactorsRemove } from './calls/auth-factors-remove.ts';
import { authFactorsVerify } from './calls/auth-factors-verify.ts';
import { authLeave } from './calls/auth-leave.ts';
import { authLogout } from './calls/auth-logout.ts';
import { authRecover } from './calls/auth-recover.ts';
import { authRecoveryCodes } from './calls/auth-recovery-codes.ts';
import { authResend } from './calls/auth-resend.ts';
import { authResetPassword } from './calls/auth-reset-password.ts';
import { authSession } from './calls/auth-session.ts';
import { authSessionsEnd } from './calls/auth-sessions-end.ts';
import { authSessionsEndOthers } from './calls/auth-sessions-end-others.ts';
import { authSessionsList } from './calls/auth-sessions-list.ts';
import { authSignup } from './calls/auth-signup.ts';
import { authToken } from './calls/auth-token.ts';
import { authUser } from './calls/auth-user.ts';
import { authUserUpdate } from './calls/auth-user-update.ts';
import { authVerify } from './calls/auth-verify.ts';
import { checkEmailExists } from './calls/check-email-exists.ts';
import { checkExistingRequest } from './calls/check-existing-request.ts';
import { confirmPayment } from './calls/confirm-payment.ts';
import { declineInvitation } from './calls/decline-invitation.ts';
import { declineInvitationByAddress } from './calls/decline-invitation-by-address.ts';
import { deleteAccount } from './calls/delete-account.ts';
import { demoRequests } from './calls/demo-requests.ts';
import { demoteAdmin } from './calls/demote-admin.ts';
import { domains } from './calls/domains.ts';
import { domainsAdd } from './calls/domains-add.ts';
import { domainsCheckDns } from './calls/domains-check-dns.ts';
import { domainsConfirmCode } from './calls/domains-confirm-code.ts';
import { domainsRemove } from './calls/domains-remove.ts';
import { domainsSendCode } from './calls/domains-send-code.ts';
import { domainsUpdate } from './calls/domains-update.ts';

import { downloadsAgentWithConfig } from './calls/downloads-agent-with-config.ts';
import { downloadsStatus } from './calls/downloads-status.ts';
import { earlyAccessPerson } from './calls/early-access-person.ts';
import { enrolments } from './calls/enrolments.ts';
import { enrolmentsCreate } from './calls/enrolments-create.ts';
import { enrolmentsRevoke } from './calls/enrolments-revoke.ts';
import { event } from './calls/event.ts';
import { figuresAiRisk } from './calls/figures-ai-risk.ts';
import { figuresFailedLogons } from './calls/figures-failed-logons.ts';
import { figuresInteractiveLogons } from './calls/figures-interactive-logons.ts';
import { figuresServiceAccountActivity } from './calls/figures-service-account-activity.ts';
import { health } from './calls/health.ts';
import { incidents } from './calls/incidents.ts';
import { ingestEvents } from './calls/ingest-events.ts';
import { ingestUsage } from './calls/ingest-usage.ts';
import { invitation } from './calls/invitation.ts';
import { invitationByAddress } from './calls/invitation-by-address.ts';
import { jwks } from './calls/jwks.ts';
import { mailingList } from './calls/mailing-list.ts';
import { members } from './calls/members.ts';
import { membersAdd } from './calls/members-add.ts';
import { operatorAgentsList } from './calls/operator-agents-list.ts';
import { operatorAgentsRevoke } from './calls/operator-agents-revoke.ts';
import { operatorAuditVerify } from './calls/operator-audit-verify.ts';
import { operatorDemoRequestsList } from './calls/operator-demo-requests-list.ts';
import { operatorEnrolmentsCreate } from './calls/operator-enrolments-create.ts';
import { operatorKeysList } from './calls/operator-keys-list.ts';
import { operatorKeysReseal } from './calls/operator-keys-reseal.ts';
import { operatorKeysRotate } from './calls/operator-keys-rotate.ts';
import { operatorMailingList } from './calls/operator-mailing-list.ts';
import { operatorQuotasUpdate } from './calls/operator-quotas-update.ts';
import { operatorTenantsCreate } from './calls/operator-tenants-create.ts';
import { operatorTenantsList } from './calls/operator-tenants-list.ts';
import { operatorTenantsUpdate } from './calls/operator-tenants-update.ts';
import { operatorUsageList } from './calls/operator-usage-list.ts';
import { operatorUsersCreate } from './calls/operator-users-create.ts';
import { profiles } from './calls/profiles.ts';
import { profilesUpdate } from './calls/profiles-update.ts';
import { promoteAdmin } from './calls/promote-admin.ts';
import { rejectMember } from './calls/reject-member.ts';
import { releasesLatest } from './calls/releases-latest.ts';
import { removeMember } from './calls/remove-member.ts';
import { sendMemberInvitation } from './calls/send-member-invitation.ts';
import { signupLookup } from './calls/signup-lookup.ts';
import { syncClaims } from './calls/sync-claims.ts';
import { tenantEvents } from './calls/tenant-events.ts';
import { tenantEventsCount } from './calls/tenant-events-count.ts';
import { tenantEventsCsv } from './calls/tenant-events-csv.ts';
import { tenantEventsTxt } from './calls/tenant-events-txt.ts';
import { tenantEventsTypes } from './calls/tenant-events-types.ts';
import { tenants } from './calls/tenants.ts';
import { tenantsUpdate } from './calls/tenants-update.ts';
import { updates } from './calls/updates.ts';

/** Every call, by the camel-cased name of its file. */
export const contract = {
  acceptInvitation,
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
  checkEmailExists,
  checkExistingRequest,
  confirmPayment,
  declineInvitation,
  declineInvitationByAddress,
  deleteAccount,
  demoRequests,
  demoteAdmin,
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
  figuresAiRisk,
  figuresFailedLogons,
  figuresInteractiveLogons,
  figuresServiceAccountActivity,
  health,
  incidents,
  ingestEvents,
  ingestUsage,
  invitation,
  invitationByAddress,
  jwks,
  mailingList,
  members,
  membersAdd,
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
  sendMemberInvitation,
  signupLookup,
  syncClaims,
  tenantEvents,
  tenantEventsCount,
  tenantEventsCsv,
  tenantEventsTxt,
  tenantEventsTypes,
  tenants,
  tenantsUpdate,
  updates,
};

export type Contract = typeof contract;
export type CallName = keyof Contract;
