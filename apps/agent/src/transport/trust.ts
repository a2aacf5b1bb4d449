import { createHash, X509Certificate } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { createSecureContext, getCACertificates, type SecureContext } from 'node:tls';
import { ConnectionError } from './connectionError.ts';
import type { NetworkSettings } from './networkSettings.ts';

/** Whom the agent trusts, and its own certificate; kept until a file changes, because the system's store is large. */
export class Trust {
  readonly #settings: NetworkSettings;
  #kept: { readonly key: string; readonly context: SecureContext } | null = null;

  constructor(settings: NetworkSettings) {
    this.#settings = settings;
  }

  /** @throws {ConnectionError} when a file cannot be read */
  async context(): Promise<SecureContext> {
    const { caFile, clientCertificate, clientKey } = this.#settings;
    const files = [caFile, clientCertificate, clientKey];
    const key = (await Promise.all(files.map(stampOf))).join();
    if (this.#kept?.key === key) return this.#kept.context;
    const [ca, cert, privateKey] = await Promise.all(files.map(textOf));
    const authorities = [...getCACertificates('default'), ...getCACertificates('system')];
    try {
      const context = createSecureContext({
        ca: [...new Set([...authorities, ...(ca === undefined ? [] : certificatesIn(ca, caFile!))])],
        ...(cert !== undefined && { cert }),
        ...(privateKey !== undefined && { key: privateKey }),
      });
      this.#kept = { key, context };
      return context;
    } catch (error) {
      if (error instanceof ConnectionError) throw error;
      throw new ConnectionError(
        'certificate',
        `${files.filter((file) => file !== undefined).join(', ')} cannot be used (${(error as Error).message})`,
        error,
      );
    }
  }

  /** @throws {ConnectionError} when the certificate's key is none of the pinned ones */
  checkPin(certificate: Buffer): void {
    const { pins = [] } = this.#settings;
    const pin = pinOf(certificate);
    if (pins.length > 0 && !pins.includes(pin))
      throw new ConnectionError('certificate', `the server's key ${pin} is not the pinned one`);
  }
}

/** SHA-256 of a certificate's public key (DER, SPKI), in base64. */
export function pinOf(certificate: Buffer): string {
  const key = new X509Certificate(certificate).publicKey.export({ type: 'spki', format: 'der' });
  return createHash('sha256').update(key).digest('base64');
}

function certificatesIn(text: string, path: string): string[] {
  const found = text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g);
  if (found === null) throw new ConnectionError('certificate', `${path} holds no certificate in PEM form`);
  return found;
}

const stampOf = async (path: string | undefined): Promise<string> => {
  if (path === undefined) return '';
  const { mtimeMs, size } = await stat(path).catch((error: Error) => unreadable(path, error));
  return `${mtimeMs} ${size}`;
};

const textOf = async (path: string | undefined): Promise<string | undefined> =>
  path === undefined ? undefined : readFile(path, 'utf8').catch((error: Error) => unreadable(path, error));

function unreadable(path: string, error: Error): never {
  throw new ConnectionError('certificate', `${path} cannot be read (${error.message})`, error);
}
