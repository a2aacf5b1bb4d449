export type { Call, CallMeta } from './call.ts';
export { declareCall } from './call.ts';
export {
  type AgentMachine,
  type AgentRelease,
  agentMachine,
  agentRelease,
  type HeartbeatRequest,
  type HeartbeatResponse,
} from './calls/agents/agent.ts';
export type { CreatedPasskey, PasskeyProof } from './calls/auth/passkeys.ts';
export type { SeenName } from './calls/cases/names.ts';
export { type FiguresCall, figuresCallOf } from './calls/events/callOf.ts';
export { tenantEventsQuery, tenantEventsScope } from './calls/events/events.ts';
export type { RuleFiguresCall } from './calls/events/figures.ts';
export { type UpdateKind, updateKinds } from './calls/events/updates.ts';
export { type IngestAnswer, ingestAnswer } from './calls/ingest/ingest.ts';
export type { ConfigurationChange, ConfigurationProblem } from './calls/operator/configuration.ts';
export { type OperatorTrouble, operatorTroubles } from './calls/operator/status.ts';
export { caseAdvice } from './caseAdvice.ts';
export * from './caseState.ts';
export * from './caseWords.ts';
export { decodeErrorBody } from './client.ts';
export { type ApiContract, type CallName, contract } from './contract.ts';
export {
  type ActiveSession,
  activeSession,
  type Factor,
  factor,
  type Passkey,
  type UserWithMetadata,
  userWithMetadata,
} from './entities/account.ts';
export * from './entities/accountContract.ts';
export * from './entities/accountLane.ts';
export {
  type Agent,
  type AgentAudit,
  type AgentGap,
  type AgentReason,
  type AgentSource,
  type AgentState,
  type AuditPart,
  type AuditSetting,
  agent,
  agentReasons,
  agentStates,
  type CaseSubcategory,
  caseSubcategories,
  type GapReason,
  gapReasons,
  type MachineNames,
  type NamesReport,
} from './entities/agent.ts';
export * from './entities/agentGroup.ts';
export {
  type AgentUpgrade,
  agentUpgrade,
  type MachineCounts,
  type MachineUpgradeState,
  machineUpgradeStates,
  type UpgradeMachine,
  type UpgradeReport,
  upgradeStages,
} from './entities/agentUpgrade.ts';
export { type AlertEconomics, alertRate } from './entities/alertEconomics.ts';
export {
  type AlertDelivery,
  type AlertRecipient,
  alertDeliveries,
  alertRecipient,
} from './entities/alertRecipient.ts';
export { type ApiToken, apiToken, newApiToken, tokenScope } from './entities/apiToken.ts';
export { type AuditLog, auditLog } from './entities/auditLog.ts';
export * from './entities/case.ts';
export * from './entities/caseActivity.ts';
export * from './entities/caseException.ts';
export * from './entities/caseFacets.ts';
export * from './entities/caseTrial.ts';
export * from './entities/channel.ts';
export {
  type DemoRequest,
  demoRequest,
  type MailingListEntry,
  mailingListEntry,
} from './entities/demoRequest.ts';
export type {
  DetectionPreview,
  DetectionSettingsState,
  KindPreview,
  RuleMatches,
} from './entities/detectionSettings.ts';
export * from './entities/directory.ts';
export {
  type DomainState,
  domainStates,
  type OrganizationDomain,
  organizationDomain,
  type VerificationMethod,
  verificationMethods,
} from './entities/domain.ts';
export { type Enrolment, enrolment, newEnrolment } from './entities/enrolment.ts';
export {
  type EvidenceEntry,
  type EvidenceFile,
  type EvidenceScope,
  type EvidenceType,
  evidenceFile,
  evidenceTypes,
} from './entities/evidence.ts';
export * from './entities/exceptionTrial.ts';
export { email as emailField, offsetTime } from './entities/fields.ts';
export * from './entities/figures.ts';
export { type GroupRole, type GroupRoles, groupName, groupRole } from './entities/groupRole.ts';
export {
  eventIdentity,
  type IncidentPath,
  type IncidentRow,
  type IncidentRun,
  incident,
} from './entities/incident.ts';
export {
  type Invitation,
  type InvitationState,
  invitationDetails,
  invitationStates,
} from './entities/invitation.ts';
export { type KeyName, keyNames, type ServerKey } from './entities/key.ts';
export { type Member, type MemberStatus, member, memberStatuses } from './entities/member.ts';
export * from './entities/monthlyReport.ts';
export * from './entities/ownerReview.ts';
export * from './entities/posture.ts';
export { type Profile, profile } from './entities/profile.ts';
export * from './entities/rc4Use.ts';
export * from './entities/retention.ts';
export * from './entities/savedView.ts';
export * from './entities/serviceAccount.ts';
export { type Claims, claims, type Session, session, type User, user } from './entities/session.ts';
export * from './entities/sso.ts';
export {
  type OperatorTenant,
  operatorTenant,
  type Tenant,
  tenant,
} from './entities/tenant.ts';
export { type TenantEvent, tenantEvent } from './entities/tenantEvent.ts';
export * from './entities/ticket.ts';
export { type OperatorUsage, operatorUsage, type Usage, usage } from './entities/usage.ts';
export { type ErrorBody, type ErrorCode, errors, lineRejections } from './errors.ts';
export {
  agentLine,
  exampleLines,
  type FirstStep,
  type FirstStepsFacts,
  firstSteps,
  setUpLine,
} from './firstSteps.ts';
export { incidentWay } from './incidentWay.ts';
export { limits } from './limits.ts';
export {
  type Access,
  type AccessError,
  accessKinds,
  type FurtherRole,
  type Proof,
  type Role,
  roles,
  rolesByPower,
  rolesOf,
  roleTable,
  type TokenScope,
  tokenScopeNames,
  tokenScopes,
} from './permissions.ts';
export * from './postureWords.ts';
export * from './rc4Words.ts';
export {
  monthlyFacts,
  monthlyFigures,
  monthlyRankings,
  monthName,
  partialMonthBefore,
  reportedCase,
} from './reportWords.ts';
export { salesAddressPlaceholder, siteAddressPlaceholder } from './siteAddress.ts';
export { type SsoFailure, ssoFailures } from './ssoFailures.ts';
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
