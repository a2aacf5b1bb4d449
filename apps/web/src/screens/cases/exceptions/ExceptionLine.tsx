import { type CaseException, type ExceptionState, kindTitle, machineText } from '@scout/contract';
import { Badge, formatCount, Mono, Time } from '@scout/ui';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { timeZone } from '../../../events/clock.ts';
import { paths } from '../../../paths.ts';
import { visible } from '../../incidents/rawText.ts';

const stateTitles: Readonly<Record<ExceptionState, string>> = {
  upcoming: 'Upcoming',
  active: 'Active',
  expired: 'Expired',
  ended: 'Ended',
};

/** One exception: what it permits, its end, reason, creator, approver, and excused findings. */
export function ExceptionLine({ of: found, action }: { of: CaseException; action?: ReactNode }) {
  const { account, kinds, sources, destinations, persons, state, starts_at, ends_at, ended_at } = found;
  return (
    <li className="grid gap-x-6 gap-y-1 border-t border-stroke-subtle px-4 py-3 first:border-t-0 md:grid-cols-[minmax(0,1fr)_16rem_auto]">
      <div className="min-w-0">
        <p className="flex min-w-0 flex-wrap items-baseline gap-x-2 gap-y-1 text-body font-medium">
          <Mono value={visible(account)} />
          <Badge>{stateTitles[state]}</Badge>
        </p>
        <p className="text-body text-content-muted wrap-anywhere">
          {kinds.length === 0 ? 'Anything' : kinds.map(kindTitle).join(', ')}
          <Names word="from" names={sources.map(machineText)} />
          <Names word="to" names={destinations.map(machineText)} />
          <Names word="by" names={persons} />
        </p>
        <p className="text-body text-pretty wrap-anywhere">“{visible(found.reason)}”</p>
        <p className="text-label text-content-muted wrap-anywhere">
          Approved by {visible(found.approved_by)}, made by {visible(found.created_by)}
          {found.ended_by !== null && `, ended by ${visible(found.ended_by)}`}
        </p>
      </div>
      <dl className="grid content-start gap-x-2 text-label text-content-muted grid-cols-[auto_1fr]">
        <dt>From</dt>
        <dd>
          <Time value={starts_at} timeZone={timeZone} />
        </dd>
        <dt>Until</dt>
        <dd>
          <Time value={ended_at ?? ends_at} timeZone={timeZone} />
        </dd>
        <dt>Excused</dt>
        <dd>
          <Excused of={found} />
        </dd>
      </dl>
      {action}
    </li>
  );
}

function Names({ word, names }: { word: string; names: readonly string[] }) {
  if (names.length === 0) return null;
  return (
    <>
      {' '}
      {word} <span className="font-mono text-label">{names.map(visible).join(', ')}</span>
    </>
  );
}

function Excused({ of: { account, findings, cases } }: { of: CaseException }) {
  if (findings === 0) return 'nothing yet';
  const text = `${formatCount(findings)} ${findings === 1 ? 'finding' : 'findings'} in ${formatCount(cases)} ${cases === 1 ? 'case' : 'cases'}`;
  const params = new URLSearchParams({ status: 'excused', ...(!account.includes('*') && { account }) });
  return (
    <Link to={`${paths.cases}?${params}`} className="underline underline-offset-4 hover:text-content">
      {text}
    </Link>
  );
}
