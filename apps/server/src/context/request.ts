import type { Access, Claims, Role } from '@scout/contract';
import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import type { AgentIdentity } from '../auth/agentCredential.ts';
import type { Transaction } from '../database/pool.ts';
import type { Context } from './context.ts';

/** Result of an access check: the kind, and the caller as far as its proof identifies it. */
export interface Proven {
  readonly access: Access;
  readonly claims?: Claims;
  readonly agent?: AgentIdentity;
}

/** The context of every handler: the composed application and the parts of the request that it needs. */
export interface RequestContext extends Record<string, unknown> {
  readonly app: Context;
  /** Writes with the request's id. */
  readonly log: FastifyBaseLogger;
  readonly request: {
    readonly id: string;
    /** The caller's address, as seen by us or by a proxy on this machine. */
    readonly address: string;
    readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  };
  /** Checked before anything else of the request was read. */
  readonly proven: Proven | undefined;
  /** Sets or, for set-cookie, adds headers of the answer. */
  setHeader(name: string, value: string | readonly string[]): void;
}

export interface SignedInContext extends RequestContext {
  readonly claims: Claims;
}

/** A membership that was active when the call's transaction began. */
export interface Member {
  readonly tenantId: string;
  readonly userId: string;
  readonly role: Role;
}

/** The handler runs inside the tenant's transaction; its answer is sent after the commit. */
export interface MemberContext extends SignedInContext {
  readonly member: Member;
  readonly tx: Transaction;
  readonly client: pg.PoolClient;
}

export interface AgentContext extends RequestContext {
  readonly agent: AgentIdentity;
}

/** The context of a handler, by the access kind that its contract declares. */
export interface ContextByAccess {
  visitor: RequestContext;
  'half-signed-in': SignedInContext;
  'signed-in': SignedInContext;
  member: MemberContext;
  subscriber: MemberContext;
  admin: MemberContext;
  'subscriber-admin': MemberContext;
  agent: AgentContext;
  operator: RequestContext;
}

/** Added to a request's context by the access check, by access kind. */
export type Granted = Partial<Omit<MemberContext & AgentContext, keyof RequestContext>>;

export type ContextOf<A extends Access> = ContextByAccess[A];
