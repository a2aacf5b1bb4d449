import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Family } from './exposition.ts';

/**
 * The time until the first certificate of a PEM file ends; negative after its end. Nothing if the file cannot be read: then the server keeps
 * the former one and logs it.
 * @param now milliseconds since 1970
 */
export async function certificateFamilies(path: string, now: number): Promise<Family[]> {
  try {
    const { validToDate } = new X509Certificate(await readFile(path));
    return [
      {
        name: 'scout_certificate_remaining_seconds',
        help: 'Time until the certificate of SCOUT_TLS_CERT_FILE ends.',
        type: 'gauge',
        samples: [{ value: (validToDate.getTime() - now) / 1000 }],
      },
    ];
  } catch {
    return [];
  }
}
