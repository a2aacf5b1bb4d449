import type { AuditLog } from '@scout/contract';
import { detailsText } from './auditExport.ts';

const spoken = (name: string) => name.replaceAll('_', ' ');

/** `Signed in` for `signed_in`. */
export function actionWords({ action }: Pick<AuditLog, 'action'>): string {
  const words = spoken(action);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** `organization name: Northwind Bank, via: invitation`; empty without details. */
export const detailWords = ({ details }: Pick<AuditLog, 'details'>): string =>
  detailsText({
    details: Object.fromEntries(Object.entries(details).map(([name, value]) => [spoken(name), value])),
  });
