import { fresh } from './fresh.ts';
import { json, type World } from './world.ts';

const DOMAIN = 'directory.northwind-bank.example';

/** A domain that the bank has verified, for the people whom its directory provisions. */
async function verifyDomain({ bank, server }: World): Promise<void> {
  await server.database.asOwner((owner) =>
    owner.query(
      `INSERT INTO scout.organization_domains (tenant_id, domain, state, method, verified_at)
       VALUES ($1, $2, 'verified', 'dns', now()) ON CONFLICT (tenant_id, domain) DO NOTHING`,
      [bank.tenantId, DOMAIN],
    ),
  );
}

/** A provisioned person of the bank that a test may change, without a membership. */
async function spareUser(world: World): Promise<string> {
  await verifyDomain(world);
  const email = `${fresh('provisioned')}@${DOMAIN}`;
  const { rows } = await world.server.database.asOwner((owner) =>
    owner.query<{ scim_id: string }>(
      `INSERT INTO scout.scim_users (tenant_id, user_name, address, email, active, created_at, updated_at)
       VALUES ($1, $2, $2, $2, false, now(), now()) RETURNING scim_id`,
      [world.bank.tenantId, email],
    ),
  );
  return `/scim/v2/Users/${rows[0]!.scim_id}`;
}

/** A provisioned group of the bank that a test may change. */
async function spareGroup({ bank, server }: World): Promise<string> {
  const { rows } = await server.database.asOwner((owner) =>
    owner.query<{ group_id: string }>(
      `INSERT INTO scout.scim_groups (tenant_id, display_name, created_at, updated_at)
       VALUES ($1, $2, now(), now()) RETURNING group_id`,
      [bank.tenantId, fresh('Analysts')],
    ),
  );
  return `/scim/v2/Groups/${rows[0]!.group_id}`;
}

/** A group of the bank that gives a role. */
export async function groupWithRole({ bank, server }: World): Promise<string> {
  const group = fresh('Auditors');
  await server.database.asOwner((owner) =>
    owner.query(
      `INSERT INTO scout.group_roles (tenant_id, group_name, role, created_at, created_by) VALUES ($1, $2, 'member', now(), 'ada')`,
      [bank.tenantId, group],
    ),
  );
  return group;
}

const patch = (path: string, value: object) => ({
  path,
  init: json('PATCH', { Operations: [{ op: 'replace', value }] }),
});

/** Requests of a directory that provisions. */
export const scimRequests = {
  scimGroups: () => ({ path: '/scim/v2/Groups' }),
  scimGroupsChange: async (world: World) =>
    patch(await spareGroup(world), { displayName: fresh('Analysts') }),
  scimGroupsCreate: () => ({
    path: '/scim/v2/Groups',
    init: json('POST', { displayName: fresh('Analysts') }),
  }),
  scimGroupsDelete: async (world: World) => ({ path: await spareGroup(world), init: { method: 'DELETE' } }),
  scimGroupsRead: async (world: World) => ({ path: await spareGroup(world) }),
  scimGroupsReplace: async (world: World) => ({
    path: await spareGroup(world),
    init: json('PUT', { displayName: fresh('Analysts') }),
  }),
  scimResourceType: () => ({ path: '/scim/v2/ResourceTypes/User' }),
  scimResourceTypes: () => ({ path: '/scim/v2/ResourceTypes' }),
  scimSchema: () => ({ path: '/scim/v2/Schemas/urn:ietf:params:scim:schemas:core:2.0:User' }),
  scimSchemas: () => ({ path: '/scim/v2/Schemas' }),
  scimService: () => ({ path: '/scim/v2/ServiceProviderConfig' }),
  scimUsers: () => ({ path: '/scim/v2/Users' }),
  scimUsersChange: async (world: World) => patch(await spareUser(world), { displayName: 'Ada' }),
  scimUsersCreate: async (world: World) => {
    await verifyDomain(world);
    return {
      path: '/scim/v2/Users',
      init: json('POST', { userName: `${fresh('ada')}@${DOMAIN}`, active: false }),
    };
  },
  scimUsersDelete: async (world: World) => ({ path: await spareUser(world), init: { method: 'DELETE' } }),
  scimUsersRead: async (world: World) => ({ path: await spareUser(world) }),
  scimUsersReplace: async (world: World) => ({
    path: await spareUser(world),
    init: json('PUT', { userName: `${fresh('ada')}@${DOMAIN}` }),
  }),
};
