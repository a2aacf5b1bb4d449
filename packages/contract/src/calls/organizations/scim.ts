import { declareCall } from '../../call.ts';
import { z } from '../../zod.ts';

/**
 * SCIM 2.0 (RFC 7643, RFC 7644): the organization's directory provisions its people and groups. Answered by separate routes, in
 * `application/scim+json`.
 */
const root = '/scim/v2';

/** A resource or message of SCIM; its attributes are named by its schemas. */
const resource = z.looseObject({});
const id = z.object({ id: z.uuid() });
const attributes = {
  attributes: z.string().max(2_000).optional(),
  excludedAttributes: z.string().max(2_000).optional(),
};
const count = z
  .string()
  .regex(/^-?\d{1,9}$/, 'must be a number')
  .optional();
/** A page of resources: startIndex counts from 1. */
const page = z.object({ ...attributes, filter: z.string().optional(), startIndex: count, count });
const one = id.extend(attributes);

/** Supported parts of SCIM: PATCH, filters and ETags; no bulk requests and no sorting. */
export const scimService = declareCall({
  access: 'admin',
  scope: 'members:provision',
  raw: true,
  method: 'GET',
  path: `${root}/ServiceProviderConfig`,
  summary: 'SCIM: what is supported',
  tag: 'SCIM',
  input: z.object({}),
  output: resource,
  errors: ['scim_token'],
});

/** Kinds of resources: users and groups. */
export const scimResourceTypes = declareCall({
  access: 'admin',
  scope: 'members:provision',
  raw: true,
  method: 'GET',
  path: `${root}/ResourceTypes`,
  summary: 'SCIM: resource types',
  tag: 'SCIM',
  input: z.object({}),
  output: resource,
  errors: ['scim_token'],
});

/** One kind of resources. */
export const scimResourceType = declareCall({
  access: 'admin',
  scope: 'members:provision',
  raw: true,
  method: 'GET',
  path: `${root}/ResourceTypes/{name}`,
  summary: 'SCIM: one resource type',
  tag: 'SCIM',
  input: z.object({ name: z.string().max(200) }),
  output: resource,
  errors: ['scim_token', 'not_found'],
});

/** Attributes of users and groups. */
export const scimSchemas = declareCall({
  access: 'admin',
  scope: 'members:provision',
  raw: true,
  method: 'GET',
  path: `${root}/Schemas`,
  summary: 'SCIM: schemas',
  tag: 'SCIM',
  input: z.object({}),
  output: resource,
  errors: ['scim_token'],
});

/** Attributes of one kind of resources. */
export const scimSchema = declareCall({
  access: 'admin',
  scope: 'members:provision',
  raw: true,
  method: 'GET',
  path: `${root}/Schemas/{name}`,
  summary: 'SCIM: one schema',
  tag: 'SCIM',
  input: z.object({ name: z.string().max(200) }),
  output: resource,
  errors: ['scim_token', 'not_found'],
});

/** People that the directory provisions, filtered, by page. */
export const scimUsers = declareCall({
  access: 'admin',
  scope: 'members:provision',
  raw: true,
  method: 'GET',
  path: `${root}/Users`,
  summary: 'SCIM: users',
  tag: 'SCIM',
  input: page,
  output: resource,
  errors: ['scim_token', 'scim_filter'],
});

/** A person, whose address is at a verified domain, becomes a member, active unless said otherwise. */
export const scimUsersCreate = declareCall({
  access: 'admin',
  scope: 'members:provision',
  raw: true,
  method: 'POST',
  path: `${root}/Users`,
  summary: 'SCIM: create a user',
  tag: 'SCIM',
  input: resource,
  output: resource,
  errors: ['scim_token', 'scim_value', 'scim_exists', 'scim_domain', 'other_organization', 'member_limit'],
});

/** One person. */
export const scimUsersRead = declareCall({
  access: 'admin',
  scope: 'members:provision',
  raw: true,
  method: 'GET',
  path: `${root}/Users/{id}`,
  summary: 'SCIM: one user',
  tag: 'SCIM',
  input: one,
  output: resource,
  errors: ['scim_token', 'not_found'],
});

