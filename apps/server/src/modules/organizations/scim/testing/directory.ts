import type { TestOrganization, TestServer } from '@scout/testkit';

export type ScimBody = Readonly<Record<string, unknown>>;

interface ScimAnswer {
  readonly status: number;
  readonly type: string;
  readonly etag: string;
  readonly location: string | null;
  // biome-ignore lint/suspicious/noExplicitAny: tests read what they expect.
  readonly body: any;
}

/** A directory that provisions an organization over SCIM, with a token of that. */
export interface Directory {
  get(path: string, headers?: Record<string, string>): Promise<ScimAnswer>;
  post(path: string, body: unknown): Promise<ScimAnswer>;
  put(path: string, body: unknown): Promise<ScimAnswer>;
  patch(path: string, body: ScimBody, headers?: Record<string, string>): Promise<ScimAnswer>;
  delete(path: string, headers?: Record<string, string>): Promise<ScimAnswer>;
}

/** The directory of an organization, which has verified the domain of its addresses. */
export async function directoryOf(server: TestServer, organization: TestOrganization): Promise<Directory> {
  const admin = await organization.as('admin');
  await server.database.asOwner((owner) =>
    owner.query(
      `INSERT INTO scout.organization_domains (tenant_id, domain, state, method, verified_at)
       VALUES ($1, $2, 'verified', 'dns', now())
       ON CONFLICT (tenant_id, domain) DO UPDATE SET state = 'verified', method = 'dns', verified_at = now()`,
      [organization.tenantId, organization.emailOf('admin').split('@')[1]],
    ),
  );
  const { token } = await admin.api.organizationTokensCreate({
    name: 'directory',
    scopes: ['members:provision'],
    password: organization.password,
  });

  async function ask(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<ScimAnswer> {
    const response = await fetch(`${server.url}/scim/v2${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        accept: 'application/scim+json',
        ...(body !== undefined && { 'content-type': 'application/scim+json; charset=utf-8' }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    return {
      status: response.status,
      type: response.headers.get('content-type') ?? '',
      etag: response.headers.get('etag') ?? '',
      location: response.headers.get('location'),
      body: text === '' ? undefined : JSON.parse(text),
    };
  }

  return {
    get: (path, headers) => ask('GET', path, undefined, headers),
    post: (path, body) => ask('POST', path, body),
    put: (path, body) => ask('PUT', path, body),
    patch: (path, body, headers) => ask('PATCH', path, body, headers),
    delete: (path, headers) => ask('DELETE', path, undefined, headers),
  };
}
