/** How the agent reaches its server. Files are read when a connection is opened, so that a renewed certificate needs no restart. */
export interface NetworkSettings {
  /** PEM file of certificate authorities that are trusted beside those of the system. */
  readonly caFile?: string;
  /** SHA-256 of the public keys that the server may have (SPKI, base64); empty: any valid certificate. */
  readonly pins?: readonly string[];
  /** PEM files of the agent's certificate and its private key, for servers that want one. */
  readonly clientCertificate?: string;
  readonly clientKey?: string;
  /** `http://HOST:PORT`, `https://HOST:PORT`, `pac+URL`, or `none`; if absent, the environment decides. */
  readonly proxy?: string;
  /** File with `USER:PASSWORD` for the proxy. */
  readonly proxyCredentials?: string;
}

/** A setting that cannot be used. */
export class NetworkSettingsError extends Error {}

const PIN = /^[A-Za-z0-9+/]{43}=$/;

/** Settings as given, if they can be used. @throws {NetworkSettingsError} */
export function checkedNetwork(settings: NetworkSettings): NetworkSettings {
  const { pins = [], proxy, clientCertificate, clientKey } = settings;
  for (const pin of pins)
    if (!PIN.test(pin))
      throw new NetworkSettingsError(`'${pin}' is not a pin: use the SHA-256 of the public key in base64`);
  if ((clientCertificate === undefined) !== (clientKey === undefined))
    throw new NetworkSettingsError("the agent's certificate and its key belong together: give both files");
  if (proxy !== undefined && proxy !== 'none') checkedProxy(proxy);
  return settings;
}

/** @throws {NetworkSettingsError} also for an address with a user, because it would show in lists of processes */
function checkedProxy(text: string): void {
  const url = URL.parse(text.replace(/^pac\+/, ''));
  if (url === null || !['http:', 'https:'].includes(url.protocol))
    throw new NetworkSettingsError(
      'the proxy must be http://HOST:PORT, https://HOST:PORT, pac+URL of a PAC file, or none',
    );
  if (url.username !== '' || url.password !== '')
    throw new NetworkSettingsError(
      'the address of the proxy must not hold a user name or password: put USER:PASSWORD into a file and name it with --proxy-credentials',
    );
}
