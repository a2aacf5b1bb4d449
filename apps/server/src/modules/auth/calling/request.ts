import type { Access, Claims, Role } from '@scout/contract';
import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import type { Context } from '../../../context.ts';
import type { Transaction } from '../../../platform/database/pool.ts';
import type { AgentIdentity } from '../agentCredential.ts';

/** Result of an access check: the kind, and the caller as identified by the proof. */
export interface Proven {
  readonly access: Access;
  readonly claims?: Claims;
  readonly agent?: AgentIdentity;
}

/** The context of every handler: the services, and the required parts of the request. */
export interface RequestContext extends Record<string, unknown> {
  readonly app: Context;
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

export interface SignedInContext extends RequestContext {
  readonly claims: Claims;
}

/** A membership that was active at the start of the call's transaction. */
export interface Member {
  readonly tenantId: string;
  readonly userId: string;
  readonly role: Role;
}

/** The handler runs inside the tenant's transaction; its response is sent after the commit. */
export interface MemberContext extends SignedInContext {
  readonly member: Member;
  readonly tx: Transaction;
  readonly client: pg.PoolClient;
}

export interface AgentContext extends RequestContext {
  readonly agent: AgentIdentity;
}

/** A handler's context by the access kind of its contract. */
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

/** Properties that the access check adds to a request's context, by access kind. */
export type Granted = Partial<Omit<MemberContext & AgentContext, keyof RequestContext>>;

export type ContextOf<A extends Access> = ContextByAccess[A];
