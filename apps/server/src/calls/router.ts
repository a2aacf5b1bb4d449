import type { Contract } from '@scout/contract';
import { acceptInvitation } from './accept-invitation.ts';
import { agentEnrol } from './agent-enrol.ts';
import { agentHeartbeat } from './agent-heartbeat.ts';
import { agentIdentify } from './agent-identify.ts';
import { agentRotate } from './agent-rotate.ts';
import { agentUpgrade } from './agent-upgrade.ts';
import { agentUpgradeOpen } from './agent-upgrade-open.ts';
import { agentUpgradePause } from './agent-upgrade-pause.ts';
import { agentUpgradeStart } from './agent-upgrade-start.ts';
import { agents } from './agents.ts';
import { agentsApprove } from './agents-approve.ts';
import { agentsReject } from './agents-reject.ts';
import { agentsRelease } from './agents-release.ts';
import { agentsRevoke } from './agents-revoke.ts';
import { approveMember } from './approve-member.ts';
import { auditEmit } from './audit-emit.ts';
import { auditLogs } from './audit-logs.ts';
import { authFactorsChallenge } from './auth-factors-challenge.ts';
import { authFactorsEnrol } from './auth-factors-enrol.ts';
import { authFactorsList } from './auth-factors-list.ts';
import { authFactorsRemove } from './auth-factors-remove.ts';
import { authFactorsVerify } from './auth-factors-verify.ts';
import { authLeave } from './auth-leave.ts';
import { authLogout } from './auth-logout.ts';
import { authRecover } from './auth-recover.ts';
import { authRecoveryCodes } from './auth-recovery-codes.ts';
import { authResend } from './auth-resend.ts';
import { authResetPassword } from './auth-reset-password.ts';
import { authSession } from './auth-session.ts';
import { authSessionsEnd } from './auth-sessions-end.ts';
import { authSessionsEndOthers } from './auth-sessions-end-others.ts';
import { authSessionsList } from './auth-sessions-list.ts';
import { authSignup } from './auth-signup.ts';
import { authToken } from './auth-token.ts';
import { authUser } from './auth-user.ts';
import { authUserUpdate } from './auth-user-update.ts';
import { authVerify } from './auth-verify.ts';
import { checkEmailExists } from './check-email-exists.ts';
import { checkExistingRequest } from './check-existing-request.ts';
import { confirmPayment } from './confirm-payment.ts';
import { declineInvitation } from './decline-invitation.ts';
import { declineInvitationByAddress } from './decline-invitation-by-address.ts';
import { deleteAccount } from './delete-account.ts';
import { demoRequests } from './demo-requests.ts';
import { demoteAdmin } from './demote-admin.ts';
import { domains } from './domains.ts';
import { domainsAdd } from './domains-add.ts';
import { domainsCheckDns } from './domains-check-dns.ts';
import { domainsConfirmCode } from './domains-confirm-code.ts';
import { domainsRemove } from './domains-remove.ts';
import { domainsSendCode } from './domains-send-code.ts';
import { domainsUpdate } from './domains-update.ts';
import { downloadsAgentWithConfig } from './downloads-agent-with-config.ts';
import { downloadsStatus } from './downloads-status.ts';
import { earlyAccessPerson } from './early-access-person.ts';
import { enrolments } from './enrolments.ts';
import { enrolmentsCreate } from './enrolments-create.ts';
import { enrolmentsRevoke } from './enrolments-revoke.ts';
import { event } from './event.ts';
import { figuresAiRisk } from './figures-ai-risk.ts';
import { figuresFailedLogons } from './figures-failed-logons.ts';
import { figuresInteractiveLogons } from './figures-interactive-logons.ts';
import { figuresServiceAccountActivity } from './figures-service-account-activity.ts';
import { health } from './health.ts';
import { incidents } from './incidents.ts';
import { ingestUsage } from './ingest-usage.ts';
import { invitation } from './invitation.ts';
import { invitationByAddress } from './invitation-by-address.ts';
import { jwks } from './jwks.ts';
import { mailingList } from './mailing-list.ts';
import { members } from './members.ts';
import { membersAdd } from './members-add.ts';
import { operatorAgentsList } from './operator-agents-list.ts';
import { operatorAgentsRevoke } from './operator-agents-revoke.ts';
import { operatorAuditVerify } from './operator-audit-verify.ts';
import { operatorDemoRequestsList } from './operator-demo-requests-list.ts';
import { operatorEnrolmentsCreate } from './operator-enrolments-create.ts';
import { operatorKeysList } from './operator-keys-list.ts';
import { operatorKeysReseal } from './operator-keys-reseal.ts';
import { operatorKeysRotate } from './operator-keys-rotate.ts';
import { operatorMailingList } from './operator-mailing-list.ts';
import { operatorQuotasUpdate } from './operator-quotas-update.ts';
import { operatorTenantsCreate } from './operator-tenants-create.ts';
import { operatorTenantsList } from './operator-tenants-list.ts';
import { operatorTenantsUpdate } from './operator-tenants-update.ts';
import { operatorUsageList } from './operator-usage-list.ts';
import { operatorUsersCreate } from './operator-users-create.ts';
import { profiles } from './profiles.ts';
import { profilesUpdate } from './profiles-update.ts';
import { promoteAdmin } from './promote-admin.ts';
import { rejectMember } from './reject-member.ts';
import { releasesLatest } from './releases-latest.ts';
import { removeMember } from './remove-member.ts';
import { sendMemberInvitation } from './send-member-invitation.ts';
import { signupLookup } from './signup-lookup.ts';
import { syncClaims } from './sync-claims.ts';
import { tenantEvents } from './tenant-events.ts';
import { tenantEventsCount } from './tenant-events-count.ts';
import { tenantEventsTypes } from './tenant-events-types.ts';
import { tenants } from './tenants.ts';
import { tenantsUpdate } from './tenants-update.ts';

/** Every call of the contract but those that stream, by routes of their own: ingest/registerIngest.ts, reports/registerReports.ts, updates/registerUpdates.ts. */
export const router = {
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
  tenantEventsTypes,
  tenants,
  tenantsUpdate,
} satisfies Record<
  keyof Omit<Contract, 'ingestEvents' | 'tenantEventsCsv' | 'tenantEventsTxt' | 'updates'>,
  unknown
>;
