import { visible } from '../../incidents/rawText.ts';
import { RowButton } from '../../settings/RowButton.tsx';
import type { Proposal } from './proposals.ts';
import { useDescribe } from './useDescribe.ts';

interface DescribedProps {
  account: string;
  field: 'owner' | 'purpose';
  /** The entered value; null: none. */
  text: string | null;
  /** Shown while nothing is entered. */
  proposal: Proposal | null;
  /** Only admins take a proposal over. */
  canTake: boolean;
}

/** The owner or purpose of an account, or what a directory proposes for it. */
export function Described({ account, field, text, proposal, canTake }: DescribedProps) {
  const save = useDescribe(account);
  if (text !== null) return <span className="whitespace-pre-wrap wrap-anywhere">{visible(text)}</span>;
  if (proposal === null) return <span className="text-content-muted">Not entered yet</span>;
  return (
    <span className="text-content-muted wrap-anywhere">
      Not entered yet. Proposed: <span className="text-content">{visible(proposal.text)}</span>,{' '}
      {visible(proposal.source)}{' '}
      {canTake && (
        <RowButton
          access="subscriber-admin"
          label={`Use as ${field}`}
          busy={save.isPending}
          onPress={() => save.mutate({ [field]: proposal.text })}
        >
          {`Use as ${field}`}
        </RowButton>
      )}
    </span>
  );
}
