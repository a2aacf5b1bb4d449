import type { ErrorCode } from './errors.ts';

/** Proof that a caller must present: none, a JWT, an agent's credential or the operator token. */
export type Proof = 'none' | 'jwt' | 'agent' | 'operator';

interface AccessRule {
  readonly proof: Proof;
  /** An active membership, read from the database at the start of the call's transaction. */
  readonly membership: boolean;
  /** Admins alone, and not members. */
  readonly admin: boolean;
  /** The organization must be subscribed. */
  readonly subscribed: boolean;
  /** A second factor must have been verified if the person has one, and be set up if the organization requires one. */
  readonly secondFactor: boolean;
  /** Errors that the access middleware can return. */
  readonly errors: readonly ErrorCode[];
  readonly text: string;
}

const tokenErrors = [
  'not_signed_in',
  'malformed_token',
  'invalid_signature',
  'token_expired',
  'session_ended',
  'api_token_not_permitted',
] as const satisfies readonly ErrorCode[];
const secondFactorErrors = [
  'second_factor_required',
  'second_factor_enrolment_required',
] as const satisfies readonly ErrorCode[];

/** Access kinds of calls (spec section 6). Each call declares one; the server's middleware reads only this table. */
export const accessKinds = {
  visitor: {
    proof: 'none',
    membership: false,
    admin: false,
    subscribed: false,
    secondFactor: false,
    errors: [],
    text: 'Anyone.',
  },
  'half-signed-in': {
    proof: 'jwt',
    membership: false,
    admin: false,
    subscribed: false,
    secondFactor: false,
    errors: tokenErrors,
    text: 'Anyone with a valid access token, even before showing or setting up a second factor.',
  },
  'signed-in': {
    proof: 'jwt',
    membership: false,
    admin: false,
    subscribed: false,
    secondFactor: true,
    errors: [...tokenErrors, ...secondFactorErrors],
    text: 'Anyone with a valid access token, even without an organization.',
  },
  member: {
    proof: 'jwt',
    membership: true,
    admin: false,
    subscribed: false,
    secondFactor: true,
    errors: [...tokenErrors, ...secondFactorErrors, 'no_organization', 'role_not_permitted'],
    text: 'Active members of the organization, admins included.',
  },
  subscriber: {
    proof: 'jwt',
    membership: true,
    admin: false,
    subscribed: true,
    secondFactor: true,
    errors: [
      ...tokenErrors,
      ...secondFactorErrors,
      'no_organization',
      'role_not_permitted',
      'subscription_required',
    ],
    text: 'Active members of a subscribed organization, admins included.',
  },
  admin: {
    proof: 'jwt',
    membership: true,
    admin: true,
    subscribed: false,
    secondFactor: true,
    errors: [
      ...tokenErrors,
      ...secondFactorErrors,
      'no_organization',
      'role_not_permitted',
      'admin_required',
    ],
    text: 'Active admins of the organization.',
  },
  'subscriber-admin': {
    proof: 'jwt',
    membership: true,
    admin: true,
    subscribed: true,
    secondFactor: true,
    errors: [
      ...tokenErrors,
      ...secondFactorErrors,
      'no_organization',
      'role_not_permitted',
      'admin_required',
      'subscription_required',
    ],
    text: 'Active admins of a subscribed organization.',
  },
  agent: {
    proof: 'agent',
    membership: false,
    admin: false,
    subscribed: false,
    secondFactor: false,
    errors: ['invalid_credential', 'credential_revoked'],
    text: 'An enrolled agent, with its own credential as bearer token.',
  },
  operator: {
    proof: 'operator',
    membership: false,
    admin: false,
    subscribed: false,
    secondFactor: false,
    errors: ['invalid_operator_token'],
    text: 'The operator of this installation, with the operator token as bearer token.',
  },
} as const satisfies Record<string, AccessRule>;

export type Access = keyof typeof accessKinds;

/** Errors that the access middleware can return for a kind of access. */
export type AccessError<A extends Access> = (typeof accessKinds)[A]['errors'][number];

/**
 * The roles that a membership may have. Kinds of access are for admins and members; each call names the further roles that may make
 * it too (`also`), so that a new call is closed to them until someone decides otherwise.
 */
export const roleTable = {
  admin: { label: 'Admin', text: 'Does everything: settings, members, agents and cases.', seesAll: true },
  member: { label: 'Member', text: 'Reads everything but settings, and works on cases.', seesAll: false },
  analyst: {
    label: 'Analyst',
    text: 'Works on cases, closes them and creates exceptions. Changes no settings.',
    seesAll: false,
  },
  auditor: {
    label: 'Auditor',
    text: 'Reads everything, with the audit log and settings, and exports evidence. Changes nothing.',
    seesAll: true,
  },
  owner: {
    label: 'Account owner',
    text: 'Sees the service accounts whose owner they are, with their cases, and decides on their contracts and in reviews.',
    seesAll: false,
  },
} as const satisfies Record<
  string,
  {
    readonly label: string;
    readonly text: string;
    /** Reads what the organization keeps from its members: who they are, and who gets alerts. */
    readonly seesAll: boolean;
  }
>;
export type Role = keyof typeof roleTable;
export const roles = Object.keys(roleTable) as [Role, ...Role[]];
/** Roles by what they may do, the most first: of several that a person's groups give, the first counts. */
export const rolesByPower = [
  'admin',
  'analyst',
  'auditor',
  'member',
  'owner',
] as const satisfies readonly Role[];
export type FurtherRole = Exclude<Role, 'admin' | 'member'>;

/** The roles that may make a call of a kind of access, which names these further ones. */
export function rolesOf(access: Access, also: readonly FurtherRole[]): readonly Role[] {
  const { membership, admin } = accessKinds[access];
  if (!membership) return [];
  return ['admin', ...(admin ? [] : (['member'] as const)), ...also];
}

/**
 * What an API token may be permitted. Each call declares at most one scope; a call without one cannot be made with a token. Calls
 * about sign-in, members' roles, tokens and credentials have none, so that no token leads to more than it was created for.
 */
export const tokenScopes = {
  'events:read': 'Read events, incidents and figures, and export events.',
  'cases:read': 'Read cases and their activity.',
  'cases:write': 'Acknowledge, assign, comment on, close and reopen cases.',
  'accounts:read': 'Read service accounts and their contracts.',
  'accounts:write': 'Change owners, purposes and contracts of service accounts.',
  'exceptions:read': 'Read exceptions.',
  'exceptions:write': 'Test, create and end exceptions.',
  'detection:read': 'Read detection settings.',
  'detection:write': 'Test and change detection settings.',
  'channels:read': 'Read channels and their deliveries.',
  'channels:write': 'Create, change, test and delete channels.',
  'agents:read': 'Read agents, their upgrades and their usage.',
  'agents:write': 'Approve, reject, release, revoke and upgrade agents.',
  'reports:read': 'Read reports, evidence and owner reviews.',
  'members:read': 'Read the list of members.',
  'members:provision': 'Provision members and groups over SCIM: end memberships, change roles.',
  'audit:read': 'Read the audit log.',
  'retention:read': 'Read how long data is kept.',
  'retention:write': 'Change how long data is kept.',
} as const;
export type TokenScope = keyof typeof tokenScopes;
export const tokenScopeNames = Object.keys(tokenScopes) as [TokenScope, ...TokenScope[]];

/** Errors that a call with a scope can return to a token, besides those of its access kind. */
export const apiTokenErrors = [
  'invalid_api_token',
  'api_token_expired',
  'api_token_scope',
] as const satisfies readonly ErrorCode[];
