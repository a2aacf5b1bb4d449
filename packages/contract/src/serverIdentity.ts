/**
 * The text that a server and its agent hash into a challenge: SHA-256 of it, 32 bytes. A proof of identity is
 * SHA-256(SHA-256(credential) + challenge), hexadecimal. The address is part of it, and a server answers only for addresses of its
 * own: whoever passes a challenge on to the real server gets no proof for another address.
 */
export const challengeText = (address: string, agentId: string, nonce: string): string =>
  ['scout server identity', address, agentId, nonce].join('\n');
