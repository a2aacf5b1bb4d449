import { hashSecret, newSecret } from '@scout/server/platform/crypto/secretText';
import pg from 'pg';
import type { Machine } from './machine.ts';

/**
 * Enrolls machines in the database itself: through the server, ten thousand of them would take longer than what is measured.
 * @param tenantIds organizations that they belong to in turns
 */
export async function enrollAll(
  ownerUrl: string,
  machines: readonly Machine[],
  tenantIds: readonly string[],
): Promise<void> {
  const rows = machines.map((machine, index) => {
    const credential = newSecret('agent');
    machine.enrolled(credential);
    return { ...machine.self, tenant: tenantIds[index % tenantIds.length]!, credential };
  });
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    await client.query(
      `INSERT INTO scout.agents (tenant_id, machine_id, host, platform, version, credential_hash, enrolled_at, credential_issued_at)
       SELECT tenant, 'bench ' || host, host, platform, version, hash, $6, $6
       FROM unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::bytea[]) AS given (tenant, host, platform, version, hash)`,
      [
        rows.map(({ tenant }) => tenant),
        rows.map(({ host }) => host),
        rows.map(({ platform }) => platform),
        rows.map(({ version }) => version),
        rows.map(({ credential }) => hashSecret(credential)),
        new Date(),
      ],
    );
  } finally {
    await client.end();
  }
}
