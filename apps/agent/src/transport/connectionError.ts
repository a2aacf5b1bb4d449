/** The part of a connection that failed, in the order in which they are tried. */
export const connectionSteps = ['name', 'route', 'proxy', 'certificate', 'server'] as const;
export type ConnectionStep = (typeof connectionSteps)[number];

/** A connection that failed, with the step; the message has neither credentials nor the address of a proxy's user. */
export class ConnectionError extends Error {
  readonly step: ConnectionStep;

  constructor(step: ConnectionStep, message: string, cause?: unknown) {
    super(message, { cause });
    this.step = step;
  }
}

/** Advice for a failed step, for the administrator of the machine. */
export const adviceOf: Readonly<Record<ConnectionStep, string>> = {
  name: 'Check the name in the address of the server, and the name servers of this machine.',
  route:
    'Check that the server listens on this port, and that firewalls between let this machine connect to it. If machines here use a proxy, set --proxy.',
  proxy:
    'Check the address in --proxy (or HTTPS_PROXY) and the file in --proxy-credentials, and that the proxy permits CONNECT to the server.',
  certificate:
    'Check the clock of this machine, that the certificate is valid for the name of the server, and --ca-file if a private authority issued it. If the server wants a certificate of the agent, set --client-certificate and --client-key.',
  server:
    'Check the log of the server and of what stands in front of it. A page instead of a response comes from a proxy or a sign-in page of the network.',
};

const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException | undefined)?.code ?? '';
const wordsOf = (error: unknown): string =>
  (error as Error | undefined)?.message || codeOf(error) || String(error);

/** The step at which opening a TCP connection failed. */
export function tcpError(error: unknown): ConnectionError {
  const isName = (error as NodeJS.ErrnoException).syscall?.startsWith('getaddrinfo') === true;
  return isName
    ? new ConnectionError('name', `the name cannot be resolved (${wordsOf(error)})`, error)
    : new ConnectionError('route', `no connection (${wordsOf(error)})`, error);
}

const CERTIFICATE = /CERT|ISSUER|SIGNATURE|CRL|CA_INVALID|INVALID_CA|UNABLE_TO_|UNKNOWN_CA/;

/** The step at which a TLS handshake, or the first exchange after it, failed. */
export function tlsError(error: unknown): ConnectionError {
  if (error instanceof ConnectionError) return error;
  if (/ALERT.*(?:CERT|UNKNOWN_CA)/.test(codeOf(error)))
    return new ConnectionError(
      'certificate',
      `the server does not accept the agent's certificate (${codeOf(error)})`,
      error,
    );
  if (CERTIFICATE.test(codeOf(error)))
    return new ConnectionError(
      'certificate',
      `the server's certificate is not valid (${wordsOf(error)})`,
      error,
    );
  return new ConnectionError('server', `the connection was closed (${wordsOf(error)})`, error);
}
