import { X509Certificate } from 'node:crypto';

/** The certificates in a text of PEM, and nothing else of it; undefined without any, or if one is invalid. */
export function certificatesIn(text: string): string | undefined {
  const found = text.match(/-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\s]+-----END CERTIFICATE-----/g) ?? [];
  try {
    for (const each of found) new X509Certificate(each);
  } catch {
    return undefined;
  }
  return found.length === 0 ? undefined : found.join('\n');
}
