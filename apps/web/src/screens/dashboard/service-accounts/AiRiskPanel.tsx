import { type Column, DataTable, EmptyState, Skeleton } from '@scout/ui';
import { timeZone } from '../../../events/timeZone.ts';
import { useFigures } from '../../../events/useFigures.ts';
import { useRange } from '../../../view/useView.ts';
import { FiguresPanel } from '../FiguresPanel.tsx';

/** A row of the risk model. No model runs yet for a subscribed organization, so there is none. */
interface RiskRow {
  id: string;
  time: string;
  computer: string;
  serviceAccount: string;
  prdDbServer: string;
  riskLevel: string;
  riskDetails: string;
}

const columns: Column<RiskRow>[] = [
  { id: 'time', header: 'Time', kind: 'time', value: (row) => row.time, width: 160 },
  { id: 'computer', header: 'Computer', kind: 'mono', value: (row) => row.computer, minWidth: 144 },
  {
    id: 'serviceAccount',
    header: 'Service Account',
    kind: 'mono',
    value: (row) => row.serviceAccount,
    minWidth: 144,
  },
  {
    id: 'prdDbServer',
    header: 'PRD DB Server',
    kind: 'mono',
    value: (row) => row.prdDbServer,
    minWidth: 144,
  },
  { id: 'riskLevel', header: 'Risk Level', kind: 'text', value: (row) => row.riskLevel, width: 112 },
  { id: 'riskDetails', header: 'Risk Details', kind: 'text', value: (row) => row.riskDetails, whole: 2 },
];

/** The AI panel of a subscribed organization: its columns, and the notice that stands for rows (spec section 5). */
export function AiRiskPanel() {
  const [range] = useRange();
  const view = useFigures('ai-risk', range);
  return (
    <FiguresPanel
      title="AI-Powered Incident Risk"
      flush
      view={view}
      loading={<Skeleton shape="table" label="AI-Powered Incident Risk" lines={2} />}
    >
      {({ notice }) => (
        <DataTable
          caption="AI-Powered Incident Risk"
          columns={columns}
          rows={[]}
          rowKey={(row) => row.id}
          timeZone={timeZone}
          empty={
            <EmptyState reason="waiting" title={notice}>
              No model rates incidents yet, so no row can appear here.
            </EmptyState>
          }
        />
      )}
    </FiguresPanel>
  );
}
