/** Scope of events: an inclusive window (ISO times), optionally with a type. */
export interface EventScope {
  readonly tenantId: string;
  readonly from: string;
  readonly to: string;
  /** As stored, or a bare number such as 4625. */
  readonly eventType: string | undefined;
}

/** Ingest stores Windows' own ids with their provider's prefix, and other bare numbers unchanged. */
export function spellingsOf(eventType: string): string[] {
  return /^\d+$/.test(eventType) ? [eventType, `WINDOWS_SECURITY_${eventType}`] : [eventType];
}
