/** The claims of an access token that the browser reads (spec section 3). They say who asks; the server decides. */
export interface Claims {
  subject: string;
  /** Falls back to the subject when the token names no tenant. */
  tenantId: string;
  roles: readonly string[];
  /** A second factor is still to be shown: the token opens nothing but the calls that show one. */
  owesSecondFactor: boolean;
}

/** Reads the claims of a JWT without verifying it; null for a text that is not one. */
export function readClaims(token: string): Claims | null {
  const payload = decodePayload(token);
  if (payload === null || typeof payload.sub !== 'string') return null;
  const roles = Array.isArray(payload.roles) ? payload.roles.filter((role) => typeof role === 'string') : [];
  const tenantId =
    typeof payload.tenant_id === 'string' && payload.tenant_id !== '' ? payload.tenant_id : payload.sub;
  return { subject: payload.sub, tenantId, roles, owesSecondFactor: payload.aal === 'aal1' };
}

function decodePayload(token: string): Record<string, unknown> | null {
  const encoded = token.split('.')[1];
  if (encoded === undefined) return null;
  try {
    const binary = atob(encoded.replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0));
    const payload: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return typeof payload === 'object' && payload !== null ? (payload as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}
