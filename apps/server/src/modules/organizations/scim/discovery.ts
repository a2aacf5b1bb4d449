import { limits } from '@scout/contract';
import { listOf, type Resource, SCHEMAS } from './resources.ts';

/** Features of the service (RFC 7643, section 5). */
export const serviceOf = (root: string): Resource => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'],
  documentationUri: 'https://www.rfc-editor.org/rfc/rfc7644',
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: limits.scim.pageSize },
  changePassword: { supported: false },
  sort: { supported: false },
  etag: { supported: true },
  authenticationSchemes: [
    {
      type: 'oauthbearertoken',
      name: 'API token of the organization',
      description: 'A token from Settings with the scope members:provision, as bearer token.',
      primary: true,
    },
  ],
  meta: { resourceType: 'ServiceProviderConfig', location: `${root}/ServiceProviderConfig` },
});

const kinds = [
  { name: 'User', endpoint: '/Users', description: 'A person', schema: SCHEMAS.user },
  {
    name: 'Group',
    endpoint: '/Groups',
    description: 'A group, which may give a role',
    schema: SCHEMAS.group,
  },
] as const;

const resourceTypes = (root: string): Resource[] =>
  kinds.map(({ name, ...kind }) => ({
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:ResourceType'],
    id: name,
    name,
    ...kind,
    meta: { resourceType: 'ResourceType', location: `${root}/ResourceTypes/${name}` },
  }));

interface Traits {
  readonly required?: boolean;
  readonly uniqueness?: 'server';
  readonly caseExact?: boolean;
  readonly mutability?: 'readOnly' | 'immutable';
}

/** An attribute with the characteristics of RFC 7643, section 7. */
const attribute = (
  name: string,
  type: string,
  description: string,
  traits: Traits = {},
  more: Resource = {},
): Resource => ({
  name,
  type,
  multiValued: false,
  description,
  required: false,
  caseExact: false,
  mutability: 'readWrite',
  returned: 'default',
  uniqueness: 'none',
  ...traits,
  ...more,
});
const text = (name: string, description: string, traits: Traits = {}) =>
  attribute(name, 'string', description, traits);

const attributes: Readonly<Record<(typeof kinds)[number]['name'], readonly Resource[]>> = {
  User: [
    text('userName', 'Name at the directory', { required: true, uniqueness: 'server' }),
    attribute(
      'name',
      'complex',
      'Name of the person',
      {},
      {
        subAttributes: [
          text('formatted', 'First and last name', { mutability: 'readOnly' }),
          text('givenName', 'First name'),
          text('familyName', 'Last name'),
        ],
      },
    ),
    text('displayName', 'Name to show'),
    attribute('active', 'boolean', 'Whether the person may sign in'),
    attribute(
      'emails',
      'complex',
      'The address, at a verified domain',
      { uniqueness: 'server' },
      {
        multiValued: true,
        subAttributes: [
          text('value', 'Address', { required: true }),
          text('type', 'Always work', { mutability: 'readOnly' }),
          attribute('primary', 'boolean', 'Always true', { mutability: 'readOnly' }),
        ],
      },
    ),
  ],
  Group: [
    text('displayName', 'Name of the group', { required: true, uniqueness: 'server' }),
    attribute(
      'members',
      'complex',
      'People in the group',
      {},
      {
        multiValued: true,
        subAttributes: [
          text('value', 'Id of a user', { mutability: 'immutable', required: true, caseExact: true }),
          attribute(
            '$ref',
            'reference',
            'Address of the user',
            { mutability: 'readOnly' },
            { referenceTypes: ['User'] },
          ),
          text('display', 'Name of the user', { mutability: 'readOnly' }),
          text('type', 'Always User', { mutability: 'readOnly' }),
        ],
      },
    ),
  ],
};

const schemas = (root: string): Resource[] =>
  kinds.map(({ name, description, schema }) => ({
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:Schema'],
    id: schema,
    name,
    description,
    attributes: attributes[name],
    meta: { resourceType: 'Schema', location: `${root}/Schemas/${schema}` },
  }));

/** Lists of what describes the service, and one of each by its id. */
export const discovery = {
  resourceTypes: (root: string): Resource => listOf(resourceTypes(root), kinds.length, 1),
  resourceType: (root: string, id: string) => resourceTypes(root).find((each) => each.id === id),
  schemas: (root: string): Resource => listOf(schemas(root), kinds.length, 1),
  schema: (root: string, id: string) => schemas(root).find((each) => each.id === id),
};
