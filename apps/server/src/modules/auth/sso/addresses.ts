/** Addresses of this server to enter at a provider; each organization has its own, so that no provider's answer passes for another's. */
export const addressesOf = (origin: string, tenantId: string) => ({
  redirect_uri: `${origin}/auth/v1/sso/${tenantId}/callback`,
  post_logout_redirect_uri: `${origin}/logout-confirm`,
  backchannel_logout_uri: `${origin}/auth/v1/sso/${tenantId}/backchannel-logout`,
});
