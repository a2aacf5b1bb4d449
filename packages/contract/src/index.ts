export type { Call, CallMeta } from './call.ts';
export { declareCall } from './call.ts';
export { agentMachine } from './calls/agent-enrol.ts';
export { type AgentRelease, agentRelease } from './calls/agent-heartbeat.ts';
export { type IngestAnswer, ingestAnswer } from './calls/ingest-events.ts';
export { tenantEventsQuery, tenantEventsScope } from './calls/tenant-events.ts';
export { type UpdateKind, updateKinds } from './calls/updates.ts';
export { decodeErrorBody } from './client.ts';
export { type CallName, type Contract, contract } from './contract.ts';
export {
  type ActiveSession,
  activeSession,
  type Factor,
  factor,
  type UserWithMetadata,
  userWithMetadata,
} from './entities/account.ts';
export {
  type Agent,
  type AgentAudit,
  type AgentGap,
  type AgentReason,
  type AgentSource,
  type AgentState,
  agent,
  agentReasons,
  agentStates,
  type GapReason,
  gapReasons,
} from './entities/agent.ts';
export {
  type AgentUpgrade,
  agentUpgrade,
  type MachineCounts,
  type MachineUpgradeState,
  machineUpgradeStates,
  type UpgradeMachine,
  type UpgradeReport,
  type UpgradeStage,
  upgradeStages,
} from './entities/agent-upgrade.ts';
export { type AuditLog, auditLog } from './entities/audit-log.ts';
export {
  type DemoRequest,
  demoRequest,
  type MailingListEntry,
  mailingListEntry,
} from './entities/demo-request.ts';
export {
  type DomainState,
  domainStates,
  type OrganizationDomain,
  organizationDomain,
  type VerificationMethod,
  verificationMethods,
} from './entities/domain.ts';
export { type Enrolment, enrolment, newEnrolment } from './entities/enrolment.ts';
export * from './entities/figures.ts';
export { type IncidentRow, incident } from './entities/incident.ts';
export {
  type Invitation,
  type InvitationState,
  invitationDetails,
  invitationStates,
} from './entities/invitation.ts';
export { type KeyName, keyNames, type ServerKey } from './entities/key.ts';
export { type Member, type MemberStatus, member, memberStatuses } from './entities/member.ts';
export { type Profile, profile } from './entities/profile.ts';
export { type Claims, claims, type Session, session, type User, user } from './entities/session.ts';
export {
  type OperatorTenant,
  operatorTenant,
  type Tenant,
  tenant,
} from './entities/tenant.ts';
export { type TenantEvent, tenantEvent } from './entities/tenant-event.ts';
export { type OperatorUsage, operatorUsage, type Usage, usage } from './entities/usage.ts';
export { type ErrorBody, type ErrorCode, errors, type LineRejection, lineRejections } from './errors.ts';
export {
  agentLine,
  exampleLines,
  type FirstStep,
  type FirstStepsFacts,
  firstSteps,
  setUpLine,
} from './firstSteps.ts';
export { limits } from './limits.ts';
export { type Access, type AccessError, accessKinds, type Proof, type Role, roles } from './permissions.ts';
export { salesAddressPlaceholder, siteAddressPlaceholder } from './siteAddress.ts';
export * from './validation/companyEmail.ts';
export * from './validation/confirmationCode.ts';
export * from './validation/demoRequest.ts';
export * from './validation/domain.ts';
export * from './validation/email.ts';
export * from './validation/mailingList.ts';
export * from './validation/names.ts';
export * from './validation/organization.ts';
export * from './validation/password.ts';
export * from './validation/signUp.ts';
