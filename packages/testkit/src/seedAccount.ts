import { renewLastHours } from './renewLastHours.ts';

/** An account's activity for tests: one hour in one way. */
export interface ActivityState {
  /** Any time in the hour. */
  readonly time: Date;
  readonly kind?: string;
  readonly source?: string;
  readonly destination?: string;
  /** With its parent: `cmd.exe>sqlcmd.exe`. */
  readonly program?: string;
  readonly actor?: string;
  readonly count?: number;
}

/**
 * An account of the register with its activity, in the assessor's format.
 * @param run runs a statement as the database's owner
 */
export async function seedAccount(
  run: (sql: string, values: unknown[]) => Promise<unknown>,
  tenantId: string,
  name: string,
  activity: readonly ActivityState[] = [],
): Promise<void> {
  const times = activity.map(({ time }) => time.getTime());
  await run(
    `INSERT INTO scout.service_accounts (tenant_id, account_key, name, known_by, first_seen, last_seen)
     VALUES ($1, lower($2::text), $2::text, 'name', $3, $4)`,
    [
      tenantId,
      name,
      times.length === 0 ? null : new Date(Math.min(...times)),
      times.length === 0 ? null : new Date(Math.max(...times)),
    ],
  );
  for (const state of activity) {
    const {
      time,
      kind = 'logon:3',
      source = '',
      destination = '',
      program = '',
      actor = '',
      count = 1,
    } = state;
    await run(
      `INSERT INTO scout.account_activity (tenant_id, account_key, hour, cell, kind, source, destination, program, actor, n, first_at, last_at)
       VALUES ($1, lower($2::text), date_trunc('hour', $8::timestamptz), gen_random_uuid(), $3, $4, $5, $9, $6, $7, $8, $8)`,
      [tenantId, name, kind, source, destination, actor, count, time, program],
    );
  }
  await renewLastHours(run, tenantId);
}
