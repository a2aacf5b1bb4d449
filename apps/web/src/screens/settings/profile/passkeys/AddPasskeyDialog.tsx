import { limits } from '@scout/contract';
import { Dialog } from '@scout/ui';
import { api, session } from '../../../../session/current.ts';
import { createPasskey, passkeyFailure } from '../../../../session/passkeys.ts';
import { toast } from '../../../../shell/toast.tsx';
import { NewFactorForm } from '../second-factor/NewFactorForm.tsx';

interface AddPasskeyDialogProps {
  open: boolean;
  onClose: () => void;
  /** Recovery codes of the user's first second factor, shown once. */
  onRecoveryCodes: (codes: readonly string[]) => void;
  /** The list of passkeys has changed. */
  onDone: () => void;
}

/** Adds a passkey: a name and the password, then the browser asks for the device. */
export function AddPasskeyDialog({ open, onClose, onRecoveryCodes, onDone }: AddPasskeyDialogProps) {
  async function add(friendly_name: string, current_password: string) {
    const credential = await createPasskey(await api.authPasskeysAddOptions({ current_password }));
    const { passkey, recovery_codes } = await api.authPasskeysAdd({ friendly_name, credential });
    // The token in memory does not contain the second factor yet.
    await session.restore();
    toast.success('Passkey added', passkey.friendly_name);
    onClose();
    onDone();
    if (recovery_codes !== undefined) onRecoveryCodes(recovery_codes);
  }
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => next || onClose()}
      title="Add passkey"
      description="A passkey signs you in with this device, your phone or a security key, without a password. You can add several."
    >
      <NewFactorForm
        noun="passkey"
        hint="For example, the device that keeps it."
        nameMax={limits.passkeys.friendlyNameMax}
        busy="Waiting for the device..."
        add={add}
        failureOf={passkeyFailure}
        onCancel={onClose}
      />
    </Dialog>
  );
}
