import { DAY } from '@scout/detection/time';

/** An account as a directory has it; see scout.directory_accounts. */
export interface DirectoryState {
  readonly account: string;
  readonly kind?: 'user' | 'msa' | 'gmsa' | 'dmsa' | 'trust';
  readonly sid?: string;
  readonly unit?: string;
  readonly spns?: readonly string[];
  readonly isEnabled?: boolean;
  readonly passwordSet?: Date | null;
  readonly signedIn?: Date;
  readonly created?: Date;
  readonly encryptionTypes?: number | null;
  readonly withoutPreauthentication?: boolean;
  readonly privilegedGroups?: readonly string[];
  readonly delegation?: 'none' | 'unconstrained' | 'constrained' | 'any-protocol';
  readonly managedBy?: string;
  readonly description?: string;
  readonly group?: { readonly name: string; readonly managedBy: string };
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
  const { account, readAt = new Date(), unit = 'Services' } = state;
  const dueAt = new Date(readAt.getTime() + 365 * DAY);
  await run(
    `WITH read AS (
       INSERT INTO scout.directories (tenant_id, name, url, bind_name, created_at, created_by, due_at, domain, synced_at)
       VALUES ($1, 'Corp', 'ldaps://dc1.corp.example', 'reader', $3, 'ada@corp.example', $4, 'corp.example', $3)
       RETURNING tenant_id, directory_id)
     INSERT INTO scout.directory_accounts (tenant_id, directory_id, object_guid, account_key, name, dn, kind, sid, spns,
       password_set_at, last_logon_at, created_at, is_enabled, password_never_expires, without_preauthentication, encryption_types,
       admin_count, privileged_groups, delegation, delegates_to, acted_for_by, password_readers, managed_by, description, group_name, group_managed_by)
     SELECT tenant_id, directory_id, gen_random_uuid(), lower($2), $2, $5, $6, $7, $8, $9, $10, $11, $12, false, $13, $14, false, $15, $16,
       '{}', '{}', '{}', $17, $18, $19, $20 FROM read`,
    [
      tenantId,
      account,
      readAt,
      dueAt,
      `CN=${account},OU=${unit},DC=corp,DC=example`,
      state.kind ?? 'user',
      state.sid ?? null,
      state.spns ?? [],
      state.passwordSet === undefined ? readAt : state.passwordSet,
      state.signedIn ?? null,
      state.created ?? null,
      state.isEnabled ?? true,
      state.withoutPreauthentication ?? false,
      state.encryptionTypes === undefined ? 24 : state.encryptionTypes,
      state.privilegedGroups ?? [],
      state.delegation ?? 'none',
      state.managedBy ?? null,
      state.description ?? null,
      state.group?.name ?? null,
      state.group?.managedBy ?? null,
    ],
  );
}
