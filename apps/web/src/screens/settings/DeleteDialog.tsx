import { Button, Dialog, Field, TextInput } from '@scout/ui';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { codeOf, messageOf } from '../../api/error.ts';
import { toast } from '../../shell/toast.tsx';

interface DeleteDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** The heading, and the button that deletes: 'Delete account'. */
  title: string;
  consequence: string;
  /** The text that has to be typed, exactly. */
  word: string;
  /** The word is a code rather than a name. */
  mono?: boolean;
  /** The button's text while the server works. */
  busyTitle?: string;
  /** Deletes; a refused password is shown at its field. */
  remove: (password: string) => Promise<unknown>;
  /** Runs once it is deleted. */
  onDone: (close: () => void) => Promise<void> | void;
  /** The sentence for another refusal. */
  refusal?: (error: unknown) => string;
}

/** Asks for a word and the password before a permanent deletion. */
export function DeleteDialog(props: DeleteDialogProps) {
  const { open, onOpenChange, title, consequence, word, mono = false, busyTitle = title } = props;
  const { remove, onDone, refusal = messageOf } = props;
  const form = useId();
  const [typed, setTyped] = useState('');
  const [password, setPassword] = useState('');
  const [wrong, setWrong] = useState<string>();
  const change = (next: boolean) => {
    setTyped('');
    setPassword('');
    setWrong(undefined);
    onOpenChange(next);
  };
  const removal = useMutation({
    mutationFn: () => remove(password),
    onSuccess: () => onDone(() => change(false)),
    onError: (error) => {
      if (codeOf(error) === 'wrong_password') setWrong(messageOf(error));
      else toast.error('Delete failed', refusal(error));
    },
  });
  const isReady = typed === word && password !== '';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isReady) removal.mutate();
  };
  return (
    <Dialog
      open={open}
      onOpenChange={change}
      title={title}
      description={consequence}
      actions={
        <>
          <Button onClick={() => change(false)} disabled={removal.isPending}>
            Cancel
          </Button>
          <Button type="submit" form={form} variant="danger" disabled={!isReady} busy={removal.isPending}>
            {removal.isPending ? busyTitle : title}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit} className="flex flex-col gap-4 pt-2">
        <Field label={`Type ${word} to confirm`}>
          <TextInput
            mono={mono}
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
