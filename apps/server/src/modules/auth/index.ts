export { type AgentIdentity, proveIdentity } from './agentCredential.ts';
export { authenticate, grantAccess } from './calling/access.ts';
export {
  type ChangeWork,
  changeAsAdmin,
  changeAsMember,
  readAsAdmin,
  readAsMember,
  refusal,
} from './calling/asAdmin.ts';
export { ifMember } from './calling/ifMember.ts';
export { callsWith } from './calling/implementCall.ts';
export {
  authorizeMemberAction,
  type MemberAction,
  refusalOfRemoval,
  refusalOfRole,
  stateOf,
} from './calling/memberRules.ts';
export type { MemberContext, RequestContext, SignedInContext } from './calling/request.ts';
export { authenticateFirst, requestContext } from './calling/routes.ts';
export type { CallServices } from './calling/services.ts';
export { signedInPerson } from './calling/signedInPerson.ts';
export { requireStorableText } from './calling/storableText.ts';
export { requireUncommon } from './commonPassword.ts';
export type { AuthQueries, AuthStore } from './database.ts';
export type { Keyring } from './keyring.ts';
export { newCode } from './mailedCode.ts';
export type { Passwords } from './passwords.ts';
export type { Rates } from './rates.ts';
export type { Rotation } from './rotation.ts';
export {
  activeMember,
  activeMembership,
  hasPlace,
  listAssignees,
  lockMemberships,
  type Membership,
  membershipStatuses,
} from './sql/memberships.ts';
export { readProfile, renameProfile } from './sql/profiles.ts';
export { inSignInTables } from './sql/signInTables.ts';
export {
  type MetadataSource,
  readConnection,
  readStoredConnection,
  type StoredConnection,
} from './sql/ssoConnections.ts';
export { tenantRow } from './sql/tenantRow.ts';
export { clearExpiredSignInData } from './sql/upkeep.ts';
export {
  addConnection,
  changePresent,
  type PreparedConnection,
  prepareDescribed,
  prepareOidc,
  removePresent,
  type SsoTools,
} from './sso/connections.ts';
export { readGiven } from './sso/saml/given.ts';
