export { auditEmit, auditLogs } from './auditLogs.ts';
export { organizationDeletionRequest, organizationDeletionWithdraw } from './deletion.ts';
export {
  domains,
  domainsAdd,
  domainsCheckDns,
  domainsConfirmCode,
  domainsRemove,
  domainsSendCode,
  domainsUpdate,
} from './domains.ts';
export {
  acceptInvitation,
  declineInvitation,
  declineInvitationByAddress,
  invitation,
  invitationByAddress,
  invitationOrganization,
  sendMemberInvitation,
} from './invitations.ts';
export {
  approveMember,
  demoteAdmin,
  members,
  membersAdd,
  promoteAdmin,
  rejectMember,
  removeMember,
  setMemberRole,
} from './members.ts';
export { profiles, profilesUpdate } from './profiles.ts';
export { organizationHold, organizationRetention, organizationRetentionSet } from './retention.ts';
export { confirmPayment, tenants, tenantsUpdate } from './tenants.ts';
