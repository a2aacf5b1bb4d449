import { randomBytes } from 'node:crypto';
import { chmod, mkdir, open, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { newSecret } from '../crypto/secretText.ts';
import { isGuessable } from './values.ts';

/** File names in the data directory; the command line reads the first. */
export const operatorTokenFile = 'operator-token';
const authSecretFile = 'auth-secret';

/** Shortest secret in a file of the data directory. */
const LENGTH_LEAST = 32;

/** Secrets that outlive the process. */
export interface Secrets {
  /** Encrypts the server's keys; the password of its database login is derived from it. */
  readonly authSecret: string;
  /** The previous secret: decrypts keys, which are then encrypted with the current one. */
  readonly previousAuthSecret: string | undefined;
  readonly operatorToken: string;
}

interface GivenSecrets {
  /** Required with a database URL. */
  readonly authSecret: string | undefined;
  readonly previousAuthSecret: string | undefined;
  readonly operatorToken: string | undefined;
}

/** The given secrets, otherwise those of the data directory, created at the first start and readable only by this user (0600). */
export async function loadSecrets(dataDir: string, given: GivenSecrets): Promise<Secrets> {
  await mkdir(dataDir, { recursive: true });
  const { authSecret, previousAuthSecret, operatorToken } = given;
  return {
    authSecret:
      authSecret ?? (await keep(join(dataDir, authSecretFile), () => randomBytes(32).toString('base64url'))),
    previousAuthSecret,
    operatorToken:
      operatorToken ?? (await keep(join(dataDir, operatorTokenFile), () => newSecret('operator'))),
  };
}

async function keep(path: string, make: () => string): Promise<string> {
  try {
    // 'wx' fails for an existing file, so that two processes cannot both write one.
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
  if (secret.length < LENGTH_LEAST || isGuessable(secret))
    throw new Error(
      `${path} does not contain a random secret. Restore the previous one; if there was none, delete the file to create a new one.`,
    );
  return secret;
}
