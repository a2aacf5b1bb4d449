import type { Factor } from '@scout/contract';
import { messageOf } from '../../../../api/error.ts';
import { api, session } from '../../../../session/current.ts';
import { toast } from '../../../../shell/toast.tsx';
import { PasswordDialog } from './PasswordDialog.tsx';

interface RemoveDialogProps {
  /** The factor to remove; null when closed. */
  factor: Factor | null;
  onClose: () => void;
  onDone: () => void;
  /** True when it is the last factor. */
  last: boolean;
}

/** Confirms the removal of a second factor. */
export function RemoveDialog({ factor, onClose, onDone, last }: RemoveDialogProps) {
  async function remove(id: string, current_password: string) {
    await api.authFactorsRemove({ id, current_password });
    await session.restore();
    toast.success('Second factor removed');
    onDone();
  }
  return (
    <PasswordDialog
      open={factor !== null}
      title={`Remove ${factor?.friendly_name ?? 'second factor'}?`}
      description={
        last
          ? 'It is your last one: your recovery codes are removed, too, and your password alone will open your account.'
          : 'Codes from it no longer open your account. Your other second factors stay.'
      }
      action={{ label: 'Remove', busy: 'Removing...', danger: true }}
      change={async (password) => {
        if (factor !== null) await remove(factor.id, password);
      }}
      onFailure={(error) => {
        toast.error('Remove failed', messageOf(error));
        onDone();
      }}
      onClose={onClose}
    />
  );
}
