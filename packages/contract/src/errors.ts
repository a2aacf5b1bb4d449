/**
 * Every error response, as `{code, message}` with the HTTP status of this table (spec section 8). Codes are for programs and
 * never change; a call may send a more precise message with the same code.
 */
export const errors = {
  // Request
  invalid_input: { status: 400, message: 'The request is not valid.' },
  invalid_json: { status: 400, message: 'The request body is not valid JSON.' },
  unsupported_media_type: { status: 415, message: 'This content type is not accepted here.' },
  body_too_large: { status: 413, message: 'The request body is too large.' },
  not_found: { status: 404, message: 'Not found.' },
  rate_limited: { status: 429, message: 'Too many attempts. Please wait a moment before trying again.' },
  unavailable: { status: 503, message: 'The server is busy or not ready. Please try again.' },
  internal: { status: 500, message: 'Something went wrong on our side.' },

  // Caller
  not_signed_in: { status: 401, message: 'Sign in to continue.' },
  malformed_token: { status: 401, message: 'Malformed JWT' },
  invalid_signature: { status: 401, message: 'Invalid JWT signature' },
  token_expired: { status: 401, message: 'JWT expired' },
  no_organization: {
    status: 403,
    message:
      'Your account is not currently linked to any organization. If you believe this is an error, contact your administrator or request an invitation.',
  },
  admin_required: { status: 403, message: 'Only an admin of the organization may do this.' },
  role_not_permitted: { status: 403, message: 'Your role does not permit this.' },
  subscription_required: { status: 403, message: 'This is available on paid plans.' },
  invalid_credential: { status: 401, message: 'The agent credential is not valid.' },
  credential_revoked: { status: 401, message: 'The agent credential was revoked.' },
  invalid_webhook_signature: { status: 400, message: 'The signature of the webhook is not valid.' },
  invalid_operator_token: { status: 401, message: 'The operator token is missing or not valid.' },
  session_ended: { status: 401, message: 'This session has ended. Sign in again.' },
  second_factor_required: { status: 403, message: 'Enter the code of your second factor to continue.' },
  second_factor_enrolment_required: {
    status: 403,
    message: 'Your organization requires a second factor. Set one up to continue.',
  },
  invalid_api_token: { status: 401, message: 'The API token is not valid or was revoked.' },
  api_token_expired: { status: 401, message: 'The API token has expired. Create a new one.' },
  /** The message names the missing scope. */
  api_token_scope: { status: 403, message: 'The API token is not permitted to do this.' },
  api_token_not_permitted: {
    status: 403,
    message: 'This is not possible with an API token. Sign in instead.',
  },
  api_token_limit: { status: 409, message: 'The limit of API tokens is reached. Revoke one first.' },
  cross_site: { status: 403, message: 'This request came from another site.' },

  // Configuration as code
  configuration_names: {
    status: 409,
    message: 'Two channels have the same name, which a file cannot tell apart. Rename one first.',
  },
  configuration_too_large: { status: 409, message: 'This organization is too large for one file.' },

  // Agents
  release_changed: {
    status: 409,
    message: 'A newer agent release is available. Review it before you continue.',
  },
  upgrade_not_started: { status: 409, message: 'Start with a first ring of machines.' },
  group_exists: { status: 409, message: 'The organization has a group of this name.' },
  group_limit: { status: 409, message: 'The organization has as many groups as it can. Remove one first.' },
  configuration_changed: {
    status: 409,
    message: 'Someone else has changed this configuration. Review it before you continue.',
  },

  // Sign-in
  invalid_login: { status: 400, message: 'Invalid login credentials' },
  email_not_confirmed: { status: 400, message: 'Email not confirmed' },
  unsupported_grant_type: { status: 400, message: 'Only grant_type=password is supported.' },
  sso_required: {
    status: 403,
    message: 'Your organization requires single sign-on. Sign in with it instead.',
  },
  sso_unavailable: {
    status: 404,
    message: 'There is no single sign-on for this email address. Sign in with your password.',
  },
  /** The message names the problem, for admins. */
  sso_provider: {
    status: 502,
    message:
      'Your organization’s identity provider did not respond as expected. Please try again, or ask an admin.',
  },
  invalid_logout_token: { status: 400, message: 'The logout token is not valid.' },

  // Sign-up, confirmation and passwords
  domain_mismatch: {
    status: 409,
    message:
      "Your email domain doesn't match this company's domain. Please use your company email or contact your admin.",
  },
  invalid_code: { status: 400, message: 'Invalid or expired code' },
  invalid_confirmation_link: { status: 400, message: 'Email confirmation failed. Please try again.' },
  invalid_reset_token: {
    status: 400,
    message: 'This link is not valid or has expired. Please request a new one.',
  },
  common_password: {
    status: 400,
    message: 'This password is one of the first attackers try. Please choose another one.',
  },
  password_required: { status: 403, message: 'Enter your password to continue.' },
  wrong_password: { status: 400, message: 'The current password is not correct.' },
  subscribed_already: { status: 409, message: 'Your organization already has a subscription.' },
  wrong_organization_name: { status: 400, message: 'This is not the name of the organization.' },
  legal_hold: { status: 409, message: 'A legal hold keeps your organization’s data. Lift it first.' },
  sample_organization: { status: 409, message: 'This is not possible in the sample organization.' },
  last_admin: { status: 409, message: 'Cannot remove last admin' },

  // Second factor
  invalid_factor_code: { status: 400, message: 'Invalid or expired code' },
  invalid_challenge: { status: 400, message: 'This attempt has expired. Please try again.' },
  factor_limit: { status: 409, message: 'You have reached the limit of second factors for an account.' },
  /** The same for an unknown passkey and a wrong answer. */
  invalid_passkey: {
    status: 400,
    message: 'This passkey was not accepted. Try again, or sign in in another way.',
  },
  passkey_limit: { status: 409, message: 'You have reached the limit of passkeys for an account.' },
  phone_factor_unavailable: {
    status: 501,
    message: 'Phone factors are not configured on this server. Use an authenticator app instead.',
  },

  // Organizations, members and invitations
  member_exists: { status: 409, message: 'This email is already in your organization' },
  /** The action is not permitted in the member's current state; the message names the state. */
  member_state: { status: 409, message: 'This is not possible for this member now. Reload and try again.' },
  member_limit: { status: 409, message: 'Your organization has reached its limit of members.' },
  last_member: { status: 409, message: 'The last active member cannot be removed.' },
  not_yourself: { status: 409, message: 'You cannot remove your own account from the organization.' },
  other_organization: { status: 409, message: 'This account already belongs to another organization.' },
  domain_exists: { status: 409, message: 'This domain is already in your list.' },
  domain_limit: { status: 409, message: 'Your organization has reached its limit of domains.' },
  domain_taken: {
    status: 409,
    message: 'Another organization has verified this domain. Add the DNS record to take it over.',
  },
  sso_exists: { status: 409, message: 'Single sign-on is set up already. Remove it first.' },
  sso_address: {
    status: 400,
    message:
      'This server may not connect to that address. Ask its operator to permit it (SCOUT_SSO_NETWORKS).',
  },
  /** The message names the problem. */
  sso_metadata: { status: 400, message: 'The metadata of the identity provider could not be used.' },
  sso_protocol: { status: 409, message: 'This setting is of the other protocol.' },
  sso_not_tested: {
    status: 409,
    message: 'Test single sign-on first: a test must have everything that it needs.',
  },
  sso_break_glass: {
    status: 409,
    message: 'Name at least one break-glass account. It must be an active admin with a password.',
  },
  break_glass_kept: {
    status: 409,
    message: 'This is a break-glass account. Remove it from those in Settings first.',
  },
  group_role_exists: { status: 409, message: 'This group gives a role already. Remove that first.' },
  group_role_limit: {
    status: 409,
    message: 'Your organization has reached its limit of groups with a role.',
  },
  scim_token: { status: 403, message: 'Provisioning needs an API token of the organization.' },
  scim_filter: { status: 400, message: 'The filter is not valid, or uses what is not supported.' },
  scim_path: { status: 400, message: 'The path of an operation is not valid.' },
  scim_value: { status: 400, message: 'A value is missing or not valid.' },
  scim_too_many: { status: 400, message: 'The answer would be too long. Exclude the attribute members.' },
  scim_exists: { status: 409, message: 'Another resource has this name or address.' },
  scim_changed: { status: 412, message: 'The resource has another version now. Read it again.' },
  scim_domain: {
    status: 409,
    message: 'The domain of this email address is not verified in Scout. Verify it in Settings first.',
  },
  domain_not_verified: { status: 409, message: 'Verify this domain first.' },
  domain_record_missing: {
    status: 409,
    message: 'The TXT record was not found. A new record can take a while to appear everywhere.',
  },
  domain_other_address: {
    status: 409,
    message: 'The code is sent to your own address, which is at another domain. Add the DNS record instead.',
  },
  trial_too_large: {
    status: 409,
    message:
      'This organization has too much activity to compare. Nothing was changed; you can still save the settings.',
  },
  settings_changed: {
    status: 409,
    message: 'Someone else has changed these settings. Review them before you save yours.',
  },
  recipient_exists: { status: 409, message: 'This email is already in your alert recipients list' },
  last_recipient: { status: 409, message: 'The last alert recipient cannot be removed.' },
  invitation_not_found: {
    status: 404,
    message: 'This invitation is not valid. Ask an admin of the organization for a new one.',
  },
  invitation_expired: {
    status: 410,
    message: 'This invitation has expired. Ask an admin of the organization for a new one.',
  },
  invitation_used: { status: 410, message: 'This invitation has already been accepted.' },
  invitation_declined: { status: 410, message: 'This invitation was declined.' },
  invitation_revoked: {
    status: 410,
    message: 'This invitation was withdrawn or replaced by a newer one.',
  },
  invitation_other_address: {
    status: 403,
    message: 'This invitation is for another email address. Sign in with the invited address.',
  },

  // Agents and ingest
  invalid_enrolment_token: {
    status: 401,
    message: 'The enrollment token is not valid, has expired or has been used up. Ask for a new one.',
  },
  machine_known: {
    status: 409,
    message:
      'This machine is already enrolled. It enrolls again with the credential it holds, or after an admin releases it in Settings > Agent.',
  },
  machine_revoked: {
    status: 409,
    message: 'This machine was revoked. It enrolls again after an admin releases it in Settings > Agent.',
  },
  machine_limit: {
    status: 409,
    message:
      'This organization has reached its limit of machines. An admin can revoke some in Settings > Agent.',
  },
  approval_limit: {
    status: 409,
    message:
      'Too many machines are waiting for approval. An admin must first approve or reject some in Settings > Agent.',
  },
  awaiting_approval: {
    status: 403,
    message:
      'This machine is waiting for an admin to approve it in Settings > Agent. Keep the events and try again later.',
  },
  /** An agent's organization has no subscription. */
  subscription_ended: {
    status: 403,
    message:
      'The organization of this machine has no subscription. Keep the events and try again later: Scout accepts them after it subscribes.',
  },
  /** The action is not possible in the agent's current state. */
  agent_state: { status: 409, message: 'This is not possible for this agent now. Reload and try again.' },
  agent_binary_not_found: { status: 404, message: 'Agent binary not found. Please contact support.' },
  public_url_missing: {
    status: 409,
    message:
      'This server has no public address, so agents cannot find it. Its operator must set PUBLIC_URL, for example to https://scout.example, and restart it.',
  },
  invalid_batch_number: { status: 400, message: 'The scout-batch header must be a positive integer.' },
  batch_conflict: { status: 409, message: 'This batch number was already used with a different body.' },
  truncated_body: { status: 400, message: 'The body ended too early.' },
  body_too_slow: { status: 408, message: 'The body arrived too slowly; send it again.' },
  quota_exceeded: { status: 429, message: 'The quota is used up. Send this again later.' },
  storage_low: {
    status: 503,
    message:
      'The server has too little free disk space to store events. Nothing is lost: agents keep theirs until space is free.',
  },
  not_gzip: { status: 400, message: 'The body is not valid gzip or zstd.' },

  // Cases
  /** The action is not possible in the case's current state; the message names the state. */
  case_state: { status: 409, message: 'This is not possible for this case now. Reload and try again.' },
  /** The message says what is wrong with the change. */
  change_refused: { status: 409, message: 'This change does not explain the case.' },
  case_comments_full: { status: 409, message: 'This case has reached its limit of entries.' },
  contract_changed: {
    status: 409,
    message: 'Someone else has changed this contract. Review it before you continue.',
  },
  /** The action is not possible for the contract now; the message gives the reason. */
  contract_state: {
    status: 409,
    message: 'This is not possible for this contract now. Reload and try again.',
  },
  not_assignable: {
    status: 409,
    message: 'Cases can be assigned only to active members of your organization.',
  },
  /** The message names the exceeded limit. */
  exception_period: { status: 400, message: 'This period is not possible for an exception.' },
  exception_limit: { status: 409, message: 'Your organization has reached its limit of exceptions.' },
  saved_view_limit: {
    status: 409,
    message: 'You have reached the limit of saved views. Remove one first.',
  },
  exception_over: { status: 409, message: 'This exception has already ended.' },
  /** The action is not possible for the review now; the message gives the reason. */
  review_state: { status: 409, message: 'This is not possible for this review now. Reload and try again.' },
  decoy_limit: { status: 409, message: 'Your organization has reached its limit of decoys.' },
  decoy_in_use: {
    status: 409,
    message:
      'This account was used in the last 30 days, so it cannot be a decoy: each use would open a critical case.',
  },
  channel_limit: { status: 409, message: 'Your organization has reached its limit of channels.' },
  channel_kind: { status: 409, message: 'Only webhooks have a secret that can be replaced.' },
  channel_certificate: {
    status: 400,
    message:
      'These are not certificates in PEM format, from -----BEGIN CERTIFICATE----- to -----END CERTIFICATE-----.',
  },
  channel_address: {
    status: 400,
    message:
      'This address is not allowed: use an encrypted address (https:// or syslog+tls://) on the internet, or a network the operator allows.',
  },

  directory_limit: { status: 409, message: 'Your organization has reached its limit of directories.' },
  directory_certificate: {
    status: 400,
    message:
      'These are not certificates in PEM format, from -----BEGIN CERTIFICATE----- to -----END CERTIFICATE-----.',
  },
  directory_sign_in: {
    status: 400,
    message: 'Give either a password or a keytab, and a Kerberos service only with a keytab.',
  },
  /** The message gives the reason. */
  directory_keytab: { status: 400, message: 'This is not a keytab (version 2) that Scout can read.' },
  directory_filter: { status: 400, message: 'This is not an LDAP filter such as (ou=Services).' },
  directory_address: {
    status: 400,
    message:
      'This address is not allowed: use one on the internet, or a network that the operator allows with SCOUT_DIRECTORY_NETWORKS.',
  },

  directory_agent: {
    status: 400,
    message:
      'There is no such agent, or it awaits approval or was revoked. Give the name or the id of an approved one.',
  },
  directory_name: { status: 409, message: 'This agent already reads a directory of this name.' },
  /** The agent signs with another key than the first time. */
  snapshot_key: {
    status: 409,
    message:
      'This agent signed its first snapshot with another key. Remove the directory and add it again if you reinstalled the agent.',
  },
  snapshot_piece: { status: 409, message: 'This is not the next piece of the snapshot. Begin it again.' },
  snapshot_refused: {
    status: 409,
    message:
      'The snapshot is not complete, or not signed by the key of this agent. The last good state stays.',
  },

  // Operator calls
  company_exists: { status: 409, message: 'An organization with this name already exists.' },
  email_exists: {
    status: 409,
    message: 'An account with this email already exists. Please log in or use a different email.',
  },

  // Codes of section 8 that come from the database and from single-row look-ups
  '23505': { status: 409, message: 'This entry already exists.' },
  '42501': { status: 403, message: 'Permission denied.' },
  '42P01': { status: 500, message: 'The table is missing.' },
  PGRST116: { status: 406, message: 'The result does not have exactly one row.' },
} as const satisfies Record<string, { status: number; message: string }>;

export type ErrorCode = keyof typeof errors;

/** Body of every response with status 400 or higher. `code` is one of {@link ErrorCode}. */
export interface ErrorBody {
  code: string;
  message: string;
}

/** Reasons for rejecting one line of a batch and keeping the rest. */
export const lineRejections = [
  'not_json',
  'not_an_event',
  'wrong_type',
  'missing_time',
  'missing_fields',
  'time_out_of_range',
  'line_too_long',
  'not_utf8',
] as const;
