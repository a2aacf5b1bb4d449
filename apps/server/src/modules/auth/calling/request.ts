import type { Access, CallMeta, Claims, Role } from '@scout/contract';
import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import type { Transaction } from '../../../platform/database/pool.ts';
import type { AgentIdentity } from '../agentCredential.ts';
import type { ApiTokenIdentity } from '../apiTokenProof.ts';
import type { CallServices } from './services.ts';

/** What the access check of a call reads of its contract. */
export type CallRule<A extends Access = Access> = Pick<CallMeta<A>, 'access' | 'roles' | 'scope'>;

/** Result of an access check: the kind, and the caller as identified by the proof. */
export interface Proven {
  readonly access: Access;
  readonly claims?: Claims;
  readonly apiToken?: ApiTokenIdentity;
  readonly agent?: AgentIdentity;
}

/** The context of every handler: the services that its module asks for, and the required parts of the request. */
export interface RequestContext<S = CallServices> extends Record<string, unknown> {
  readonly app: S;
  /** Logger with the request's id. */
  readonly log: FastifyBaseLogger;
  readonly request: {
    readonly id: string;
    /** The caller's address, as seen by the server or by a trusted local proxy. */
    readonly address: string;
    readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  };
  /** Aborted when the caller's connection ends before the answer: work that only it waits for should stop. */
  readonly gone: AbortSignal;
  /** Checked before any other part of the request was read. */
  readonly proven: Proven | undefined;
  /** Sets response headers or, for set-cookie, adds one. */
  setHeader(name: string, value: string | readonly string[]): void;
}

export interface SignedInContext<S = CallServices> extends RequestContext<S> {
  readonly claims: Claims;
}

/** A membership that was active at the start of the call's transaction. */
export interface ActiveMembership {
  readonly tenantId: string;
  /** The person; with an organization's API token the token's id, which is no person's. */
  readonly userId: string;
  readonly role: Role;
  /** The roles that may do what admins alone do, with the call of this transaction. */
  readonly asAdmin: readonly Role[];
  /** The API token that the call came with. */
  readonly apiToken?: ApiTokenIdentity | undefined;
}

/** The handler runs inside the tenant's transaction; its response is sent after the commit. */
export interface MemberContext<S = CallServices> extends RequestContext<S> {
  readonly member: ActiveMembership;
  /** Undefined for a call with an API token. */
  readonly claims?: Claims;
  readonly tx: Transaction;
  readonly client: pg.PoolClient;
}

export interface AgentContext<S = CallServices> extends RequestContext<S> {
  readonly agent: AgentIdentity;
}

/** A handler's context by the access kind of its contract. */
export interface ContextByAccess<S> {
  visitor: RequestContext<S>;
  'half-signed-in': SignedInContext<S>;
  'signed-in': SignedInContext<S>;
  member: MemberContext<S>;
  subscriber: MemberContext<S>;
  admin: MemberContext<S>;
  'subscriber-admin': MemberContext<S>;
  agent: AgentContext<S>;
  operator: RequestContext<S>;
}

/** Properties that the access check adds to a request's context, by access kind. */
export type Granted = Partial<Omit<MemberContext & AgentContext, keyof RequestContext>>;

export type ContextOf<A extends Access, S> = ContextByAccess<S>[A];
