import type { CaseFile } from '@scout/contract';
import { Button, formatCount, Mono, Panel } from '@scout/ui';
import { useState } from 'react';
import { Link } from 'react-router';
import { accountPath } from '../../../paths.ts';
import { visible } from '../../incidents/rawText.ts';

/** Names shown before the rest is expanded. */
const SHOWN = 12;

/** All accounts of a case about several, each linked to its page. */
export function AccountsPanel({ file: { account, other_accounts } }: { file: CaseFile }) {
  const [all, setAll] = useState(false);
  if (other_accounts.length === 0) return null;
  const names = [account, ...other_accounts];
  const shown = all ? names : names.slice(0, SHOWN);
  return (
    <Panel title="Accounts" description={formatCount(names.length)}>
      <ul className="flex flex-wrap gap-x-4 gap-y-1">
        {shown.map((name) => (
          <li key={name} className="min-w-0">
            <Link
              to={accountPath(name)}
              className="text-body underline-offset-4 wrap-anywhere hover:underline"
            >
              <Mono value={visible(name)} plain />
            </Link>
          </li>
        ))}
      </ul>
      {shown.length < names.length && (
        <div className="mt-2">
          <Button size="small" onClick={() => setAll(true)}>
            Show {formatCount(names.length - shown.length)} more
          </Button>
        </div>
      )}
    </Panel>
  );
}
