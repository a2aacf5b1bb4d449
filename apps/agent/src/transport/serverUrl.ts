/** An address that the agent refuses to use. */
export class ServerUrlError extends Error {}

/** True for the local machine: `localhost`, 127.0.0.0/8, `[::1]`, in any notation valid in URLs. */
export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}

/**
 * The server's address in stored form: no query, no trailing slash.
 * @throws {ServerUrlError} unless it is https, http to the local machine, or explicitly allowed http.
 */
export function parseServerUrl(text: string, allowCleartext: boolean): string {
  const url = URL.parse(text);
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) {
    throw new ServerUrlError(`'${text}' is not an http or https address`);
  }
  if (url.username !== '' || url.password !== '') {
    throw new ServerUrlError('the server address must not hold a user name or password');
  }
  if (url.protocol === 'http:' && !isLoopback(url.hostname) && !allowCleartext) {
    throw new ServerUrlError(
      `${url.origin} is not encrypted: others could read the credential and events in transit. Use https, or --allow-cleartext if you accept that`,
    );
  }
  return `${url.origin}${url.pathname}`.replace(/\/+$/, '');
}
