import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Paths of a certificate and its key. */
export interface CertificateFiles {
  readonly certificate: string;
  readonly key: string;
}

/** A private authority that issues certificates into a folder, with openssl. */
export class Authority {
  readonly #folder: string;
  readonly files: CertificateFiles;

  private constructor(folder: string, files: CertificateFiles) {
    this.#folder = folder;
    this.files = files;
  }

  static async create(folder: string, name: string): Promise<Authority> {
    const files = { certificate: join(folder, `${name}.pem`), key: join(folder, `${name}.key`) };
    await run('openssl', [
      ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'],
      ...['-keyout', files.key, '-out', files.certificate, '-days', '30', '-subj', `/CN=${name}`],
    ]);
    return new Authority(folder, files);
  }

  /** Issues a certificate for names such as `DNS:localhost`; a negative number of days gives an expired one. */
  async issue(name: string, names: string, days = 30): Promise<CertificateFiles> {
    const [certificate, key, request, extension] = ['pem', 'key', 'csr', 'ext'].map((end) =>
      join(this.#folder, `${name}.${end}`),
    ) as [string, string, string, string];
    await writeFile(extension, `subjectAltName=${names}\n`);
    await run('openssl', [
      ...['req', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'],
      ...['-keyout', key, '-out', request, '-subj', `/CN=${name}`],
    ]);
    await run('openssl', [
      ...['x509', '-req', '-in', request, '-CA', this.files.certificate, '-CAkey', this.files.key],
      ...['-out', certificate, '-days', String(days), '-extfile', extension],
    ]);
    return { certificate, key };
  }
}

/** Contents of the files. */
export const read = async ({
  certificate,
  key,
}: CertificateFiles): Promise<{ cert: Buffer; key: Buffer }> => ({
  cert: await readFile(certificate),
  key: await readFile(key),
});
