import { type AccountContract, type AccountContractProposal, caseNumberText } from '@scout/contract';
import { Notice } from '@scout/ui';
import { Link } from 'react-router';
import { casePath } from '../../../paths.ts';
import { hostText } from '../../cases/file/names.ts';
import { hourRanges, presentOffset, titleOfUse, zoneWords } from './words.ts';

interface LeftOutProps {
  leftOut: NonNullable<AccountContractProposal['left_out']>;
  /** The proposal; an empty list of it permits what is left out of the same list. */
  proposed: AccountContract | null;
}

/** Says what a proposed contract does not permit because it stands in open cases, or in misuse. */
export function LeftOut({ leftOut, proposed }: LeftOutProps) {
  const { cases } = leftOut;
  const offset = presentOffset();
  const parts = [
    { name: 'Comes from', of: 'sources', entries: leftOut.sources.map(hostText).join(', ') },
    { name: 'Goes to', of: 'destinations', entries: leftOut.destinations.map(hostText).join(', ') },
    { name: 'Kinds of use', of: 'kinds', entries: leftOut.kinds.map(titleOfUse).join(', ') },
    {
      name: 'Hours',
      of: 'hours',
      entries: leftOut.hours.length > 0 && `${hourRanges(leftOut.hours, offset)} (${zoneWords(offset)})`,
    },
  ] as const;
  const named = parts.filter(({ entries }) => entries);
  const open = proposed === null ? [] : named.filter(({ of }) => proposed[of].length === 0);
  return (
    <Notice tone="warning" title="Left out: activity in open cases and in misuse">
      <p>
        {cases.map((number, index) => (
          <span key={number}>
            {index > 0 && ', '}
            <Link to={casePath(number)} className="font-mono text-content underline underline-offset-4">
              {caseNumberText(number)}
            </Link>
          </span>
        ))}
        . To include a case’s activity, close the case as expected use.
      </p>
      {named.length > 0 && (
        <ul className="mt-1 max-h-48 overflow-y-auto">
          {named.map(({ name, entries }) => (
            <li key={name} className="wrap-anywhere">
              {name}: {entries}
            </li>
          ))}
        </ul>
      )}
      {open.map(({ name }) => (
        <p key={name} className="mt-1 text-content">
          “{name}” is empty, so it permits these too. Fill it in before you approve.
        </p>
      ))}
    </Notice>
  );
}
