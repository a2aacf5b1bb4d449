/** The claims of an access token that the browser reads (spec section 3). For display only; the server checks access. */
export interface Claims {
  subject: string;
  /** Falls back to the subject when the token names no tenant. */
  tenantId: string;
  roles: readonly string[];
  /** A second factor is still required: the token is only valid for the calls that verify one. */
  owesSecondFactor: boolean;
}

/** Reads the claims of a JWT without verifying it; null when the text is not a JWT. */
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
