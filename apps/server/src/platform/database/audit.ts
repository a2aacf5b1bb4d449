import { randomUUIDv7 } from 'node:crypto';
import type { Transaction } from './pool.ts';

type Details = Readonly<Record<string, string | number | boolean | null>>;

/** Details of an entry about changed settings: the value of each that differs, with the one before as `former_…`. */
export function changedDetails(before: Details, after: Details): Details {
  return Object.fromEntries(
    Object.entries(after)
      .filter(([name, value]) => value !== before[name])
      .flatMap(([name, value]) => [
        [`former_${name}`, before[name] ?? null],
        [name, value],
      ]),
  );
}

/** One entry of an organization's audit log. */
export interface AuditEntry {
  readonly tenantId: string;
  /** An address, or 'operator', 'system' or 'agent'. */
  readonly actor: string;
  /** Lower case with underscores, such as 'admin_promoted'. */
  readonly action: string;
  /** The affected person, if different from the actor. */
  readonly targetEmail?: string;
  /** Must not contain a secret, a code or a token. */
  readonly details?: Details;
  /** The caller's IP address and browser name ('Firefox on Windows'). */
  readonly address?: string | null;
  readonly device?: string | null;
}

/**
 * Writes an entry in the transaction of its change, as scout_member of that tenant, scout_auth or scout_operator. Entries are
 * never changed or deleted; the database sets each one's time, and links it to the previous one on commit
 * (db/migrations/baseline/04_audit.sql).
 */
export async function audit(tx: Transaction, entry: AuditEntry): Promise<void> {
  await tx
    .insertInto('audit_logs')
    .values({
      tenant_id: entry.tenantId,
      id: randomUUIDv7(),
      actor: entry.actor,
      action: entry.action,
      target_email: entry.targetEmail ?? null,
      details: JSON.stringify(entry.details ?? {}),
      address: entry.address ?? null,
      device: entry.device ?? null,
    })
    .execute();
}
