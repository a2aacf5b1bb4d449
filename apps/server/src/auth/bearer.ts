/** The bearer token of an Authorization header (RFC 6750), or undefined when there is none. */
export function bearerOf(authorization: string | undefined): string | undefined {
  return /^Bearer +(\S+) *$/i.exec(authorization ?? '')?.[1];
}
