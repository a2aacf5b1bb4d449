import { type AccountPosture, accountPostures, limits } from '@scout/contract';
import { DAY } from '@scout/detection/time';
import { type RawBuilder, sql } from 'kysely';

/** The bit of msDS-SupportedEncryptionTypes for RC4 (MS-KILE 2.2.7). */
const RC4 = sql.lit(0x4);
const OLD_PASSWORD = 365 * DAY;
/** Controllers tell each other of a sign-in only when the time that they know is older than this. */
const REPLICATION = 14 * DAY;

/**
 * Each posture as a condition in SQL on `d`, an account of a directory, and `u`, the use of its name in the last 30 days and of RC4 for it. Windows
 * itself sets and changes the passwords of managed accounts.
 */
const rulesAt = (now: number): Readonly<Record<AccountPosture, RawBuilder<boolean>>> => ({
  privileged: sql`(d.is_enabled AND cardinality(d.privileged_groups) > 0)`,
  unconstrained: sql`(d.is_enabled AND d.delegation = 'unconstrained')`,
  // Only where the account says so itself: without the attribute, the controllers' settings decide.
  roastable: sql`(d.is_enabled AND d.kind = 'user' AND cardinality(d.spns) > 0 AND coalesce(d.encryption_types, 0) & ${RC4} <> 0)`,
  'without-preauthentication': sql`(d.is_enabled AND d.without_preauthentication)`,
  'old-password': sql`(d.is_enabled AND d.kind = 'user' AND d.password_set_at < ${new Date(now - OLD_PASSWORD)})`,
  // Events name no domain: an enabled account of this name in another directory may be the one that was tried.
  'disabled-tried': sql`(NOT d.is_enabled AND u.is_refused AND NOT EXISTS (
    SELECT FROM scout.directory_accounts e WHERE e.tenant_id = d.tenant_id AND e.account_key = d.account_key AND e.is_enabled))`,
  'used-by-people': sql`u.is_by_people`,
  'uses-rc4': sql`u.uses_rc4`,
});

/** Postures that a directory alone shows. */
export const directoryPostures = [
  'privileged',
  'unconstrained',
  'roastable',
  'without-preauthentication',
  'old-password',
] as const satisfies readonly AccountPosture[];

/** True, in SQL, when an account `d` of a directory has the posture of this name. */
export function isPosture(posture: RawBuilder<unknown>, now: number): RawBuilder<boolean> {
  const rules = rulesAt(now);
  return sql`CASE ${posture} ${sql.join(
    directoryPostures.map((each) => sql`WHEN ${sql.lit(each)} THEN ${rules[each]}`),
    sql` `,
  )} END`;
}

/** The postures of an account, in SQL, over its rows `d` and `u`; in a query that groups by account, or with one row. */
export function posturesOf(now: number): RawBuilder<AccountPosture[]> {
  const rules = rulesAt(now);
  return sql`array_remove(ARRAY[${sql.join(
    accountPostures.map((posture) => sql`CASE WHEN bool_or(${rules[posture]}) THEN ${sql.lit(posture)} END`),
  )}], NULL)`;
}

/** When the oldest old password of an account became a year old, in SQL. */
export const passwordOldSince = (tenantId: string, key: RawBuilder<unknown>): RawBuilder<Date | null> => sql`(
  SELECT min(d.password_set_at) + ${sql.lit(`${OLD_PASSWORD / DAY} days`)}::interval FROM scout.directory_accounts d
  WHERE d.tenant_id = ${tenantId} AND d.account_key = ${key} AND d.is_enabled AND d.kind = 'user')`;

/** True, in SQL, when a directory has a sign-in or the creation of the account `s` of the register since a time. */
export const isRecentInDirectory = (since: Date): RawBuilder<boolean> => sql`EXISTS (
  SELECT FROM scout.directory_accounts d WHERE d.tenant_id = s.tenant_id AND d.account_key = s.account_key
    AND (d.created_at >= ${since} OR d.last_logon_at >= ${new Date(since.getTime() - REPLICATION)}))`;

/** Sign-ins that events may show a day later, or a clock that is behind. */
const LATE = sql.lit('1 day');

/**
 * How the account `s` of the register is used, in SQL, in a query that groups its rows `d` and `u`. Elsewhere: a directory has a
 * sign-in of the last 90 days that is later than every event of the account, and not before Scout's first event.
 */
export const useOf = (tenantId: string, now: number): RawBuilder<string> => sql`CASE
  WHEN max(d.last_logon_at) > coalesce(s.last_seen, '-infinity') + ${LATE}::interval
    AND max(d.last_logon_at) >= ${new Date(now - limits.accounts.unusedDays * DAY)}
    AND max(d.last_logon_at) >= (SELECT min(first_seen) FROM scout.service_accounts WHERE tenant_id = ${tenantId}) THEN 'elsewhere'
  WHEN s.last_seen IS NULL THEN 'never'
  WHEN bool_and(u.is_only_refused) THEN 'refused'
  ELSE 'seen' END`;
