import { Button, Field, TextInput } from '@scout/ui';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { codeOf, messageOf } from '../../../../api/error.ts';
import { PasswordField } from '../../PasswordField.tsx';

interface NewFactorFormProps {
  /** As in "Give the passkey a name". */
  noun: 'factor' | 'passkey';
  hint: string;
  nameMax: number;
  /** The button's label while running. */
  busy: string;
  /** Adds the factor. A wrong password is shown at the password, other errors at the name, in the words of `failureOf`. */
  add: (name: string, password: string) => Promise<void>;
  failureOf: (error: unknown) => string;
  onCancel: () => void;
}

/** Asks for the name of a new second factor and for the password. */
export function NewFactorForm({ noun, hint, nameMax, busy, add, failureOf, onCancel }: NewFactorFormProps) {
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useState<string>();
  const [refused, setRefused] = useState<string>();
  const adding = useMutation({
    mutationFn: () => add(name.trim(), password),
    onError: (error) => {
      if (codeOf(error) === 'wrong_password') setRefused(messageOf(error));
      else setProblem(failureOf(error));
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const missing = { name: name.trim() === '', password: password === '' };
    setProblem(missing.name ? `Give the ${noun} a name` : undefined);
    setRefused(missing.password ? 'Password is required' : undefined);
    if (!missing.name && !missing.password) adding.mutate();
  };
  return (
    <form onSubmit={submit} className="flex flex-col gap-4 pt-2">
      <Field label="Name" hint={hint} error={problem}>
        <TextInput
          value={name}
          maxLength={nameMax}
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
        <Button onClick={onCancel} disabled={adding.isPending}>
          Cancel
        </Button>
        <Button type="submit" variant="primary" busy={adding.isPending}>
          {adding.isPending ? busy : 'Continue'}
        </Button>
      </div>
    </form>
  );
}
