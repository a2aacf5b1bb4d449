import { Field, TextInput } from '@scout/ui';

interface PasswordFieldProps {
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
}

/** Requires the user's password before a change to sign-in security. */
export function PasswordField({ value, error, onChange }: PasswordFieldProps) {
  return (
    <Field label="Password" hint="To confirm that it is you." error={error}>
      <TextInput
        type="password"
        autoComplete="current-password"
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </Field>
  );
}
