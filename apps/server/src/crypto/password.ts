import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';

/** 32 MiB for each hash. Stored hashes do not name their parameters: changing these makes every one of them unusable. */
const parameters = { N: 16_384, r: 16, p: 1, maxmem: 64 * 1024 * 1024 };
const keyBytes = 64;

/** Hashes a password with scrypt: `<salt>:<key>`, both hexadecimal. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16).toString('hex');
  return `${salt}:${(await deriveKey(password, salt)).toString('hex')}`;
}

let decoy: Promise<string> | undefined;

/**
 * True when a password matches its hash. Without a hash it takes as long and returns false.
 * @throws Error when the hash is not one of {@link hashPassword}
 */
export async function passwordFits(password: string, hash: string | null | undefined): Promise<boolean> {
  decoy ??= hashPassword(randomBytes(32).toString('base64url'));
  const [salt, key] = (hash ?? (await decoy)).split(':');
  if (!salt || key?.length !== 2 * keyBytes) throw new Error('Not a password hash');
  const fits = timingSafeEqual(await deriveKey(password, salt), Buffer.from(key, 'hex'));
  return fits && hash !== null && hash !== undefined;
}

/** The hexadecimal text of the salt is what goes into scrypt, not the bytes that it stands for. */
function deriveKey(password: string, salt: string): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, keyBytes, parameters, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });
}
