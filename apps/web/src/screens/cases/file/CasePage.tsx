import { caseNumber, caseNumberText } from '@scout/contract';
import { ErrorState, Panel, Skeleton } from '@scout/ui';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { codeOf, messageOf } from '../../../api/error.ts';
import { paths } from '../../../paths.ts';
import { useMay } from '../../../session/organization.ts';
import { query } from '../../../session/queries.ts';
import { titled } from '../../../title.ts';
import { ExceptionLine } from '../exceptions/ExceptionLine.tsx';
import { AccountsPanel } from './AccountsPanel.tsx';
import { CaseHead } from './CaseHead.tsx';
import { EvidenceDrawer } from './EvidenceDrawer.tsx';
import { History } from './History.tsx';
import { HeatPanel } from './lanes/HeatPanel.tsx';
import { LanesPanel } from './lanes/LanesPanel.tsx';
import { NextSteps } from './NextSteps.tsx';
import { PersonPanel } from './PersonPanel.tsx';
import { PathPanel } from './path/PathPanel.tsx';
import { ReasonsPanel } from './ReasonsPanel.tsx';
import { RunsPanel } from './runs/RunsPanel.tsx';
import { SideColumn } from './SideColumn.tsx';

export const meta = titled(({ number }) => {
  const parsed = caseNumber.safeParse(Number(number));
  return parsed.success ? `Case ${caseNumberText(parsed.data)}` : 'Case';
});

const REFRESH_MS = 15_000;

/** One case: what happened, the reasons, the person behind it, next steps, and people's actions. */
export default function CasePage() {
  const parsed = caseNumber.safeParse(Number(useParams().number));
  return parsed.success ? <Loaded key={parsed.data} number={parsed.data} /> : <NoSuchCase />;
}

function Loaded({ number }: { number: number }) {
  const may = useMay();
  const found = useQuery(query.casesRead.queryOptions({ input: { number }, refetchInterval: REFRESH_MS }));
  if (found.isPending) {
    return (
      <Frame number={number}>
        <div className="flex flex-col gap-6 pt-3">
          <Skeleton shape="text" label="case" lines={3} />
          <Skeleton shape="table" lines={6} columns={3} />
        </div>
      </Frame>
    );
  }
  if (found.data === undefined) {
    if (codeOf(found.error) === 'not_found') return <NoSuchCase />;
    return (
      <Frame number={number}>
        <ErrorState
          title="The case could not be loaded"
          safe="It is stored with its evidence; only loading it failed."
          nextStep="Try again in a moment."
          detail={messageOf(found.error)}
          onRetry={() => void found.refetch()}
          retrying={found.isFetching}
        />
      </Frame>
    );
  }
  const file = found.data;
  return (
    <Frame number={number}>
      <CaseHead file={file} />
      <div className="mt-4 grid gap-px bg-stroke-subtle p-px lg:grid-cols-[minmax(0,1fr)_22rem] lg:grid-rows-[auto_1fr]">
        <div className="flex min-w-0 flex-col gap-px [&>*]:outline-0 [&>*:last-child]:grow">
          {file.exceptions.length > 0 && (
            <Panel
              title={file.excused ? 'Excused' : 'Partly excused'}
              description={
                file.excused
                  ? 'An exception permits every finding. The case returns if something else happens.'
                  : 'An exception permits some of the findings.'
              }
              flush
            >
              <ul className="border-t border-stroke-subtle">
                {file.exceptions.map((exception) => (
                  <ExceptionLine key={exception.id} of={exception} />
                ))}
              </ul>
            </Panel>
          )}
          <PathPanel file={file} />
          <LanesPanel file={file} />
          <RunsPanel file={file} />
          <HeatPanel file={file} />
        </div>
        <div className="min-w-0 bg-surface-2 lg:col-start-2 lg:row-span-2 lg:row-start-1">
          <SideColumn>
            <ReasonsPanel file={file} />
            <AccountsPanel file={file} />
            <PersonPanel file={file} />
            <NextSteps file={file} />
          </SideColumn>
        </div>
        <div className="flex min-w-0 flex-col [&>*]:outline-0 [&>*]:grow">
          <History file={file} />
        </div>
      </div>
      {may('event') && <EvidenceDrawer />}
    </Frame>
  );
}

function Frame({ number, children }: { number?: number; children: React.ReactNode }) {
  return (
    <div className="mx-auto w-full max-w-[1600px] px-4 py-5 lg:px-6">
      <nav aria-label="Breadcrumb" className="text-label text-content-muted">
        <Link to={paths.cases} className="underline-offset-4 hover:text-content hover:underline">
          Cases
        </Link>
        {number !== undefined && (
          <>
            <span aria-hidden="true"> › </span>
            <span className="font-mono">{caseNumberText(number)}</span>
          </>
        )}
      </nav>
      {children}
    </div>
  );
}

function NoSuchCase() {
  return (
    <Frame>
      <ErrorState
        title="Case not found"
        safe="It may belong to another organization, or later events explained it and Scout removed it."
        nextStep="Go back to the list of cases, or ask the sender of the link."
      />
    </Frame>
  );
}
