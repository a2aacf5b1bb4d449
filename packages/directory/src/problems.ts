import {
  BusyError,
  InsufficientAccessError,
  InvalidCredentialsError,
  InvalidDNSyntaxError,
  NoSuchObjectError,
  ResultCodeError,
  StrongAuthRequiredError,
} from 'ldapts';

/** A directory that could not be read. The message is a sentence for an admin, without text that the other side chose. */
export class DirectoryProblem extends Error {
  override name = 'DirectoryProblem';
  /** True when another attempt may lock the account that signs in. */
  readonly isSignIn: boolean;

  constructor(message: string, { isSignIn = false, cause }: { isSignIn?: boolean; cause?: unknown } = {}) {
    super(message, { cause });
    this.isSignIn = isSignIn;
  }
}

/** Reasons of a refused sign-in by Active Directory's code in its message. */
const REFUSED_SIGN_INS: Readonly<Record<string, string>> = {
  525: 'The controller does not know the account that signs in.',
  '52e': 'The controller refused the name or the password.',
  530: 'The account that signs in may not do so at this time.',
  531: 'The account that signs in may not do so from this machine.',
  532: 'The password of the account that signs in has expired.',
  533: 'The account that signs in is disabled.',
  701: 'The account that signs in has expired.',
  773: 'The account that signs in must change its password first.',
  775: 'The account that signs in is locked.',
};

const UNRESOLVED = new Set(['ENOTFOUND', 'EAI_AGAIN', 'EAI_NODATA', 'EAI_NONAME']);
const CERTIFICATE =
  /^(?:CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_(?:GET|VERIFY|DECRYPT)_|INVALID_CA$|PATH_LENGTH_|HOSTNAME_MISMATCH$)/;

/** The problem behind an error of a connection or a search. */
export function problemOf(error: unknown): DirectoryProblem {
  if (error instanceof DirectoryProblem) return error;
  const because = (message: string, isSignIn = false) =>
    new DirectoryProblem(message, { cause: error, isSignIn });
  if (error instanceof InvalidCredentialsError) {
    const code = /\bdata ([0-9a-f]{3})\b/i.exec(error.message)?.[1]?.toLowerCase() ?? '52e';
    return because(REFUSED_SIGN_INS[code] ?? REFUSED_SIGN_INS['52e']!, true);
  }
  if (error instanceof StrongAuthRequiredError)
    return because('The controller does not accept a sign-in with name and password: use a keytab.');
  if (error instanceof NoSuchObjectError || error instanceof InvalidDNSyntaxError)
    return because('The base does not exist, or the account that signs in may not read it.');
  if (error instanceof InsufficientAccessError)
    return because('The account that signs in may not read the directory.');
  if (error instanceof BusyError) return because('The controller is busy.');
  if (error instanceof ResultCodeError)
    return because(`The controller ended the search with the result ${error.code}.`);
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (UNRESOLVED.has(code)) return because('The name of the controller could not be resolved.');
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return because('The certificate of the controller is for another name than the address has.');
  if (code === 'CERT_HAS_EXPIRED') return because('The certificate of the controller has expired.');
  if (CERTIFICATE.test(code))
    return because(
      `The certificate of the controller is not trusted (${code}). Give the certificate of its authority.`,
    );
  if (/^[A-Z_0-9]{1,60}$/.test(code)) return because(`The controller could not be reached (${code}).`);
  const message = error instanceof Error ? error.message : '';
  if (message === 'Connection timeout') return because('The controller did not respond in time.');
  if (message.includes('timed out')) return because('The controller did not respond in time.');
  if (/^(?:Socket error|Connection closed|Socket connection not established)/.test(message))
    return because('The controller closed the connection.');
  return because('The response of the controller could not be read.');
}
