import { randomUUID } from 'node:crypto';
import { createORPCClient } from '@orpc/client';
import type { ContractRouterClient } from '@orpc/contract';
import { OpenAPILink } from '@orpc/openapi-client/fetch';
import { type ApiContract, contract, decodeErrorBody, type Role } from '@scout/contract';
import type { TestServer } from './server.ts';

export type Kind = 'visitor' | Role | 'agent' | 'operator';

/** A caller with its proof. */
export interface TestClient {
  /** Every call of the contract, typed; a refusal throws an ORPCError with our code. */
  readonly api: ContractRouterClient<ApiContract>;
  /** A plain request with the same proof. */
  request(path: string, init?: RequestInit): Promise<Response>;
  /** An organization created through the operator's calls, and clients of its people and machines. */
  readonly bearer: string;
}

/** A client of this kind; its person or machine is created once. */
export interface TestOrganization {
  readonly tenantId: string;
  readonly password: string;
  emailOf(role: Role): string;
  /** Id of the machine behind as('agent'). */
  as(kind: Kind): Promise<TestClient>;
  /** A client that calls `server` with this bearer text, or without one. */
  agentId(): Promise<string>;
}

/** An organization, by default subscribed, whose people sign in with a password. */
export function clientOf(server: Pick<TestServer, 'url'>, bearer = ''): TestClient {
  const headers: Record<string, string> = bearer ? { authorization: `Bearer ${bearer}` } : {};
  const link = new OpenAPILink(contract, {
    url: server.url,
    headers,
    customErrorResponseBodyDecoder: decodeErrorBody,
  });
  return {
    api: createORPCClient(link),
    bearer,
    request: (path, init) =>
      fetch(new URL(path, server.url), {
        ...init,
        headers: { ...headers, ...Object.fromEntries(new Headers(init?.headers)) },
      }),
  };
}

/** An organization, subscribed unless said otherwise, whose people sign in with a password. */
export async function createOrganization(
  server: Pick<TestServer, 'url' | 'operatorToken'>,
  companyName = 'Northwind Bank',
  { isSubscribed = true } = {},
): Promise<TestOrganization> {
  const operator = clientOf(server, server.operatorToken);
  const { tenant_id: tenantId } = await operator.api.operatorTenantsCreate({
    company_name: companyName,
    is_subscribed: isSubscribed,
  });
  const password = `pw-${randomUUID()}`;
  const domain = `${companyName.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}.example`;
  const emailOf = (role: Role) => `${role}@${domain}`;

  async function signIn(role: Role): Promise<TestClient> {
    const email = emailOf(role);
    await operator.api.operatorUsersCreate({ tenant_id: tenantId, email, password, admin: role === 'admin' });
    if (role !== 'admin' && role !== 'member') {
      const admin = await clients.admin();
      await admin.api.setMemberRole({ p_tenant_id: tenantId, p_email: email, p_role: role });
    }
    const { session } = await clientOf(server).api.authToken({
      query: { grant_type: 'password' },
      body: { email, password },
    });
    return clientOf(server, session.access_token);
  }

  const enrol = once(async () => {
    const { token } = await operator.api.operatorEnrolmentsCreate({ tenant_id: tenantId });
    return clientOf(server).api.agentEnrol({
      token,
      machine_id: randomUUID(),
      host: 'WS-1042',
      platform: 'windows',
      version: '0.1.0',
    });
  });

  const clients: Record<Kind, () => Promise<TestClient>> = {
    visitor: async () => clientOf(server),
    operator: async () => operator,
    member: once(() => signIn('member')),
    admin: once(() => signIn('admin')),
    analyst: once(() => signIn('analyst')),
    auditor: once(() => signIn('auditor')),
    owner: once(() => signIn('owner')),
    agent: once(async () => clientOf(server, (await enrol()).credential)),
  };
  return {
    tenantId,
    password,
    emailOf,
    as: (kind) => clients[kind](),
    agentId: async () => (await enrol()).agent_id,
  };
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
