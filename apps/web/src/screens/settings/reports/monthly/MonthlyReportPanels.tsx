import {
  type MonthlyReport,
  monthlyFacts,
  monthlyFigures,
  monthlyRankings,
  monthName,
  partialMonthBefore,
} from '@scout/contract';
import {
  type Column,
  DataTable,
  DownloadIcon,
  EmptyState,
  ErrorState,
  formatCount,
  Panel,
  Select,
  Skeleton,
  Stat,
  StatGrid,
} from '@scout/ui';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '../../../../api/error.ts';
import { useOrganization } from '../../../../session/organization.ts';
import { query } from '../../../../session/queries.ts';
import { ActionButton } from '../../../../shell/ActionButton.tsx';
import { Facts } from '../../Facts.tsx';
import { monthAt, monthsUpTo } from './months.ts';
import { useMonthlyPdf } from './useMonthlyPdf.ts';

const monthsOffered = 13;

type Named = MonthlyReport['accounts'][number];

/** The monthly report of the organization, of the current month so far or of an earlier one. */
export function MonthlyReportPanels() {
  const { tenant } = useOrganization();
  const present = monthAt(Date.now(), tenant.time_zone);
  const [month, setMonth] = useState(present);
  const report = useQuery({
    ...query.monthlyReportRead.queryOptions({ input: { month } }),
    placeholderData: keepPreviousData,
  });
  const options = monthsUpTo(present, monthsOffered).map((value) => ({
    value,
    label: value === present ? `${monthName(value)} so far` : monthName(value),
  }));
  const { data } = report;
  const download = useMonthlyPdf();
  return (
    <>
      <Panel
        title="Monthly report"
        description={`Months in ${tenant.time_zone}`}
        actions={
          <div className="flex flex-wrap items-center gap-2">
            <div className="w-52">
              <Select label="Month" compact options={options} value={month} onValueChange={setMonth} />
            </div>
            <ActionButton
              command="Download the monthly report as PDF"
              access="subscriber"
              size="small"
              icon={<DownloadIcon />}
              busy={download.isPending}
              disabled={data === undefined}
              onClick={() => download.mutate(month)}
            >
              Download PDF
            </ActionButton>
          </div>
        }
        {...(data?.month === month && footnoteOf(data))}
        flush
      >
        {data === undefined && report.isError ? (
          <ErrorState
            title="The report could not be loaded"
            safe="No data is lost."
            nextStep="Try again in a moment."
            detail={messageOf(report.error)}
            onRetry={() => void report.refetch()}
            retrying={report.isFetching}
          />
        ) : (
          <Figures report={data} isLoading={report.isPending} />
        )}
      </Panel>
      {monthlyRankings.map(({ key, title, name, counted }) => (
        <Panel key={key} title={title} span={4} flush>
          <DataTable
            caption={title}
            columns={namedColumns(name, counted)}
            rows={data?.[key] ?? []}
            rowKey={(row) => row.name}
            density="compact"
            loading={report.isPending}
            empty={
              <EmptyState reason="quiet" title="No names this month">
                Names appear here after their first activity.
              </EmptyState>
            }
          />
        </Panel>
      ))}
    </>
  );
}

const footnoteOf = (report: MonthlyReport) => {
  const partial = partialMonthBefore(report);
  if (partial !== null) return { footnote: partial };
  return report.is_complete ? {} : { footnote: 'Previous month: full month.' };
};

const namedColumns = (name: string, counted: string): Column<Named>[] => [
  { id: 'name', header: name, kind: 'mono', value: (row) => row.name, minWidth: 124 },
  { id: 'now', header: counted, kind: 'number', value: (row) => row.now, width: 96 },
  { id: 'before', header: 'Before', kind: 'number', value: (row) => row.before, width: 88, muted: true },
];

/** Figures shown in large type; the others are in the file. */
const stats = monthlyFigures.filter(([key]) => key !== 'infrastructure_changes' && key !== 'cases_closed');

function Figures({ report, isLoading }: { report: MonthlyReport | undefined; isLoading: boolean }) {
  return (
    <div className="flex flex-col gap-4 pb-4">
      <StatGrid label="Figures of the month">
        {stats.map(([key, label]) => (
          <Stat
            key={key}
            label={label}
            value={report?.figures[key].now ?? null}
            loading={isLoading}
            // While it loads, its line is kept, so that nothing below moves.
            note={report ? `${formatCount(report.figures[key].before)} the previous month` : '\u00a0'}
          />
        ))}
      </StatGrid>
      <div className="min-h-26 px-4">
        {report ? (
          <Facts facts={monthlyFacts(report)} />
        ) : (
          isLoading && <Skeleton shape="text" label="facts of the month" lines={4} />
        )}
      </div>
    </div>
  );
}
