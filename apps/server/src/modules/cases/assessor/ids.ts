import { hash } from 'node:crypto';

/** A deterministic id from a name; organizations have different ids for the same name. */
export function idOf(tenantId: string, name: string): string {
  const hex = hash('sha256', `${tenantId} ${name}`, 'hex');
  const variant = ((Number.parseInt(hex[16]!, 16) & 0x3) | 0x8).toString(16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
