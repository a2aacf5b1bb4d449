import {
  type Agent,
  type FailedLogonFigures,
  type InteractiveLogonFigures,
  type LaneFilter,
  limits,
  type ServiceAccountActivityFigures,
} from '@scout/contract';
import { formatCount } from '@scout/ui';
import { use } from 'react';
import { useNow } from '../../../events/clock.ts';
import { type FiguresView, useFigures } from '../../../events/useFigures.ts';
import { type Organization, OrganizationContext } from '../../../session/organization.ts';
import { titled } from '../../../title.ts';
import { useViewParams } from '../../../view/useView.ts';
import { readLaneFilter, writeLaneFilter } from '../../../view/viewState.ts';
import { FirstEvent } from '../../first-steps/FirstEvent.tsx';
import { DashboardPage } from '../DashboardPage.tsx';
import { Lead, LeadSkeleton } from '../lead/Lead.tsx';
import { leadOf } from '../lead/leadOf.ts';
import { useAgents } from '../NothingYet.tsx';
import { type HomeStat, HomeStats, type Spark, sparkOf } from './HomeStats.tsx';
import { greetingAt, HomeClock } from './homeHeader.tsx';
import { Lanes } from './lanes/Lanes.tsx';
import { prepareLanes, useLanes } from './lanes/useLanes.ts';
import { EmptyStatusLine, StatusLine } from './StatusLine.tsx';
import { Tiles } from './Tiles.tsx';
import { Typewriter } from './Typewriter.tsx';

export const meta = titled('Dashboard');

/** The home dashboard: the most severe case, accounts with open cases, four figures of the last 30 days, and links to their details. */
export default function Home() {
  const organization = use(OrganizationContext);
  const activity = useFigures('service-account-activity');
  const failures = useFigures('failed-logons');
  const logons = useFigures('interactive-logons');
  const changes = useFigures('infrastructure-changes');
  const [params, change] = useViewParams();
  const only = readLaneFilter(params);
  const filter = (next: LaneFilter | null) => change((target) => writeLaneFilter(target, next));
  const lanes = useLanes(only, organization?.tenant.is_subscribed === true);
  // Filtered lanes may lack the most severe case.
  const all = useLanes(null, organization?.tenant.is_subscribed === true);
  const lead = leadOf(
    (all.data?.lanes ?? []).map((lane) => lane.case),
    Date.now(),
  );
  const name = organization?.profile?.first_name.trim();
  const greeting = greetingAt(new Date().getHours());

  return (
    <DashboardPage
      title={name ? `${greeting}, ${name}` : greeting}
      subtitle={organization ? <Typewriter text={subtitleOf(organization)} /> : NO_TEXT}
      aside={<HomeClock />}
      view={activity}
      lead={lead !== undefined ? <Lead of={lead} /> : all.isPending && <LeadSkeleton />}
    >
      {organization ? (
        <StatusLine
          company={organization.tenant.company_name}
          lastSignIn={organization.user.previous_sign_in_at}
          inDemoMode={false}
          agents={<AgentsReading />}
        />
      ) : (
        <EmptyStatusLine />
      )}
      {organization && <FirstEvent tenant={organization.tenant} />}
      <HomeStats
        stats={statsOf(activity, failures, logons)}
        {...(lead !== undefined && { filter: { only, onChange: filter, onApproach: prepareLanes } })}
      />
      <Lanes found={lanes} only={only} onShowAll={() => filter(null)} />
      <Tiles
        activity={activity.figures}
        failures={failures.figures}
        logons={logons.figures}
        changes={changes.figures?.log}
      />
    </DashboardPage>
  );
}

const subtitleOf = ({ tenant }: Organization) => `How service accounts are used at ${tenant.company_name}`;
/** Reserves the subtitle's line. */
const NO_TEXT = '\u00a0';

function statsOf(
  activity: FiguresView<ServiceAccountActivityFigures>,
  failures: FiguresView<FailedLogonFigures>,
  logons: FiguresView<InteractiveLogonFigures>,
): HomeStat[] {
  const busiest = activity.figures?.byWorkstation[0];
  const incidents = activity.figures?.totalIncidents ?? 0;
  return [
    {
      ...stat('Service Account Incidents', activity, (figures) => figures.totalIncidents),
      spark: sparkOfLog(activity.figures),
      filters: 'client',
    },
    {
      ...stat('Failed Logons', failures, (figures) => figures.total),
      spark: failures.figures?.trend.map(({ y }) => y) ?? null,
      latest: 'today',
      filters: 'refused',
    },
    {
      ...stat('Interactive Logons', logons, (figures) => figures.totalIncidents),
      spark: sparkOfLog(logons.figures),
      filters: 'interactive',
    },
    {
      ...stat('Workstations Involved', activity, (figures) => figures.totalWorkstations),
      leader: busiest ? { name: busiest.workstation, count: busiest.count, of: incidents } : null,
    },
  ];
}

function stat<Figures>(
  label: string,
  { figures, error }: FiguresView<Figures>,
  of: (figures: Figures) => number,
): HomeStat {
  return {
    label,
    value: figures === null ? null : of(figures),
    loading: figures === null && error === null,
  };
}

function sparkOfLog(figures: ServiceAccountActivityFigures | InteractiveLogonFigures | null): Spark | null {
  return figures === null ? null : sparkOf(figures.log, figures.totalIncidents, Date.parse(figures.until));
}

/** Number of reporting agents: '12 reporting, 1 silent'. */
function AgentsReading() {
  const agents = useAgents();
  const now = useNow();
  return agents === undefined ? '…' : agentsLine(agents, now);
}

/** An agent counts as silent after three minutes without a heartbeat. */
function agentsLine(agents: readonly Agent[], now: number): string {
  const active = agents.filter((agent) => agent.revoked_at === null);
  if (active.length === 0) return 'none installed';
  const reporting = active.filter(
    ({ last_seen_at }) =>
      last_seen_at !== null && now - Date.parse(last_seen_at) <= limits.agent.silentAfterSeconds * 1000,
  ).length;
  const silent = active.length - reporting;
  return `${formatCount(reporting)} reporting${silent === 0 ? '' : `, ${formatCount(silent)} silent`}`;
}
