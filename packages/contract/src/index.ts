export type { Call, CallMeta } from './call.ts';
export { declareCall } from './call.ts';
export { agentMachine } from './calls/agent-enrol.ts';
export { type IngestAnswer, ingestAnswer } from './calls/ingest-events.ts';
export { tenantEventsQuery } from './calls/tenant-events.ts';
export { decodeErrorBody } from './client.ts';
export { type CallName, type Contract, contract } from './contract.ts';
export { type Agent, agent } from './entities/agent.ts';
export * from './entities/figures.ts';
export { type Profile, profile } from './entities/profile.ts';
export { type Claims, claims, type Session, session, type User, user } from './entities/session.ts';
export {
  type OperatorTenant,
  operatorTenant,
  type Tenant,
  tenant,
} from './entities/tenant.ts';
export { type TenantEvent, tenantEvent } from './entities/tenant-event.ts';
export { type ErrorBody, type ErrorCode, errors, type LineRejection, lineRejections } from './errors.ts';
export { limits } from './limits.ts';
export { type Access, type AccessError, accessKinds, type Proof, type Role, roles } from './permissions.ts';
