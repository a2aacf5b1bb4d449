import { createHash, createHmac, hkdfSync, pbkdf2Sync, randomBytes } from 'node:crypto';
import pg from 'pg';
import { Client } from './client.ts';
import { explainedRights } from './migrate.ts';
import { serverRoles } from './pool.ts';

/** Beginning of the names of all logins of a cluster. */
const PREFIX = 'scout_app';

/** Longest readable part of a login's name; PostgreSQL cuts names at 63 bytes. */
const READABLE_MAX = 40;

/**
 * The login of the servers of one database, which owns nothing: roles belong to the cluster, where another database may be
 * another installation's. Needs no quoting; a hash distinguishes similar names.
 */
export function loginNameOf(database: string): string {
  if (/^[a-z0-9_]+$/.test(database) && database.length <= READABLE_MAX) return `${PREFIX}_${database}`;
  const readable = database
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .slice(0, READABLE_MAX - 1);
  const hash = createHash('sha256').update(database).digest('hex').slice(0, 12);
  return `${PREFIX}_${readable}_${hash}`;
}

/**
 * The connection string of a login, from the owner's. Its password is derived from the random authentication secret, so that
 * several servers share it, none stores it, and the owner's can change.
 */
export function loginUrl(ownerUrl: string, authSecret: string, login: string): string {
  const url = new URL(ownerUrl);
  const password = Buffer.from(hkdfSync('sha256', authSecret, '', `scout login ${login}`, 32));
  url.password = password.toString('base64url');
  url.username = login;
  return url.href;
}

/**
 * Ensures that the database's login works with its derived password and can assume the server's roles, and returns its connection
 * string. The owner's client is connected to that database and holds the migration lock. Sends a SCRAM verifier, never the
 * password, so that no statement log contains it.
 * @throws MigrationError with the missing privilege
 */
export async function ensureLogin(
  owner: pg.ClientBase,
  ownerUrl: string,
  authSecret: string,
): Promise<string> {
  const database = await nameOfDatabase(owner);
  const login = loginNameOf(database);
  const url = loginUrl(ownerUrl, authSecret, login);
  try {
    if (!(await opens(url))) await setPassword(owner, login, url);
    await joinRoles(owner, login, database);
  } catch (error) {
    throw isForbidden(error) ? explainedRights(`The login ${login}`, error) : error;
  }
  if (await opens(url)) return url;
  throw new Error(
    `PostgreSQL refuses the login ${login}, although its password has just been set. ` +
      'Allow it in pg_hba.conf with scram-sha-256, as the role in DATABASE_URL is.',
  );
}

const isForbidden = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === '42501';

async function nameOfDatabase(owner: pg.ClientBase): Promise<string> {
  const { rows } = await owner.query<{ name: string }>('SELECT current_database() AS name');
  return rows[0]!.name;
}

async function setPassword(owner: pg.ClientBase, login: string, url: string): Promise<void> {
  const { rowCount } = await owner.query('SELECT FROM pg_roles WHERE rolname = $1', [login]);
  const verifier = scramVerifier(decodeURIComponent(new URL(url).password));
  await owner.query(
    `${rowCount === 0 ? 'CREATE' : 'ALTER'} ROLE ${login} LOGIN NOINHERIT PASSWORD '${verifier}'`,
  );
}

/** The server's roles that the login lacks, and the right to connect, which may be revoked from PUBLIC. */
async function joinRoles(owner: pg.ClientBase, login: string, database: string): Promise<void> {
  const { rows } = await owner.query<{ missing: string[] | null; isModern: boolean }>(
    `SELECT current_setting('server_version_num')::int >= 160000 AS "isModern",
       (SELECT array_agg(name) FROM unnest($1::text[]) AS name WHERE NOT pg_has_role($2, name, 'MEMBER')) AS missing`,
    [serverRoles, login],
  );
  const { missing, isModern } = rows[0]!;
  // PostgreSQL 15 has no grant options; there NOINHERIT alone prevents the login from inheriting.
  if (missing)
    await owner.query(
      `GRANT ${missing.join(', ')} TO ${login}${isModern ? ' WITH INHERIT FALSE, SET TRUE' : ''}`,
    );
  // scout_operator reads the size of the database, which takes the same right; no login inherits it, so none connects by it.
  await letConnect(owner, database, [login, 'scout_operator']);
}

/** Grants CONNECT by name, so that it stays when it is revoked from PUBLIC; nothing if this owner may not grant it. */
async function letConnect(owner: pg.ClientBase, database: string, roles: readonly string[]): Promise<void> {
  const { rows } = await owner.query<{ role: string }>(
    `SELECT role FROM unnest($1::text[]) AS role
     WHERE has_database_privilege(current_database(), 'CONNECT WITH GRANT OPTION') AND NOT EXISTS (
       SELECT FROM pg_database d, aclexplode(d.datacl) AS a
       WHERE d.datname = current_database() AND a.grantee = role::regrole AND a.privilege_type = 'CONNECT')`,
    [roles],
  );
  if (rows.length === 0) return;
  const grantees = rows.map(({ role }) => role).join(', ');
  await owner.query(`GRANT CONNECT ON DATABASE ${pg.escapeIdentifier(database)} TO ${grantees}`);
}

async function opens(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  client.on('error', () => {});
  try {
    await client.connect();
    return true;
  } catch (error) {
    // Class 28: invalid authorization. Other errors do not concern the login.
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
