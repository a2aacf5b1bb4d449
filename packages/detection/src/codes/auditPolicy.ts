/*
 * Subcategories of Windows' audit policy by GUID, because their names are localized. From [MS-GPAC], section 2.2.2.1.2, in our
 * own words; only the sources of Scout's events.
 */
export const SUBCATEGORIES = {
  logon: '0cce9215-69ae-11d9-bed3-505054503030',
  logoff: '0cce9216-69ae-11d9-bed3-505054503030',
  specialLogon: '0cce921b-69ae-11d9-bed3-505054503030',
  processCreation: '0cce922b-69ae-11d9-bed3-505054503030',
  credentialValidation: '0cce923f-69ae-11d9-bed3-505054503030',
  kerberosService: '0cce9240-69ae-11d9-bed3-505054503030',
  kerberosAuthentication: '0cce9242-69ae-11d9-bed3-505054503030',
  userAccounts: '0cce9235-69ae-11d9-bed3-505054503030',
  securityGroups: '0cce9237-69ae-11d9-bed3-505054503030',
  directoryChanges: '0cce923c-69ae-11d9-bed3-505054503030',
  securitySystemExtension: '0cce9211-69ae-11d9-bed3-505054503030',
  otherObjectAccess: '0cce9227-69ae-11d9-bed3-505054503030',
  auditPolicyChange: '0cce922f-69ae-11d9-bed3-505054503030',
} as const;
export type Subcategory = keyof typeof SUBCATEGORIES;

const WORDS: Readonly<Record<Subcategory, string>> = {
  logon: 'logons',
  logoff: 'log-offs',
  specialLogon: 'special logons',
  processCreation: 'process starts',
  credentialValidation: 'credential validation',
  kerberosService: 'Kerberos service tickets',
  kerberosAuthentication: 'Kerberos authentication',
  userAccounts: 'changes of user accounts',
  securityGroups: 'changes of security groups',
  directoryChanges: 'changes of the directory',
  securitySystemExtension: 'new services',
  otherObjectAccess: 'scheduled tasks',
  auditPolicyChange: 'changes of the audit policy',
};

const BY_GUID = new Map(
  Object.entries(SUBCATEGORIES).map(([name, guid]) => [guid, WORDS[name as Subcategory]]),
);

/** Content audited by a subcategory, by its GUID with or without braces; null for a subcategory without events that Scout uses. */
export function subcategoryWords(guid: string): string | null {
  return BY_GUID.get(guid.replace(/[{}]/g, '').toLowerCase() as (typeof SUBCATEGORIES)[Subcategory]) ?? null;
}

/** Message numbers of AuditPolicyChanges (4719), from Windows' message file. */
const CHANGES: Readonly<Record<string, string>> = {
  '%%8448': 'success removed',
  '%%8449': 'success added',
  '%%8450': 'failure removed',
  '%%8451': 'failure added',
};

/** The change of a subcategory in words; unknown numbers are unchanged. */
export function auditChangeWords(changes: string): string {
  return changes
    .split(',')
    .map((part) => part.trim())
    .map((code) => (Object.hasOwn(CHANGES, code) ? CHANGES[code]! : code))
    .join(', ');
}
