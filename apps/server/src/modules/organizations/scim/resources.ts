import type { GroupMember, ScimGroup } from '../sql/scimGroups.ts';
import type { ScimUser } from '../sql/scimUsers.ts';
import { isActive } from './users.ts';

export const SCHEMAS = {
  user: 'urn:ietf:params:scim:schemas:core:2.0:User',
  group: 'urn:ietf:params:scim:schemas:core:2.0:Group',
  error: 'urn:ietf:params:scim:api:messages:2.0:Error',
  list: 'urn:ietf:params:scim:api:messages:2.0:ListResponse',
} as const;

export type Resource = Readonly<Record<string, unknown>>;

/** Version of a person, which also follows what happens to the membership in Scout. */
export const versionOfUser = (user: ScimUser): string => `W/"${user.version}.${isActive(user) ? 1 : 0}"`;
export const versionOfGroup = ({ version }: ScimGroup): string => `W/"${version}"`;

/** A person as SCIM shows them. `root`: address of the SCIM service. */
export function toUserResource(user: ScimUser, root: string): Resource {
  const { given_name, family_name } = user;
  const formatted = `${given_name ?? ''} ${family_name ?? ''}`.trim();
  return filled({
    schemas: [SCHEMAS.user],
    id: user.scim_id,
    externalId: user.external_id,
    userName: user.user_name,
    name: formatted === '' ? null : filled({ formatted, givenName: given_name, familyName: family_name }),
    displayName: user.display_name,
    active: isActive(user),
    emails: [{ value: user.email, type: 'work', primary: true }],
    meta: {
      resourceType: 'User',
      created: user.created_at.toISOString(),
      lastModified: user.updated_at.toISOString(),
      location: `${root}/Users/${user.scim_id}`,
      version: versionOfUser(user),
    },
  });
}

/** A group as SCIM shows it; null: without its members. */
export function toGroupResource(
  group: ScimGroup,
  members: readonly GroupMember[] | null,
  root: string,
): Resource {
  return filled({
    schemas: [SCHEMAS.group],
    id: group.group_id,
    externalId: group.external_id,
    displayName: group.display_name,
    members:
      members?.map(({ scim_id, user_name }) => ({
        value: scim_id,
        $ref: `${root}/Users/${scim_id}`,
        display: user_name,
        type: 'User',
      })) ?? null,
    meta: {
      resourceType: 'Group',
      created: group.created_at.toISOString(),
      lastModified: group.updated_at.toISOString(),
      location: `${root}/Groups/${group.group_id}`,
      version: versionOfGroup(group),
    },
  });
}

export const listOf = (
  resources: readonly Resource[],
  totalResults: number,
  startIndex: number,
): Resource => ({
  schemas: [SCHEMAS.list],
  totalResults,
  startIndex,
  itemsPerPage: resources.length,
  Resources: resources,
});

/** Names of a list in a query, in small letters. */
const named = (list: string | undefined): readonly string[] | null =>
  list === undefined
    ? null
    : list.split(',').map((name) =>
        name
          .trim()
          .toLowerCase()
          .replace(/^urn:ietf:params:scim:schemas:core:2\.0:\w+:/, ''),
      );

/** The attributes that a query selects. */
export interface Selection {
  readonly attributes?: string | undefined;
  readonly excludedAttributes?: string | undefined;
}

/** True if a query selects an attribute, or a part of it. */
export function isRequested({ attributes, excludedAttributes }: Selection, name: string): boolean {
  const isIn = (list: readonly string[]) => list.some((each) => each === name || each.startsWith(`${name}.`));
  const [only, without] = [named(attributes), named(excludedAttributes)];
  if (only !== null) return isIn(only);
  return without === null || !without.includes(name);
}

/** A resource with the attributes that a query asks for; `schemas`, `id` and `meta` are always there. */
export const selected = (resource: Resource, selection: Selection): Resource =>
  Object.fromEntries(
    Object.entries(resource).filter(
      ([name]) => ['schemas', 'id', 'meta'].includes(name) || isRequested(selection, name.toLowerCase()),
    ),
  );

/** Without attributes that have no value. */
const filled = (resource: Resource): Resource =>
  Object.fromEntries(Object.entries(resource).filter(([, value]) => value !== null));
