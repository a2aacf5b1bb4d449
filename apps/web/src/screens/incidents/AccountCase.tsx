import { caseSentence } from '@scout/cases/report/statement';
import { caseNumberText } from '@scout/contract';
import { Sentence, SeverityBadge } from '@scout/ui';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { timeZone } from '../../events/clock.ts';
import { casePath } from '../../paths.ts';
import { query } from '../../session/queries.ts';
import { visible } from './rawText.ts';

/** Leads to the most severe open or acknowledged case of an account, if there is one. */
export function AccountCase({ account }: { account: string }) {
  const found = useQuery(query.cases.queryOptions({ input: { account, status: 'active', limit: 1 } }));
  const file = found.data?.cases[0];
  if (file === undefined) return null;
  return (
    <Link
      to={casePath(file.number)}
      className="block border-b border-stroke-subtle px-5 py-3 hover:bg-surface-3 focus-visible:-outline-offset-2"
    >
      <span className="flex flex-wrap items-baseline gap-x-3 text-label">
        <SeverityBadge level={file.severity} />
        <span className="text-accent underline underline-offset-4">
          Open case <span className="font-mono">{caseNumberText(file.number)}</span>
        </span>
      </span>
      <span className="mt-0.5 block text-pretty text-body wrap-anywhere">
        <Sentence text={visible(caseSentence(file, timeZone))} />
      </span>
    </Link>
  );
}
