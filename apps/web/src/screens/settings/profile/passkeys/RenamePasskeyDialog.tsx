import { limits, type Passkey } from '@scout/contract';
import { Button, Dialog, Field, TextInput } from '@scout/ui';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { messageOf } from '../../../../api/error.ts';
import { api } from '../../../../session/current.ts';

interface RenamePasskeyDialogProps {
  passkey: Passkey;
  onClose: () => void;
  onDone: () => void;
}

/** Gives a passkey another name. */
export function RenamePasskeyDialog({ passkey, onClose, onDone }: RenamePasskeyDialogProps) {
  const [name, setName] = useState(passkey.friendly_name);
  const [problem, setProblem] = useState<string>();
  const rename = useMutation({
    mutationFn: () => api.authPasskeysRename({ id: passkey.id, friendly_name: name.trim() }),
    onSuccess: () => {
      onDone();
      onClose();
    },
    onError: (error) => setProblem(messageOf(error)),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() === '') setProblem('Give the passkey a name');
    else rename.mutate();
  };
  return (
    <Dialog open onOpenChange={(next) => next || onClose()} title={`Rename ${passkey.friendly_name}`}>
      <form noValidate onSubmit={submit} className="flex flex-col gap-4 pt-2">
        <Field label="Name" error={problem}>
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
        <div className="flex justify-end gap-2">
          <Button onClick={onClose} disabled={rename.isPending}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" busy={rename.isPending}>
            {rename.isPending ? 'Renaming...' : 'Rename'}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
