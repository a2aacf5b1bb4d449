import type { CaseRow } from '@scout/contract';
import { Mono } from '@scout/ui';
import { visible } from '../incidents/rawText.ts';

/** The account of a case, and the number of its further accounts, whose names appear on hover. */
export function CaseAccounts({ of: { account, other_accounts } }: { of: CaseRow }) {
  return (
    <>
      <Mono value={visible(account)} plain />
      {other_accounts.length > 0 && (
        <span className="text-content-muted" title={other_accounts.map(visible).join(', ')}>
          {' '}
          and {other_accounts.length} more
        </span>
      )}
    </>
  );
}
