import type { IncidentRow } from './entities/incident.ts';

/** Identity of an incident's way: the names and the reason that incidents of one run share, compared without case. */
export function incidentWay({
  service_account,
  computer,
  server,
  subject_user,
  process,
  failure_reason,
  source_hosts,
  description,
}: Omit<IncidentRow, 'id' | 'time'>): string {
  const names = [service_account, computer, server, subject_user, process, failure_reason, description];
  return JSON.stringify([...names, ...source_hosts].map((name) => name?.toLowerCase() ?? null));
}