/** Replaces a person; without `active`, the person stays as active as before. */
export const scimUsersReplace = declareCall({
  access: 'admin',
  scope: 'members:provision',
  raw: true,
  method: 'PUT',
  path: `${root}/Users/{id}`,
  summary: 'SCIM: replace a user',
  tag: 'SCIM',
  input: id.loose(),
  output: resource,
  errors: [
    'scim_token',
    'not_found',
    'scim_value',
    'scim_exists',
    'scim_domain',
    'scim_changed',
    'other_organization',
    'member_limit',
    'last_admin',
    'last_member',
    'break_glass_kept',
  ],
});

/** Changes a person. `active: false` ends the membership with every session; `true` brings it back with its role. */
export const scimUsersChange = declareCall({
  access: 'admin',
  scope: 'members:provision',
  raw: true,
  method: 'PATCH',
  path: `${root}/Users/{id}`,
  summary: 'SCIM: change a user',
  tag: 'SCIM',
  input: id.loose(),
  output: resource,
  errors: [
    'scim_token',
    'not_found',
    'scim_value',
    'scim_exists',
    'scim_domain',
    'scim_changed',
    'other_organization',
    'member_limit',
    'last_admin',
    'last_member',
    'break_glass_kept',
    'scim_path',
    'scim_filter',
  ],
});

/** Ends the membership with every session, and forgets the person. */
export const scimUsersDelete = declareCall({
  access: 'admin',
  scope: 'members:provision',
  raw: true,
  method: 'DELETE',
  path: `${root}/Users/{id}`,
  summary: 'SCIM: delete a user',
  tag: 'SCIM',
  input: id,
  output: resource,
  errors: ['scim_token', 'not_found', 'scim_changed', 'last_admin', 'last_member', 'break_glass_kept'],
});

/** Groups that the directory provisions, filtered, by page. */
export const scimGroups = declareCall({
  access: 'admin',
  scope: 'members:provision',
  raw: true,
  method: 'GET',
  path: `${root}/Groups`,
  summary: 'SCIM: groups',
  tag: 'SCIM',
  input: page,
  output: resource,
  errors: ['scim_token', 'scim_filter', 'scim_too_many'],
});

/** A group, which may give its members a role. */
export const scimGroupsCreate = declareCall({
  access: 'admin',
  scope: 'members:provision',
  raw: true,
  method: 'POST',
  path: `${root}/Groups`,
  summary: 'SCIM: create a group',
  tag: 'SCIM',
  input: resource,
  output: resource,
  errors: ['scim_token', 'scim_value', 'scim_exists'],
});

/** One group. */
export const scimGroupsRead = declareCall({
  access: 'admin',
  scope: 'members:provision',
  raw: true,
  method: 'GET',
  path: `${root}/Groups/{id}`,
  summary: 'SCIM: one group',
  tag: 'SCIM',
  input: one,
  output: resource,
  errors: ['scim_token', 'not_found'],
});

/** Replaces a group with its members. */
export const scimGroupsReplace = declareCall({
  access: 'admin',
  scope: 'members:provision',
  raw: true,
  method: 'PUT',
  path: `${root}/Groups/{id}`,
  summary: 'SCIM: replace a group',
  tag: 'SCIM',
  input: id.loose(),
  output: resource,
  errors: ['scim_token', 'not_found', 'scim_value', 'scim_exists', 'scim_changed'],
});

/** Changes a group: its name, or who belongs to it. */
export const scimGroupsChange = declareCall({
  access: 'admin',
  scope: 'members:provision',
  raw: true,
  method: 'PATCH',
  path: `${root}/Groups/{id}`,
  summary: 'SCIM: change a group',
  tag: 'SCIM',
  input: id.loose(),
  output: resource,
  errors: [
    'scim_token',
    'not_found',
    'scim_value',
    'scim_exists',
    'scim_changed',
    'scim_path',
    'scim_filter',
  ],
});

/** Deletes a group; its members stay. */
export const scimGroupsDelete = declareCall({
  access: 'admin',
  scope: 'members:provision',
  raw: true,
  method: 'DELETE',
  path: `${root}/Groups/{id}`,
  summary: 'SCIM: delete a group',
  tag: 'SCIM',
  input: id,
  output: resource,
  errors: ['scim_token', 'not_found', 'scim_changed'],
});
