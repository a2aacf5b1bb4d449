import type { Enrolment } from '@scout/contract';
import { api } from '../../../../session/current.ts';
import { query } from '../../../../session/queries.ts';
import { ConfirmDialog, revokeWords } from '../ConfirmDialog.tsx';

interface RevokeTokenDialogProps {
  /** The token; null when closed. */
  token: Enrolment | null;
  onClose: () => void;
}

/** Confirms revoking a token. */
export function RevokeTokenDialog({ token, onClose }: RevokeTokenDialogProps) {
  return (
    <ConfirmDialog
      subject={token}
      onClose={onClose}
      title="Revoke this token?"
      description="Machines can no longer enroll with it. Enrolled machines keep working."
      words={revokeWords('Token revoked')}
      danger
      run={({ token_id }) => api.enrolmentsRevoke({ token_id })}
      nameOf={({ label }) => label}
      list={query.enrolments.key()}
    />
  );
}
