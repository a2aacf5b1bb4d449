/** Addresses of this server to enter at a provider; each organization has its own, so that no provider's answer passes for another's. */
export const addressesOf = (origin: string, tenantId: string) => ({
  redirect_uri: `${origin}/auth/v1/sso/${tenantId}/callback`,
  post_logout_redirect_uri: `${origin}/logout-confirm`,
  backchannel_logout_uri: `${origin}/auth/v1/sso/${tenantId}/backchannel-logout`,
});

/** The same for SAML; the entity ID is also the address of the server's metadata. */
export const samlAddressesOf = (origin: string, tenantId: string) => ({
  entity_id: `${origin}/auth/v1/sso/${tenantId}/metadata`,
  acs_url: `${origin}/auth/v1/sso/${tenantId}/acs`,
});
