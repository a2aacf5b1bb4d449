import { createHmac, randomBytes } from 'node:crypto';
import { chmod, mkdir, open, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { newSecret } from './secretText.ts';

/** File names in the data directory; the command line looks for the first. */
export const operatorTokenFile = 'operator-token';
const authSecretFile = 'auth-secret';

/** Secrets that outlive the process. */
export interface Secrets {
  /** Signs session cookies and encrypts the keys that sign access tokens. */
  readonly authSecret: string;
  readonly operatorToken: string;
}

interface GivenSecrets {
  readonly authSecret: string | undefined;
  readonly operatorToken: string | undefined;
  /** The owner's URL of a database of your own. */
  readonly databaseUrl: string | undefined;
}

/**
 * Those given, else those of the data directory, made at the first start and readable by this user only (0600). Servers
 * that share a database share its signing keys, so the auth secret follows from the database's password there, as the
 * password of the server's own login does.
 */
export async function loadSecrets(dataDir: string, given: GivenSecrets): Promise<Secrets> {
  await mkdir(dataDir, { recursive: true });
  const { authSecret, operatorToken, databaseUrl } = given;
  return {
    authSecret:
      authSecret ??
      (databaseUrl === undefined
        ? await keep(join(dataDir, authSecretFile), () => randomBytes(32).toString('base64url'))
        : sharedSecret(databaseUrl)),
    operatorToken:
      operatorToken ?? (await keep(join(dataDir, operatorTokenFile), () => newSecret('operator'))),
  };
}

/** A text of a file in the data directory, made by `make` when it is not there yet; for this user only (0600). */
export async function keepText(dataDir: string, name: string, make: () => string): Promise<string> {
  await mkdir(dataDir, { recursive: true });
  return keep(join(dataDir, name), make);
}

function sharedSecret(databaseUrl: string): string {
  const password = decodeURIComponent(new URL(databaseUrl).password);
  return createHmac('sha256', password).update('scout auth secret').digest('base64url');
}

async function keep(path: string, make: () => string): Promise<string> {
  try {
    // 'wx' fails when the file is there, so that two processes cannot each write their own.
    const file = await open(path, 'wx', 0o600);
    try {
      await file.writeFile(`${make()}\n`);
      await file.sync();
    } finally {
      await file.close();
    }
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
  if (process.platform !== 'win32' && ((await stat(path)).mode & 0o077) !== 0) await chmod(path, 0o600);
  const secret = (await readFile(path, 'utf8')).trim();
  if (secret.length < 32)
    throw new Error(`${path} does not hold a secret. Remove it to have a new one made.`);
  return secret;
}
