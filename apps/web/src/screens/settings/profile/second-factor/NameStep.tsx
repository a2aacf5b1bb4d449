import { limits } from '@scout/contract';
import { Button, Field, TextInput } from '@scout/ui';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { codeOf, messageOf } from '../../../../api/error.ts';
import { api } from '../../../../session/current.ts';
import { PasswordField } from '../../PasswordField.tsx';
import type { EnrolledFactor } from './VerifyStep.tsx';

interface NameStepProps {
  onEnrolled: (factor: EnrolledFactor) => void;
  onCancel: () => void;
}

/** Names the factor and creates it on the server, which requires the password. */
export function NameStep({ onEnrolled, onCancel }: NameStepProps) {
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useState<string>();
  const [refused, setRefused] = useState<string>();
  const enrol = useMutation({
    mutationFn: () =>
      api.authFactorsEnrol({ factor_type: 'totp', friendly_name: name.trim(), current_password: password }),
    onSuccess: ({ id, friendly_name, totp }) => onEnrolled({ id, friendly_name, ...totp }),
    onError: (error) => {
      if (codeOf(error) === 'wrong_password') setRefused(messageOf(error));
      else setProblem(messageOf(error));
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const missing = { name: name.trim() === '', password: password === '' };
    setProblem(missing.name ? 'Give the factor a name' : undefined);
    setRefused(missing.password ? 'Password is required' : undefined);
    if (!missing.name && !missing.password) enrol.mutate();
  };
  return (
    <form onSubmit={submit} className="flex flex-col gap-4 pt-2">
      <Field label="Name" hint="For example, the device with the app." error={problem}>
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
      <PasswordField
        value={password}
        error={refused}
        onChange={(next) => {
          setPassword(next);
          setRefused(undefined);
        }}
      />
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
