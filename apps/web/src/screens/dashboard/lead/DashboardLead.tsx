import { useActiveCases } from '../activeCases.ts';
import { Lead, LeadSkeleton } from './Lead.tsx';
import { type CaseTopic, leadAbout } from './leadOf.ts';

/** The most severe case about the topic of a dashboard, or of all; nothing without cases. */
export function DashboardLead({ about }: { about: CaseTopic }) {
  const cases = useActiveCases();
  if (cases === undefined) return <LeadSkeleton />;
  const lead = leadAbout(about, cases, Date.now());
  return lead !== undefined && <Lead of={lead} />;
}
