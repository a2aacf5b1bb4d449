import { limits } from '@scout/contract';
import { Document } from 'yaml';
import { withRole } from '../../../platform/database/pool.ts';
import { Refusal } from '../../../platform/http/refusal.ts';
import type { OperatorServices } from '../services.ts';
import { requireTenant } from '../sql/tenants.ts';
import { sections } from './sections/index.ts';

/** Where a server has the schema of its files. */
export const SCHEMA_PATH = '/scout.schema.json';

/**
 * An organization's configuration as a file, without secrets.
 * @throws Refusal not_found, configuration_names or configuration_too_large
 */
export async function exportConfiguration(app: OperatorServices, tenantId: string): Promise<string> {
  await withRole(app.pool, { role: 'scout_operator' }, (tx) => requireTenant(tx, tenantId));
  const present: Record<string, unknown> = { version: 1 };
  await withRole(app.pool, { role: 'scout_admin', tenantId }, async (tx, client) => {
    const work = { app, tx, client, tenantId, now: new Date(app.clock.now()) };
    for (const section of sections) present[section.name] = await section.read(work);
  });
  const document = new Document(present, { aliasDuplicateObjects: false });
  const text = `# yaml-language-server: $schema=${app.origin()}${SCHEMA_PATH}\n${document.toString({ lineWidth: 0 })}`;
  if (text.length > limits.configuration.textMax) throw new Refusal('configuration_too_large');
  return text;
}
