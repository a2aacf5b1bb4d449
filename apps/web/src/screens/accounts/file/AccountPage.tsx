import { limits, postureText, type ServiceAccountFile } from '@scout/contract';
import { DAY } from '@scout/detection/time';
import { ErrorState, formatCount, Mono, Notice, Panel, PanelGrid, Skeleton, Time } from '@scout/ui';
import { useQuery } from '@tanstack/react-query';
import { Fragment, type ReactNode, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { codeOf, messageOf } from '../../../api/error.ts';
import { timeZone } from '../../../events/clock.ts';
import { paths } from '../../../paths.ts';
import { useIsAdmin, useMay } from '../../../session/organization.ts';
import { query } from '../../../session/queries.ts';
import { ActionButton } from '../../../shell/ActionButton.tsx';
import { titled } from '../../../title.ts';
import { withinWords } from '../../../view/range.ts';
import { useViewParams } from '../../../view/useView.ts';
import { emptyDraft } from '../../cases/exceptions/draft.ts';
import { ExceptionDialog } from '../../cases/exceptions/ExceptionDialog.tsx';
import { hostText } from '../../cases/file/names.ts';
import { visible } from '../../incidents/rawText.ts';
import { continues } from '../../lists/continues.ts';
import { DayHistogram } from '../../lists/DayHistogram.tsx';
import { daysText, readDays } from '../../lists/days.ts';
import { ContractPanel } from '../contract/ContractPanel.tsx';
import { faultTexts, originTexts, useTexts } from '../words.ts';
import { AccountCases } from './AccountCases.tsx';
import { ActivityPanel } from './ActivityPanel.tsx';
import { activityDays } from './activityDays.ts';
import { DecoyNotice } from './DecoyNotice.tsx';
import { DescribeDialog } from './DescribeDialog.tsx';
import { Described } from './Described.tsx';
import { DirectoryPanel } from './DirectoryPanel.tsx';
import { Fact } from './Fact.tsx';
import { MarkDecoyDialog } from './MarkDecoyDialog.tsx';
import { proposalsOf } from './proposals.ts';
import { Rc4Panel } from './Rc4Panel.tsx';
import { TouchedPanel } from './TouchedPanel.tsx';
import { useCaseDays } from './useCaseDays.ts';

export const meta = titled('Account');

const NAME_MAX = 1024;

/** One service account: its owner, its use by place, person and time, and its cases. */
export default function AccountPage() {
  const [params] = useSearchParams();
  const name = (params.get('name') ?? '').trim();
  return name === '' || name.length > NAME_MAX ? <NoSuchAccount /> : <Loaded key={name} name={name} />;
}

function Loaded({ name }: { name: string }) {
  const isAdmin = useIsAdmin();
  const may = useMay();
  const [describing, setDescribing] = useState(false);
  const [excepting, setExcepting] = useState(false);
  const [marking, setMarking] = useState(false);
  const [params, change] = useViewParams();
  const chosen = readDays(params.get('days'));
  const [now] = useState(() => Date.now());
  const found = useQuery(
    query.accountsRead.queryOptions({
      input: { account: name, ...(chosen !== null && { ...chosen, tz: timeZone }) },
      placeholderData: (before) => before,
    }),
  );
  const inCases = useCaseDays(found.data?.account ?? name);
  if (found.isPending) {
    return (
      <Frame name={name}>
        <div className="pt-3">
          <Skeleton shape="text" label="account" lines={8} />
        </div>
      </Frame>
    );
  }
  if (found.data === undefined) {
    if (codeOf(found.error) === 'not_found') return <NoSuchAccount />;
    return (
      <Frame name={name}>
        <ErrorState
          title="The account could not be loaded"
          safe="Its data is stored; only loading it failed."
          nextStep="Try again in a moment."
          detail={messageOf(found.error)}
          onRetry={() => void found.refetch()}
          retrying={found.isFetching}
        />
      </Frame>
    );
  }
  const file = found.data;
  // Coverage says which machines have no agent.
  const faults = file.faults.filter((fault) => fault !== 'unwatched');
  // Faults of directories are listed below, and several people are shown above one.
  const isByPerson = file.posture.includes('used-by-people') && !faults.includes('shared');
  const proposals = proposalsOf(file.in_directories);
  const described = { account: file.account, canTake: isAdmin };
  // Nothing uses a decoy, as it should be.
  const useText = file.decoy === null ? useTexts[file.use] : null;
  const needs = [
    ...(useText === null ? [] : [useText]),
    ...faults.map((fault) => faultTexts[fault]),
    ...(isByPerson ? [postureText('used-by-people')] : []),
  ];
  const within = chosen === null ? 'of the last 30 days' : withinWords(chosen);
  return (
    <Frame name={file.account}>
      <header className="flex flex-wrap items-start justify-between gap-x-8 gap-y-3 pt-1">
        <div className="min-w-0">
          <h1 className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1 text-title font-medium">
            <Mono value={visible(file.account)} />
          </h1>
          <p className="mt-1 flex flex-wrap gap-x-4 text-label text-content-muted">
            <span>{originTexts[file.known_by]}</span>
            <span>
              First seen <Time value={file.first_seen} timeZone={timeZone} />
            </span>
            <span>
              Last seen <Time value={file.last_seen} timeZone={timeZone} />
            </span>
          </p>
        </div>
        {isAdmin && (
          <div className="flex flex-wrap gap-2">
            <ActionButton
              command="Create exception…"
              access="subscriber-admin"
              onClick={() => setExcepting(true)}
            >
              Create exception…
            </ActionButton>
            {file.decoy === null && isResting(file, now) && (
              <ActionButton
                command="Mark as decoy…"
                access="subscriber-admin"
                onClick={() => setMarking(true)}
              >
                Mark as decoy…
              </ActionButton>
            )}
            <ActionButton
              command="Edit owner and purpose"
              access="subscriber-admin"
              onClick={() => setDescribing(true)}
            >
              Edit owner and purpose
            </ActionButton>
          </div>
        )}
      </header>
      <div className="mt-4">
        <AccountCases account={file.account} />
      </div>
      <dl className="mt-4 grid gap-x-8 gap-y-2 text-body md:grid-cols-3">
        <Fact name="Owner">
          <Described {...described} field="owner" text={file.owner} proposal={proposals.owner} />
        </Fact>
        <Fact name="Purpose">
          <Described {...described} field="purpose" text={file.purpose} proposal={proposals.purpose} />
        </Fact>
        <Fact name="Coverage">
          <Coverage of={file} />
        </Fact>
      </dl>
      {file.decoy !== null && (
        <div className="mt-4">
          <DecoyNotice file={file} isAdmin={isAdmin} now={now} />
        </div>
      )}
      {needs.length > 0 && (
        <div className="mt-4">
          <Notice tone="warning" title="Needs attention">
            <ul className="list-disc pl-4">
              {needs.map((text) => (
                <li key={text}>{text}</li>
              ))}
            </ul>
          </Notice>
        </div>
      )}
      <div className="mt-4">
        <PanelGrid>
          <Panel
            title="Activity by day"
            description={inCases === null ? 'Colored: refused' : 'Colored: in its open cases'}
          >
            <DayHistogram
              title="Events by day"
              headed
              markedWords={inCases === null ? 'refused' : 'in open cases'}
              days={activityDays(file.hours, limits.accounts.activityDays, now, inCases?.events ?? null)}
              {...(inCases !== null && { severity: inCases.severity })}
              chosen={chosen}
              onChoose={(days) =>
                change(
                  (target) => (days === null ? target.delete('days') : target.set('days', daysText(days))),
                  { replace: continues(chosen, days) },
                )
              }
            />
          </Panel>
          <ActivityPanel hours={file.hours} />
          <TouchedPanel title="Comes from" rows={file.sources} none={`No event ${within} names a source.`} />
          <TouchedPanel
            title="Goes to"
            rows={file.destinations}
            none={`No event ${within} names a server.`}
          />
          <TouchedPanel
            title="Used by people"
            rows={file.people}
            none={`No one was seen using it ${chosen === null ? 'in the last 30 days' : within}.`}
          />
          {file.in_directories.map((account) => (
            <DirectoryPanel key={`${account.directory} ${account.dn}`} account={account} />
          ))}
          {file.posture.includes('uses-rc4') && may('rc4Uses') && <Rc4Panel account={file.account} />}
          <ContractPanel account={file.account} />
        </PanelGrid>
      </div>
      {isAdmin && (
        <>
          <DescribeDialog file={file} open={describing} onClose={() => setDescribing(false)} />
          <MarkDecoyDialog file={file} open={marking} onClose={() => setMarking(false)} />
          <ExceptionDialog
            draft={emptyDraft(file.account, Date.now())}
            open={excepting}
            onClose={() => setExcepting(false)}
          />
        </>
      )}
    </Frame>
  );
}

/** True when no event of the last days shows the account in use: any other one cannot be a decoy. */
const isResting = ({ last_seen }: ServiceAccountFile, now: number): boolean =>
  last_seen === null || Date.parse(last_seen) < now - limits.decoys.unusedDays * DAY;

/** Number of touched machines with an agent, and the machines without one. */
function Coverage({ of: { hosts, hosts_watched, hosts_unwatched } }: { of: ServiceAccountFile }) {
  if (hosts === 0) return 'It used no machines in the last 30 days.';
  const more = hosts - hosts_watched - hosts_unwatched.length;
  if (hosts_watched === hosts)
    return hosts === 1 ? 'An agent on its one machine' : `Agents on all its ${formatCount(hosts)} machines`;
  return (
    <>
      {`No agent on ${formatCount(hosts - hosts_watched)} of ${formatCount(hosts)} machines: Scout sees that activity only partly. `}
      {hosts_unwatched.length > 0 && (
        <span className="text-content-muted wrap-anywhere">
          Missing on{' '}
          {hosts_unwatched.map((host, index) => (
            <Fragment key={host}>
              {index > 0 && ' '}
              <span className="inline-block max-w-full">
                <Mono value={hostText(host)} plain />
                {index < hosts_unwatched.length - 1 ? ',' : more === 0 && '.'}
              </span>
            </Fragment>
          ))}
          {more > 0 && ` and ${formatCount(more)} more.`}
        </span>
      )}
    </>
  );
}

function Frame({ name, children }: { name?: string; children: ReactNode }) {
  return (
    <div className="mx-auto w-full max-w-[1600px] px-4 py-5 lg:px-6">
      <nav aria-label="Breadcrumb" className="flex min-w-0 gap-1 text-label text-content-muted">
        <Link to={paths.accounts} className="underline-offset-4 hover:text-content hover:underline">
          Accounts
        </Link>
        {name !== undefined && (
          <>
            <span aria-hidden="true">›</span>
            <Mono value={visible(name)} plain />
          </>
        )}
      </nav>
      {children}
    </div>
  );
}

function NoSuchAccount() {
  return (
    <Frame>
      <ErrorState
        title="Service account not found"
        safe="The register holds service accounts seen in events, in a directory and on your own list."
        nextStep="Go back to the list of accounts, or ask the sender of the link."
      />
    </Frame>
  );
}
