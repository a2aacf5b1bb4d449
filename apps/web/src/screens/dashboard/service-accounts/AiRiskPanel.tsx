import { caseNumberText, type RiskVerdicts, stateTitles } from '@scout/contract';
import type { FiguresOf } from '@scout/detection';
import { AI_RISK_ENOUGH } from '@scout/detection/rules/ai-risk/figures';
import { type Column, DataTable, EmptyState, Notice, SeverityBadge, Skeleton, Time } from '@scout/ui';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { timeZone } from '../../../events/clock.ts';
import { useFeed } from '../../../events/FeedProvider.tsx';
import { useFigures } from '../../../events/useFigures.ts';
import { casePath } from '../../../paths.ts';
import { query } from '../../../session/queries.ts';
import { type Range, windowOf } from '../../../view/range.ts';
import { useRange } from '../../../view/useView.ts';
import { visible } from '../../incidents/rawText.ts';
import { cutNote } from '../cutWords.ts';
import { FiguresPanel } from '../FiguresPanel.tsx';
import { NothingFound } from '../NothingYet.tsx';

type Verdict = RiskVerdicts['verdicts'][number];

const columns: Column<Verdict>[] = [
  {
    id: 'time',
    header: 'Time',
    kind: 'time',
    value: (row) => row.lastSeen,
    note: (row) => (
      <>
        since <Time value={row.firstSeen} timeZone={timeZone} plain />
      </>
    ),
    width: 172,
  },
  {
    id: 'computer',
    header: 'Computer',
    kind: 'mono',
    value: (row) => row.computer,
    width: 128,
    names: 'computer',
  },
  {
    id: 'serviceAccount',
    header: 'Service Account',
    kind: 'mono',
    value: (row) => row.serviceAccount,
    note: (row) => <span className="font-mono">{caseNumberText(row.case)}</span>,
    width: 144,
    names: 'account',
  },
  {
    id: 'prdDbServer',
    header: 'PRD DB Server',
    kind: 'mono',
    value: (row) => row.prdDbServer,
    width: 136,
    names: 'server',
  },
  {
    id: 'riskLevel',
    header: 'Risk Level',
    kind: 'text',
    value: (row) => row.riskLevel,
    cell: (row) => <SeverityBadge level={row.riskLevel} />,
    note: (row) => stateTitles[row.state],
    width: 112,
  },
  {
    id: 'riskDetails',
    header: 'Risk Details',
    kind: 'text',
    value: (row) => visible(row.riskDetails),
    note: (row) => row.nextStep !== null && `Next: ${visible(row.nextStep)}`,
    minWidth: 320,
    whole: true,
    lines: 2,
  },
];

/** The same on a phone: account and time, what happened, its way, and the next step. */
function RiskCard({ of: row }: { of: Verdict }) {
  return (
    <>
      <p className="flex flex-wrap items-baseline justify-between gap-x-3 text-label">
        <span className="flex min-w-0 items-baseline gap-x-2">
          <SeverityBadge level={row.riskLevel} />
          <span className="min-w-0 truncate font-mono font-medium">{visible(row.serviceAccount)}</span>
        </span>
        <Time value={row.lastSeen} timeZone={timeZone} plain />
      </p>
      <p className="line-clamp-2 text-body">{visible(row.riskDetails)}</p>
      <p className="truncate text-label text-content-muted">
        {stateTitles[row.state]}, since <Time value={row.firstSeen} timeZone={timeZone} plain />
      </p>
      {row.nextStep !== null && <p className="line-clamp-2 text-label">Next: {visible(row.nextStep)}</p>}
    </>
  );
}

const REFRESH_MS = 60_000;

/** The assessor's verdicts in a range, as far as they are known. */
function useVerdicts(range: Range): RiskVerdicts | null {
  const { tenantId } = useFeed();
  const found = useQuery({
    queryKey: [...query.figuresRiskVerdicts.key(), timeZone, range],
    queryFn: ({ signal }) =>
      query.figuresRiskVerdicts.call({ tz: timeZone, ...windowOf(range, Date.now()) }, { signal }),
    enabled: tenantId !== null,
    refetchInterval: REFRESH_MS,
  });
  return found.data ?? null;
}

/** The AI panel of a subscribed organization: the assessor's verdicts, and the specification's notice (section 5). */
export function AiRiskPanel() {
  const [range] = useRange();
  const figures = useFigures('ai-risk', range);
  const verdicts = useVerdicts(range);
  return (
    <FiguresPanel
      title="AI-Powered Incident Risk"
      flush
      view={figures}
      loading={<Skeleton shape="table" label="AI-Powered Incident Risk" lines={2} />}
      {...(verdicts !== null && cutNote(verdicts.verdicts.length, verdicts.total, 'cases'))}
    >
      {(risk) => <Verdicts risk={risk} rows={verdicts?.verdicts ?? []} />}
    </FiguresPanel>
  );
}

function Verdicts({
  risk: { count, notice },
  rows,
}: {
  risk: FiguresOf['ai-risk'];
  rows: readonly Verdict[];
}) {
  const navigate = useNavigate();
  const isLittle = count > 0 && count < AI_RISK_ENOUGH;
  return (
    <>
      {rows.length > 0 && isLittle && (
        <Notice tone="warning" plain>
          {notice}
        </Notice>
      )}
      <DataTable
        caption="AI-Powered Incident Risk"
        name="ai-risk"
        columns={columns}
        rows={rows}
        rowKey={(row) => String(row.case)}
        card={{ height: 104, content: (row) => <RiskCard of={row} /> }}
        timeZone={timeZone}
        maxHeight={640}
        onRowActivate={(row) => void navigate(casePath(row.case))}
        nothingFound={(text, clear) => <NothingFound text={text} onClear={clear} />}
        empty={
          <EmptyState reason="waiting" title={notice}>
            A row appears when an account does something it has never done. The reasons are in Risk Details.
          </EmptyState>
        }
      />
    </>
  );
}
