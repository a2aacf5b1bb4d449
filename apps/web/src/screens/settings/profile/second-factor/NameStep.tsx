import { limits } from '@scout/contract';
import { Button, Field, TextInput } from '@scout/ui';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { messageOf } from '../../../../api/error.ts';
import { api } from '../../../../session/current.ts';
import type { EnrolledFactor } from './VerifyStep.tsx';

interface NameStepProps {
  onEnrolled: (factor: EnrolledFactor) => void;
  onCancel: () => void;
}

/** Names the factor, so that its owner can tell it from the others, and begins it on the server. */
export function NameStep({ onEnrolled, onCancel }: NameStepProps) {
  const [name, setName] = useState('');
  const [problem, setProblem] = useState<string>();
  const enrol = useMutation({
    mutationFn: () => api.authFactorsEnrol({ factor_type: 'totp', friendly_name: name.trim() }),
    onSuccess: ({ id, friendly_name, totp }) => onEnrolled({ id, friendly_name, ...totp }),
    onError: (error) => setProblem(messageOf(error)),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() === '') setProblem('Give the factor a name');
    else enrol.mutate();
  };
  return (
    <form onSubmit={submit} className="flex flex-col gap-4 pt-2">
      <Field label="Name" hint="Such as the device that the app is on." error={problem}>
        <TextInput
          value={name}
          maxLength={limits.secondFactor.friendlyNameMax}
          autoComplete="off"
          onChange={(event) => {
            setName(event.target.value);
            setProblem(undefined);
          }}
        />
      </Field>
      <div className="flex justify-end gap-2">
        <Button onClick={onCancel} disabled={enrol.isPending}>
          Cancel
        </Button>
        <Button type="submit" variant="primary" busy={enrol.isPending}>
          {enrol.isPending ? 'Preparing...' : 'Continue'}
        </Button>
      </div>
    </form>
  );
}
