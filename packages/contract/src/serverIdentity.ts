/**
 * Challenge text that a server and its agent hash: SHA-256, 32 bytes. A proof of identity is SHA-256(SHA-256(credential) +
 * challenge), hexadecimal. It includes the address, and a server responds only for its own addresses: a relay to the real server
 * gets no proof for another address.
 */
export const challengeText = (address: string, agentId: string, nonce: string): string =>
  ['scout server identity', address, agentId, nonce].join('\n');
