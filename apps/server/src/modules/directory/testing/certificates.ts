import { execFileSync } from 'node:child_process';
import { chmod, readFile, writeFile } from 'node:fs/promises';

/** A new authority at `path`.pem and `path`.key. @returns its certificate, as PEM */
export async function makeAuthority(path: string): Promise<string> {
  const files = ['-keyout', `${path}.key`, '-out', `${path}.pem`];
  openssl('req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...files, '-days', '2', '-subj', '/CN=Authority');
  return readFile(`${path}.pem`, 'utf8');
}

/** A certificate by an authority for dc1.scout.test and an address, at `path`.pem and `path`.key. */
export async function makeCertificate(path: string, authority: string, address: string): Promise<void> {
  const files = ['-keyout', `${path}.key`, '-out', `${path}.csr`];
  openssl('req', '-newkey', 'rsa:2048', '-nodes', ...files, '-subj', '/CN=dc1.scout.test');
  await writeFile(`${path}.ext`, `subjectAltName=DNS:dc1.scout.test,IP:${address}\n`);
  const signer = ['-CA', `${authority}.pem`, '-CAkey', `${authority}.key`, '-CAcreateserial'];
  const signed = ['-in', `${path}.csr`, '-out', `${path}.pem`, '-days', '2', '-extfile', `${path}.ext`];
  openssl('x509', '-req', ...signer, ...signed);
  await chmod(`${path}.key`, 0o600);
}

function openssl(...args: string[]): void {
  execFileSync('openssl', args, { stdio: 'ignore' });
}
