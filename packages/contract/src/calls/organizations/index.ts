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
export { groupRoles, groupRolesAdd, groupRolesRemove } from './groupRoles.ts';
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
export {
  scimGroups,
  scimGroupsChange,
  scimGroupsCreate,
  scimGroupsDelete,
  scimGroupsRead,
  scimGroupsReplace,
  scimResourceType,
  scimResourceTypes,
  scimSchema,
  scimSchemas,
  scimService,
  scimUsers,
  scimUsersChange,
  scimUsersCreate,
  scimUsersDelete,
  scimUsersRead,
  scimUsersReplace,
} from './scim.ts';
export { confirmPayment, tenants, tenantsUpdate } from './tenants.ts';
