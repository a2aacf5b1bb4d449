import { DownloadIcon, Panel } from '@scout/ui';
import { Link } from 'react-router';
import { paths } from '../../../../paths.ts';
import { ActionButton } from '../../../../shell/ActionButton.tsx';
import { usePosturesCsv, usePosturesPdf } from './usePostures.ts';

/** Postures of all accounts, as files. */
export function PosturesPanel() {
  const pdf = usePosturesPdf();
  const csv = usePosturesCsv();
  return (
    <Panel
      title="Postures of service accounts"
      footnote={
        <>
          Filter them under{' '}
          <Link to={paths.accounts} className="underline underline-offset-4">
            Accounts
          </Link>
          .
        </>
      }
    >
      <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4 pt-1">
        <p className="max-w-[80ch] text-body text-content-muted">
          Which accounts are privileged, delegate without limits, allow RC4 or have old passwords, each with
          its reason, its remedy, its owner and since when.
        </p>
        <div className="flex flex-wrap gap-2">
          <ActionButton
            command="Download postures as PDF"
            access="subscriber"
            icon={<DownloadIcon />}
            busy={pdf.isPending}
            onClick={() => pdf.mutate()}
          >
            Postures PDF
          </ActionButton>
          <ActionButton
            command="Export postures as CSV"
            access="subscriber"
            icon={<DownloadIcon />}
            busy={csv.isPending}
            onClick={() => csv.mutate()}
          >
            Postures CSV
          </ActionButton>
        </div>
      </div>
    </Panel>
  );
}
