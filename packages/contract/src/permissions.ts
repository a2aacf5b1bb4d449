import type { ErrorCode } from './errors.ts';

/** What the caller must show: nothing, a JWT, an agent's credential or the operator token. */
export type Proof = 'none' | 'jwt' | 'agent' | 'operator';

interface AccessRule {
  readonly proof: Proof;
  /** An active membership, read from the database when the call's transaction begins. */
  readonly membership: boolean;
  /** The membership's role must be admin. */
  readonly admin: boolean;
  /** The organization must be subscribed. */
  readonly subscribed: boolean;
  /** What the access middleware may answer. */
  readonly errors: readonly ErrorCode[];
  readonly text: string;
}

/** Who may make a call (spec section 6). Each call declares one of these; the server's middleware reads this table and nothing else. */
export const accessKinds = {
  visitor: {
    proof: 'none',
    membership: false,
    admin: false,
    subscribed: false,
    errors: [],
    text: 'Anyone.',
  },
  'signed-in': {
    proof: 'jwt',
    membership: false,
    admin: false,
    subscribed: false,
    errors: ['not_signed_in', 'malformed_token', 'invalid_signature', 'token_expired'],
    text: 'Anyone with a valid access token, also without an organization.',
  },
  member: {
    proof: 'jwt',
    membership: true,
    admin: false,
    subscribed: false,
    errors: ['not_signed_in', 'malformed_token', 'invalid_signature', 'token_expired', 'no_organization'],
    text: 'Active members of the organization, admins included.',
  },
  subscriber: {
    proof: 'jwt',
    membership: true,
    admin: false,
    subscribed: true,
    errors: [
      'not_signed_in',
      'malformed_token',
      'invalid_signature',
      'token_expired',
      'no_organization',
      'subscription_required',
    ],
    text: 'Active members of a subscribed organization, admins included.',
  },
  admin: {
    proof: 'jwt',
    membership: true,
    admin: true,
    subscribed: false,
    errors: [
      'not_signed_in',
      'malformed_token',
      'invalid_signature',
      'token_expired',
      'no_organization',
      'admin_required',
    ],
    text: 'Active admins of the organization.',
  },
  agent: {
    proof: 'agent',
    membership: false,
    admin: false,
    subscribed: false,
    errors: ['invalid_credential', 'credential_revoked'],
    text: 'An enrolled agent, with its own credential as bearer token.',
  },
  operator: {
    proof: 'operator',
    membership: false,
    admin: false,
    subscribed: false,
    errors: ['invalid_operator_token'],
    text: 'Whoever runs this installation, with the operator token as bearer token.',
  },
} as const satisfies Record<string, AccessRule>;

export type Access = keyof typeof accessKinds;

/** The errors that the access middleware may answer for a kind of access. */
export type AccessError<A extends Access> = (typeof accessKinds)[A]['errors'][number];

/** A member's role in an organization. */
export const roles = ['admin', 'member'] as const;
export type Role = (typeof roles)[number];
