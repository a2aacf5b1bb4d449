import { limits } from '../limits.ts';
import { z } from '../zod.ts';
import { isoTime } from './fields.ts';
import { memberStatuses } from './member.ts';

const { sso: max } = limits;

/** `off`: set up, and not offered; `on`: beside passwords; `required`: instead of passwords, but for break-glass accounts. */
export const ssoStates = ['off', 'on', 'required'] as const;
export type SsoState = (typeof ssoStates)[number];

/** Protocols of identity providers. */
export const ssoProtocols = ['oidc', 'saml'] as const;
export type SsoProtocol = (typeof ssoProtocols)[number];

const ISSUER = 'Give the issuer’s address, such as https://login.company.example/realms/staff.';

/** The issuer, exactly as the provider names itself. */
export const ssoIssuer = z
  .string()
  .trim()
  .max(max.issuerMax)
  .refine((text) => isIssuer(text), ISSUER);

function isIssuer(text: string): boolean {
  if (!/^https?:\/\/[^\s?#@]+$/i.test(text) || !URL.canParse(text)) return false;
  const { username, password, search, hash } = new URL(text);
  return `${username}${password}${search}${hash}` === '';
}

/** Text without spaces and control characters. */
const word = (most: number, missing: string) =>
  z
    .string()
    .trim()
    .min(1, missing)
    .max(most)
    .regex(/^[\x21-\x7e]+$/, 'must not hold spaces or special characters');

export const ssoClientSecret = word(max.clientSecretMax, 'Give the client secret.');

/** A provider to set up. */
export const newSso = z.object({
  issuer: ssoIssuer,
  client_id: word(max.clientIdMax, 'Give the client ID.'),
  /** Stored encrypted, and never shown. */
  client_secret: ssoClientSecret,
});

/** Address of a provider's published SAML metadata. */
export const ssoMetadataUrl = z
  .string()
  .trim()
  .max(max.urlMax)
  .refine(
    (text) => /^https?:\/\/[^\s#@]+$/i.test(text) && URL.canParse(text),
    'Give the address of the metadata, such as https://login.company.example/metadata.',
  );

/** A provider's metadata itself, for one whose address this server cannot reach. */
export const ssoMetadata = z
  .string()
  .trim()
  .min(1, 'This file is empty.')
  .max(max.metadataMax, 'This is too long. Give the address of the metadata instead.');

/** A SAML provider to set up, by one of both. */
export const newSamlSso = z.object({
  metadata_url: ssoMetadataUrl.optional(),
  metadata: ssoMetadata.optional(),
});

/** Result of an admin's test. */
export const ssoTest = z.object({
  at: isoTime,
  by: z.string(),
  /** Names of the claims about the person. */
  claims: z.array(z.string()),
  /** The email address that came. */
  email: z.string().nullable(),
  /** Sentences about everything that a sign-in would lack; empty: nothing. */
  problems: z.array(z.string()),
});
export type SsoTest = z.output<typeof ssoTest>;

/** An identity provider, without its client secret. */
export const ssoConnection = z.object({
  protocol: z.enum(ssoProtocols),
  /** With SAML, the entity ID of the provider. */
  issuer: z.string(),
  /** With SAML, the entity ID of this server. */
  client_id: z.string(),
  /** Null: with OpenID Connect, or the metadata were given themselves. */
  metadata_url: z.string().nullable(),
  state: z.enum(ssoStates),
  /** Status of people whom the organization does not know when they first sign in. */
  admission: z.enum(memberStatuses),
  /** Addresses of members whose passwords are accepted while single sign-on is required. */
  break_glass: z.array(z.string()).max(max.breakGlass),
  /** The last test; null: never tested. */
  test: ssoTest.nullable(),
  /** The last test that missed nothing. */
  tested_at: isoTime.nullable(),
  created_at: isoTime,
  created_by: z.string(),
});
export type SsoConnection = z.output<typeof ssoConnection>;

/** Single sign-on of an organization, with what to enter at its provider. */
export const ssoSettings = z.object({
  /** Null until a provider is set up. */
  connection: ssoConnection.nullable(),
  /** Verified domains: people with addresses there can sign in. */
  domains: z.array(z.string()),
  redirect_uri: z.string(),
  post_logout_redirect_uri: z.string(),
  backchannel_logout_uri: z.string(),
  /** SAML: this server's entity ID, which is also the address of its metadata. */
  entity_id: z.string(),
  /** SAML: where the provider sends its responses (assertion consumer service). */
  acs_url: z.string(),
});
export type SsoSettings = z.output<typeof ssoSettings>;
