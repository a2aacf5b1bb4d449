import { isIP } from 'node:net';

/** Values of `sslmode`, with true for encryption and certificate checks. */
const modes = { disable: false, 'no-verify': false, require: true, 'verify-ca': true, 'verify-full': true };

/** One sentence for the list of faults; undefined: the URL is valid. Repeats no part of the URL. */
export function tlsProblem(databaseUrl: string): string | undefined {
  const { searchParams } = new URL(databaseUrl);
  if (searchParams.has('ssl') || searchParams.has('uselibpqcompat'))
    return 'takes sslmode, not ssl or uselibpqcompat: sslmode=verify-full (also when it is left out), or sslmode=disable where the way to it is safe';
  const mode = searchParams.get('sslmode');
  if (mode === null || mode in modes) return undefined;
  return `has a value of sslmode that is none of ${Object.keys(modes).join(', ')}`;
}

/** The URL with effective TLS settings: to another host encrypted with a checked certificate by default; to this machine unchanged. */
export function withTls(databaseUrl: string): string {
  const url = new URL(databaseUrl);
  const mode = url.searchParams.get('sslmode');
  if (mode === null ? isLocal(url) : !modes[mode as keyof typeof modes]) return databaseUrl;
  // node-postgres checks the same for each of these, and warns about those with planned changes.
  url.searchParams.set('sslmode', 'verify-full');
  return url.href;
}

/** A Unix socket, or a local address. */
function isLocal(url: URL): boolean {
  const given = url.searchParams.getAll('host').flatMap((hosts) => hosts.split(','));
  const hosts = given.length > 0 ? given : [decodeURIComponent(url.hostname).replace(/^\[|\]$/g, '')];
  return hosts.every(
    (host) =>
      host.startsWith('/') ||
      host === 'localhost' ||
      host === '::1' ||
      (isIP(host) === 4 && host.startsWith('127.')),
  );
}

/** Explains a TLS error of the database connection, with advice; returns any other error unchanged. */
export function explainedTls(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const code = 'code' in error ? String(error.code) : '';
  const says = 'Scout encrypts connections to a database on another machine and checks its certificate.';
  if (error.message.includes('does not support SSL'))
    return new Error(
      `${says} The one in DATABASE_URL has TLS switched off: switch it on (ssl = on), or, where nobody else reaches the way ` +
        'between, add sslmode=disable to DATABASE_URL.',
      { cause: error },
    );
  if (code.startsWith('ERR_TLS') || certificateErrors.has(code))
    return new Error(
      `${says} The certificate of the one in DATABASE_URL is not accepted (${error.message}). Name the certificate of its ` +
        'authority by sslrootcert=FILE in DATABASE_URL, and the host as the certificate has it.',
      { cause: error },
    );
  return error;
}

const certificateErrors = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'CERT_HAS_EXPIRED',
  'CERT_NOT_YET_VALID',
  'CERT_UNTRUSTED',
]);
