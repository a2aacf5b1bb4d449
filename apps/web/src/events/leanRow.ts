import type { TenantEvent } from '@scout/contract';
import type { Row } from '@scout/detection';

/**
 * An event as it is kept: without what it leaves open, and without the organization, which is written once beside all of them. Half
 * the characters, so that 5,000 events stay under the quota of local storage and are read in half the time.
 */
export function leanRow(event: TenantEvent): Row {
  const row: Record<string, unknown> = {};
  for (const [field, value] of Object.entries(event)) {
    if (value !== null && field !== 'tenant_id') row[field] = value;
  }
  return row;
}
