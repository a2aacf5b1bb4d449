import { Stat, StatGrid } from '@scout/ui';
import { type FiguresView, useFigures } from '../../../events/useFigures.ts';
import { useOrganization } from '../../../session/organization.ts';
import { titled } from '../../../title.ts';
import { DashboardPage } from '../DashboardPage.tsx';
import { AccountLine } from './AccountLine.tsx';
import { greetingAt } from './greeting.ts';
import { Tiles } from './Tiles.tsx';

export const meta = titled('Dashboard');

/** The customer's home: four figures of the last 30 days, and the way to what is behind them. */
export default function Home() {
  const { tenant, profile } = useOrganization();
  const activity = useFigures('service-account-activity');
  const failures = useFigures('failed-logons');
  const logons = useFigures('interactive-logons');
  const name = profile?.first_name.trim();
  const greeting = greetingAt(new Date().getHours());

  return (
    <DashboardPage
      title={name ? `${greeting}, ${name}` : greeting}
      subtitle={`How service accounts are used at ${tenant.company_name}`}
      view={activity}
    >
      <AccountLine />
      <StatGrid label="Last 30 days">
        <Figure label="Service Account Incidents" view={activity} of={(figures) => figures.totalIncidents} />
        <Figure label="Failed Logons" view={failures} of={(figures) => figures.total} />
        <Figure label="Interactive Logons" view={logons} of={(figures) => figures.totalIncidents} />
        <Figure label="Workstations Involved" view={activity} of={(figures) => figures.totalWorkstations} />
      </StatGrid>
      <Tiles activity={activity.figures} failures={failures.figures} logons={logons.figures} />
    </DashboardPage>
  );
}

interface FigureProps<Figures> {
  label: string;
  view: FiguresView<Figures>;
  of: (figures: Figures) => number;
}

function Figure<Figures>({ label, view: { figures, error }, of }: FigureProps<Figures>) {
  return (
    <Stat
      label={label}
      value={figures === null ? null : of(figures)}
      note="Last 30 days"
      loading={figures === null && error === null}
    />
  );
}
