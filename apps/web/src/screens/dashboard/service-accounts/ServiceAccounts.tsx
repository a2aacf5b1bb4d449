import { serviceAccountActivityPanels } from '@scout/detection';
import { PanelGrid, Skeleton } from '@scout/ui';
import { useMemo } from 'react';
import { useFigures } from '../../../events/useFigures.ts';
import { titled } from '../../../title.ts';
import { labelOf } from '../../../view/range.ts';
import { useRange } from '../../../view/useView.ts';
import { useOpenIncidents } from '../../incidents/DrillDownPage.tsx';
import { cutNote } from '../cutWords.ts';
import { DashboardPage } from '../DashboardPage.tsx';
import { FiguresPanel } from '../FiguresPanel.tsx';
import { DashboardLead } from '../lead/DashboardLead.tsx';
import { TotalsOverTime } from '../Totals.tsx';
import { AiRiskPanel } from './AiRiskPanel.tsx';
import { IncidentBars } from './IncidentBars.tsx';
import { IncidentLog, NoIncidents } from './IncidentLog.tsx';
import { personsBy } from './persons.ts';

export const meta = titled('Service Account Activity');

const totals = [
  { label: 'Total Incidents', of: (figures: { totalIncidents: number }) => figures.totalIncidents },
  { label: 'Total Workstations', of: (figures: { totalWorkstations: number }) => figures.totalWorkstations },
];

/** The Service Account Activity dashboard of a subscribed organization (spec section 2). */
export default function ServiceAccounts() {
  const [range] = useRange();
  const view = useFigures('service-account-activity', range);
  const openIncidents = useOpenIncidents();
  const { figures } = view;
  const panels = figures && serviceAccountActivityPanels(figures);
  const log = figures?.log;
  const personsOf = useMemo(
    () => ({ account: personsBy('serviceAccount', log ?? []), computer: personsBy('computer', log ?? []) }),
    [log],
  );
  return (
    <DashboardPage
      title="Service Account Activity"
      subtitle="Real-time monitoring of database access and security incidents"
      lead={<DashboardLead about="anything" />}
      view={view}
      rule="service-account-activity"
    >
      <TotalsOverTime view={view} totals={totals} note={labelOf(range)} />
      <PanelGrid>
        <AiRiskPanel />
        <FiguresPanel
          title="Incidents per service account"
          span={6}
          {...(panels &&
            cutNote(panels.byServiceAccount.length, figures.byServiceAccount.length, 'service accounts'))}
          view={view}
          loading={<Skeleton shape="bars" label="Incidents per service account" />}
        >
          {(figures) => {
            const data = serviceAccountActivityPanels(figures).byServiceAccount;
            return data.length === 0 ? (
              <NoIncidents />
            ) : (
              <IncidentBars
                of="account"
                data={data.map(({ serviceAccount, count }) => ({
                  name: serviceAccount,
                  value: count,
                  ...detailOf(personsOf.account(serviceAccount)),
                }))}
                onSelect={(name) => openIncidents({ kind: 'account', name })}
              />
            );
          }}
        </FiguresPanel>
        <FiguresPanel
          title="Incident count by workstation"
          span={6}
          {...(panels && cutNote(panels.byWorkstation.length, figures.totalWorkstations, 'workstations'))}
          view={view}
          loading={<Skeleton shape="bars" label="Incident count by workstation" />}
        >
          {(figures) => {
            const data = serviceAccountActivityPanels(figures).byWorkstation;
            return data.length === 0 ? (
              <NoIncidents />
            ) : (
              <IncidentBars
                of="computer"
                data={data.map(({ workstation, count }) => ({
                  name: workstation,
                  value: count,
                  ...detailOf(personsOf.computer(workstation)),
                }))}
                onSelect={(name) => openIncidents({ kind: 'computer', name })}
              />
            );
          }}
        </FiguresPanel>
        <IncidentLog view={view} />
      </PanelGrid>
    </DashboardPage>
  );
}

const detailOf = (detail: string | undefined) => (detail === undefined ? {} : { detail });
