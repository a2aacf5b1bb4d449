import { Button, Dialog, Field, TextInput } from '@scout/ui';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { codeOf, messageOf } from '../../../api/error.ts';
import { api, session } from '../../../session/current.ts';
import { toast } from '../../../shell/toast.tsx';

interface DeleteDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** The consequences. */
  consequence: string;
}

/** The word that has to be typed, exactly (spec section 5). */
const word = 'DELETE';

/** Asks for the word and the password, deletes the user and ends the session. */
export function DeleteDialog({ open, onOpenChange, consequence }: DeleteDialogProps) {
  const form = useId();
  const [typed, setTyped] = useState('');
  const [password, setPassword] = useState('');
  const [wrong, setWrong] = useState<string>();
  const remove = useMutation({
    mutationFn: () => api.deleteAccount({ confirm: word, password }),
    onSuccess: () => {
      toast.success('Account deleted');
      session.forget(true);
    },
    onError: (error) => {
      if (codeOf(error) === 'wrong_password') setWrong(messageOf(error));
      else toast.error('Delete failed', refusal(error));
    },
  });
  const change = (next: boolean) => {
    setTyped('');
    setPassword('');
    setWrong(undefined);
    onOpenChange(next);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (typed === word && password !== '') remove.mutate();
  };
  return (
    <Dialog
      open={open}
      onOpenChange={change}
      title="Delete account"
      description={consequence}
      actions={
        <>
          <Button onClick={() => change(false)} disabled={remove.isPending}>
            Cancel
          </Button>
          <Button
            type="submit"
            form={form}
            variant="danger"
            disabled={typed !== word || password === ''}
            busy={remove.isPending}
          >
            {remove.isPending ? 'Deleting...' : 'Delete account'}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit} className="flex flex-col gap-4 pt-2">
        <Field label={`Type ${word} to confirm`}>
          <TextInput
            mono
            autoComplete="off"
            spellCheck={false}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        </Field>
        <Field label="Password" error={wrong}>
          <TextInput
            type="password"
            autoComplete="current-password"
            value={password}
            onChange={(event) => {
              setPassword(event.target.value);
              setWrong(undefined);
            }}
          />
        </Field>
      </form>
    </Dialog>
  );
}

/** The server's reason for a refusal, otherwise the specification's message. */
function refusal(error: unknown): string {
  const code = codeOf(error);
  return code === 'last_admin' || code === 'rate_limited'
    ? messageOf(error)
    : 'Unable to delete account. Please try again.';
}
