import type { Seal } from '../../platform/crypto/seal.ts';
import type { Fetcher } from '../../platform/outgoing/fetch.ts';
import type * as calling from '../auth/index.ts';
import { type AuthStore, type CallServices, type Cookies, callsWith, type Passwords } from '../auth/index.ts';

/** Services for the calls about single sign-on. */
export interface SsoServices extends CallServices {
  readonly authStore: AuthStore;
  readonly cookies: Cookies;
  readonly passwords: Passwords;
  /** Encrypts the secrets of clients. */
  readonly ssoSeal: Seal;
  /** Asks identity providers. */
  readonly ssoFetcher: Fetcher;
  /** Public origin of the web application, to which providers send browsers back. */
  origin(): string;
}

/** The context of anyone's call of this module. */
export type RequestContext = calling.RequestContext<SsoServices>;
/** The context of a member's call of this module. */
export type MemberContext = calling.MemberContext<SsoServices>;

/** Implements a call of this module. */
export const implementCall = callsWith<SsoServices>();

/** Addresses of this server that a provider is told; each organization has its own, so that no provider's answer passes for another's. */
export const addressesOf = (origin: string, tenantId: string) => ({
  redirect_uri: `${origin}/auth/v1/sso/${tenantId}/callback`,
  post_logout_redirect_uri: `${origin}/logout-confirm`,
  backchannel_logout_uri: `${origin}/auth/v1/sso/${tenantId}/backchannel-logout`,
});
