/*
 * Groups whose members can take over machines or the domain, by the last part of their SID, because their names are localized:
 * Microsoft Learn, "Security identifiers", well-known SIDs. DnsAdmins has no such SID and is excluded.
 */
const OF_DOMAIN = new Set(['512', '516', '518', '519', '520', '526', '527']);
const OF_MACHINE = new Set(['544', '547', '548', '549', '550', '551', '578', '580']);

/** True for the SID of Administrators, Backup Operators, Domain Admins and similar; false without one. */
export function isPrivilegedGroup(sid: string | null): boolean {
  const last = sid?.slice(sid.lastIndexOf('-') + 1) ?? '';
  if (sid?.startsWith('S-1-5-32-')) return OF_MACHINE.has(last);
  return sid?.startsWith('S-1-5-21-') === true && OF_DOMAIN.has(last);
}
