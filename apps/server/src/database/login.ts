import { createHash, createHmac, hkdfSync, pbkdf2Sync, randomBytes } from 'node:crypto';
import pg from 'pg';

/** The one login of the server: owns nothing, may change into the roles of 0001_roles.sql. */
const loginName = 'scout_app';

/**
 * The server's connection string, from the owner's. Its password follows from the authentication secret, which is random, so
 * that several servers share it, none has to store it, and the owner's may change.
 */
export function loginUrl(ownerUrl: string, authSecret: string): string {
  const url = new URL(ownerUrl);
  const password = Buffer.from(hkdfSync('sha256', authSecret, '', `scout login ${loginName}`, 32));
  url.password = password.toString('base64url');
  url.username = loginName;
  return url.href;
}

/**
 * Sees to it that the login opens with its derived password, and changes the role only if it does not. The owner's client
 * sends a SCRAM verifier, never the password, so that no log of statements holds it.
 */
export async function ensureLogin(owner: pg.ClientBase, url: string): Promise<void> {
  if (await opens(url)) return;
  const verifier = scramVerifier(decodeURIComponent(new URL(url).password));
  await owner.query(`ALTER ROLE ${loginName} LOGIN PASSWORD '${verifier}'`);
  if (await opens(url)) return;
  throw new Error(
    `PostgreSQL refuses the login ${loginName}, although its password has just been set. ` +
      'Allow it in pg_hba.conf with scram-sha-256, as the role in DATABASE_URL is.',
  );
}

async function opens(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  client.on('error', () => {});
  try {
    await client.connect();
    return true;
  } catch (error) {
    // Class 28: invalid authorization. Anything else is not about the login.
    if (error instanceof Error && 'code' in error && String(error.code).startsWith('28')) return false;
    throw error;
  } finally {
    await client.end();
  }
}

/** RFC 5803, with PostgreSQL's 4,096 iterations. The password is ASCII, so SASLprep changes nothing. */
function scramVerifier(password: string): string {
  const iterations = 4096;
  const salt = randomBytes(16);
  const salted = pbkdf2Sync(password, salt, iterations, 32, 'sha256');
  const hmac = (text: string) => createHmac('sha256', salted).update(text).digest();
  const storedKey = createHash('sha256').update(hmac('Client Key')).digest('base64');
  const serverKey = hmac('Server Key').toString('base64');
  return `SCRAM-SHA-256$${iterations}:${salt.toString('base64')}$${storedKey}:${serverKey}`;
}
