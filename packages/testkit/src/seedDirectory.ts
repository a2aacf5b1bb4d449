import { DAY } from '@scout/detection/time';

/** An account as a directory has it; see scout.directory_accounts. */
export interface DirectoryState {
  readonly account: string;
  readonly spns?: readonly string[];
  readonly passwordSet?: Date;
  readonly encryptionTypes?: number;
  readonly privilegedGroups?: readonly string[];
  /** Time of its last sync; the next one is due a year later. */
  readonly readAt?: Date;
}

/**
 * A directory that was read, with one account.
 * @param run runs a statement as the database's owner
 */
export async function seedDirectory(
  run: (sql: string, values: unknown[]) => Promise<unknown>,
  tenantId: string,
  state: DirectoryState,
): Promise<void> {
  const { account, spns = [], encryptionTypes = 24, privilegedGroups = [], readAt = new Date() } = state;
  const { passwordSet = readAt } = state;
  const dueAt = new Date(readAt.getTime() + 365 * DAY);
  await run(
    `WITH read AS (
       INSERT INTO scout.directories (tenant_id, name, url, bind_name, created_at, created_by, due_at, domain, synced_at)
       VALUES ($1, 'Corp', 'ldaps://dc1.corp.example', 'reader', $7, 'ada@corp.example', $8, 'corp.example', $7)
       RETURNING tenant_id, directory_id)
     INSERT INTO scout.directory_accounts (tenant_id, directory_id, object_guid, account_key, name, kind, dn, spns,
       password_set_at, is_enabled, password_never_expires, without_preauthentication, encryption_types, admin_count,
       privileged_groups, delegation, delegates_to, acted_for_by, password_readers)
     SELECT tenant_id, directory_id, gen_random_uuid(), lower($2), $2, 'user', 'CN=' || $2 || ',OU=Services,DC=corp,DC=example', $3,
       $4, true, false, false, $5, false, $6, 'none', '{}', '{}', '{}' FROM read`,
    [tenantId, account, spns, passwordSet, encryptionTypes, privilegedGroups, readAt, dueAt],
  );
}
