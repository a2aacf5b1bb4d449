import { Button, Dialog } from '@scout/ui';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { codeOf, messageOf } from '../../../../api/error.ts';
import { PasswordField } from '../../PasswordField.tsx';

interface PasswordDialogProps {
  open: boolean;
  title: string;
  description: string;
  /** The button's label, and its label while running. */
  action: { label: string; busy: string; danger?: boolean };
  /** Makes the change with the password; a wrong password stays in the dialog, other errors go to `onFailure`. */
  change: (password: string) => Promise<void>;
  onFailure: (error: unknown) => void;
  onClose: () => void;
}

/** Confirms a change to the second factor with the password. */
export function PasswordDialog({
  open,
  title,
  description,
  action,
  change,
  onFailure,
  onClose,
}: PasswordDialogProps) {
  const form = useId();
  const [password, setPassword] = useState('');
  const [wrong, setWrong] = useState<string>();
  const close = () => {
    setPassword('');
    setWrong(undefined);
    onClose();
  };
  const ask = useMutation({
    mutationFn: change,
    onSuccess: close,
    onError: (error) => {
      if (codeOf(error) === 'wrong_password' || codeOf(error) === 'rate_limited') {
        setWrong(messageOf(error));
        return;
      }
      close();
      onFailure(error);
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (password === '') setWrong('Password is required');
    else ask.mutate(password);
  };
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => next || close()}
      title={title}
      description={description}
      actions={
        <>
          <Button onClick={close} disabled={ask.isPending}>
            Cancel
          </Button>
          <Button
            type="submit"
            form={form}
            variant={action.danger ? 'danger' : 'primary'}
            busy={ask.isPending}
          >
            {ask.isPending ? action.busy : action.label}
          </Button>
        </>
      }
    >
      <form id={form} noValidate onSubmit={submit} className="pt-2">
        <PasswordField
          value={password}
          error={wrong}
          onChange={(next) => {
            setPassword(next);
            setWrong(undefined);
          }}
        />
      </form>
    </Dialog>
  );
}
