import { Field, TextInput } from '@scout/ui';

interface PasswordFieldProps {
  label?: string;
  value: string;
  error: string | false | undefined;
  onChange: (value: string) => void;
}

/** The user's own password, which a change to sign-in security requires. */
export function PasswordField({ label = 'Password', value, error, onChange }: PasswordFieldProps) {
  return (
    <Field label={label} hint="To confirm that it is you." error={error}>
      <TextInput
        type="password"
        autoComplete="current-password"
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </Field>
  );
}
