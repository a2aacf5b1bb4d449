import type { AgentAudit, AuditPart, CaseEvent } from '@scout/contract';
import { keyOf, stripHost } from '@scout/detection';
import { EVENTS } from '@scout/detection/catalogue/events';

interface Audit {
  readonly event: number;
  readonly name: string;
  /** Parts of an agent's report that record it; without any, no report tells. */
  readonly parts: readonly AuditPart[];
}

/** Audits of a source machine that name the person behind an account. */
const OF_SOURCE: readonly Audit[] = [
  {
    event: EVENTS.processStart.id,
    name: `process creation with command lines (${EVENTS.processStart.id})`,
    parts: ['process_creation', 'command_lines'],
  },
  { event: EVENTS.logon.id, name: `logons (${EVENTS.logon.id})`, parts: ['logons'] },
  {
    event: EVENTS.explicitCredentials.id,
    name: `explicit credentials (${EVENTS.explicitCredentials.id})`,
    parts: [],
  },
];

/** The audit of domain controllers, for a case whose events name no source. */
const OF_CONTROLLERS: readonly Audit[] = [
  {
    event: EVENTS.ticketOfService.id,
    name: `Kerberos service tickets (${EVENTS.ticketOfService.id})`,
    parts: [],
  },
];

const hostKeyOf = (host: string): string => keyOf(stripHost(host));

type Listed = readonly { readonly events: readonly Pick<CaseEvent, 'computer' | 'event_id'>[] }[];

/**
 * Audits to switch on at a source, or at the domain controllers if null: those whose events the case does not list from there, and that
 * its agent does not report as on.
 */
export function missingAudits(
  source: string | null,
  findings: Listed,
  reported: Pick<AgentAudit, AuditPart> | null | undefined,
): string[] {
  const recorded = new Set(
    findings
      .flatMap(({ events }) => events)
      .filter(({ computer }) => source === null || hostKeyOf(computer ?? '') === hostKeyOf(source))
      .map(({ event_id }) => event_id),
  );
  return (source === null ? OF_CONTROLLERS : OF_SOURCE)
    .filter(({ event, parts }) => {
      const isReported = parts.length > 0 && parts.every((part) => reported?.[part] === 'on');
      return !recorded.has(event) && !isReported;
    })
    .map(({ name }) => name);
}
