import { sql } from 'kysely';
import { hashSecret } from '../../../platform/crypto/secretText.ts';
import type { Transaction } from '../../../platform/database/pool.ts';

export interface NewTicket {
  readonly ticket: string;
  readonly token: string;
  /** Path of the package in the release's folder. */
  readonly path: string;
  readonly label: string;
  readonly createdBy: string;
  readonly now: Date;
  readonly ticketExpires: Date;
  readonly tokenExpires: Date;
  readonly maxUses: number;
  /** True if machines enrolled by the package await an admin's approval. */
  readonly needsApproval: boolean;
}

/** Stores a link and its package's enrollment token, as a member of the organization. Returns the token's id. */
export async function makeDownloadTicket(tx: Transaction, made: NewTicket): Promise<string> {
  const { rows } = await sql<{ token_id: string }>`
    SELECT scout.make_download_ticket(${hashSecret(made.ticket)}, ${hashSecret(made.token)}, ${made.path}, ${made.label},
      ${made.createdBy}, ${made.now}, ${made.ticketExpires}, ${made.tokenExpires}, ${made.maxUses}, ${made.needsApproval}) AS token_id`.execute(
    tx,
  );
  return rows[0]!.token_id;
}

/** The package of a link; undefined if the link is unknown or expired. Transaction role: scout_auth. */
export async function readDownloadTicket(
  tx: Transaction,
  ticket: string,
  now: Date,
): Promise<{ tenant_id: string; path: string } | undefined> {
  const { rows } = await sql<{ tenant_id: string; path: string }>`
    SELECT tenant_id, path FROM scout.download_ticket(${hashSecret(ticket)}, ${now})`.execute(tx);
  return rows[0];
}
