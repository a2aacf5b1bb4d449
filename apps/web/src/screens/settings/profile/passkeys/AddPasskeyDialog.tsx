import { limits } from '@scout/contract';
import { Button, Dialog, Field, TextInput } from '@scout/ui';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { codeOf, messageOf } from '../../../../api/error.ts';
import { api, session } from '../../../../session/current.ts';
import { createPasskey, passkeyFailure } from '../../../../session/passkeys.ts';
import { toast } from '../../../../shell/toast.tsx';
import { PasswordField } from '../../PasswordField.tsx';

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
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useState<string>();
  const [refused, setRefused] = useState<string>();
  const close = () => {
    setName('');
    setPassword('');
    setProblem(undefined);
    setRefused(undefined);
    onClose();
  };
  const add = useMutation({
    mutationFn: async () => {
      const options = await api.authPasskeysAddOptions({ current_password: password });
      const credential = await createPasskey(options);
      return api.authPasskeysAdd({ friendly_name: name.trim(), credential });
    },
    onSuccess: async ({ passkey, recovery_codes }) => {
      // The token in memory does not contain the second factor yet.
      await session.restore();
      toast.success('Passkey added', passkey.friendly_name);
      close();
      onDone();
      if (recovery_codes !== undefined) onRecoveryCodes(recovery_codes);
    },
    onError: (error) => {
      if (codeOf(error) === 'wrong_password') setRefused(messageOf(error));
      else setProblem(passkeyFailure(error));
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const missing = { name: name.trim() === '', password: password === '' };
    setProblem(missing.name ? 'Give the passkey a name' : undefined);
    setRefused(missing.password ? 'Password is required' : undefined);
    if (!missing.name && !missing.password) add.mutate();
  };
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => next || close()}
      title="Add passkey"
      description="A passkey signs you in with this device, your phone or a security key, without a password. You can add several."
    >
      <form noValidate onSubmit={submit} className="flex flex-col gap-4 pt-2">
        <Field label="Name" hint="For example, the device that keeps it." error={problem}>
          <TextInput
            value={name}
            maxLength={limits.passkeys.friendlyNameMax}
            autoComplete="off"
            onChange={(event) => {
              setName(event.target.value);
              setProblem(undefined);
            }}
          />
        </Field>
        <PasswordField
          value={password}
          error={refused}
          onChange={(next) => {
            setPassword(next);
            setRefused(undefined);
          }}
        />
        <div className="flex justify-end gap-2">
          <Button onClick={close} disabled={add.isPending}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" busy={add.isPending}>
            {add.isPending ? 'Waiting for the device...' : 'Continue'}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
