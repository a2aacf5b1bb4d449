import type {
  FailedLogonFigures,
  InteractiveLogonFigures,
  ServiceAccountActivityFigures,
} from '@scout/contract';
import { use } from 'react';
import { type FiguresView, useFigures } from '../../../events/useFigures.ts';
import { type Organization, OrganizationContext } from '../../../session/organization.ts';
import { titled } from '../../../title.ts';
import { FirstEvent } from '../../first-steps/FirstEvent.tsx';
import { DashboardPage } from '../DashboardPage.tsx';
import { AgentsReading } from './AgentsReading.tsx';
import { greetingAt } from './greeting.ts';
import { HomeClock } from './HomeClock.tsx';
import { type HomeStat, HomeStats } from './HomeStats.tsx';
import { EmptyStatusLine, StatusLine } from './StatusLine.tsx';
import { type Spark, sparkOf } from './spark.ts';
import { Tiles } from './Tiles.tsx';
import { Typewriter } from './Typewriter.tsx';

export const meta = titled('Dashboard');

/** The customer's home: four figures of the last 30 days, and the way to what is behind them. */
export default function Home() {
  const organization = use(OrganizationContext);
  const activity = useFigures('service-account-activity');
  const failures = useFigures('failed-logons');
  const logons = useFigures('interactive-logons');
  const name = organization?.profile?.first_name.trim();
  const greeting = greetingAt(new Date().getHours());

  return (
    <DashboardPage
      title={name ? `${greeting}, ${name}` : greeting}
      subtitle={organization ? <Typewriter text={subtitleOf(organization)} /> : NO_TEXT}
      aside={<HomeClock />}
      view={activity}
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
      <HomeStats stats={statsOf(activity, failures, logons)} />
      <Tiles activity={activity.figures} failures={failures.figures} logons={logons.figures} />
    </DashboardPage>
  );
}

const subtitleOf = ({ tenant }: Organization) => `How service accounts are used at ${tenant.company_name}`;
/** Keeps the subtitle's line open. */
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
    },
    {
      ...stat('Failed Logons', failures, (figures) => figures.total),
      spark: failures.figures?.trend.map(({ y }) => y) ?? null,
      latest: 'today',
    },
    {
      ...stat('Interactive Logons', logons, (figures) => figures.totalIncidents),
      spark: sparkOfLog(logons.figures),
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
