import { randomBytes } from 'node:crypto';
import { hashPassword, verifyPassword } from 'better-auth/crypto';

export { hashPassword };

let decoy: Promise<string> | undefined;

/** Whether a password fits a scrypt hash. Without a hash it takes as long and answers no. */
export async function passwordFits(password: string, hash: string | null | undefined): Promise<boolean> {
  decoy ??= hashPassword(randomBytes(32).toString('base64url'));
  const fits = await verifyPassword({ password, hash: hash ?? (await decoy) });
  return fits && hash !== null && hash !== undefined;
}
