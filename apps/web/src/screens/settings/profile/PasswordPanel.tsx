import { chosenPasswordProblem, passwordMessages } from '@scout/contract';
import { Button, Field, Panel, TextInput } from '@scout/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { codeOf, messageOf } from '../../../api/error.ts';
import { api } from '../../../session/current.ts';
import { query } from '../../../session/queries.ts';
import { toast } from '../../../shell/toast.tsx';
import { useFormAction } from '../../../shell/useFormAction.ts';

interface PasswordChange {
  current: string;
  password: string;
  repeated: string;
}

/** The field of a refusal. */
const refusedFields: Readonly<Record<string, 'current' | 'password'>> = {
  wrong_password: 'current',
  common_password: 'password',
};

const empty: PasswordChange = { current: '', password: '', repeated: '' };

/** Changes the password; the server requires the current one and ends all other sessions. */
export function PasswordPanel() {
  const client = useQueryClient();
  const form = useForm<PasswordChange>({ defaultValues: empty });
  const element = useFormAction('Change password…', 'signed-in');
  const { errors } = form.formState;
  const change = useMutation({
    mutationFn: ({ current, password }: PasswordChange) =>
      api.authUserUpdate({ current_password: current, password }),
    onSuccess: () => {
      form.reset(empty);
      toast.success('Password changed', 'You were signed out everywhere else.');
      void client.invalidateQueries({ queryKey: query.authSessionsList.key() });
    },
    onError: (error) => {
      const field = refusedFields[codeOf(error) ?? ''];
      if (field !== undefined) form.setError(field, { message: messageOf(error) }, { shouldFocus: true });
      else toast.error('Update failed', messageOf(error));
    },
  });
  const problem = ({ password, repeated }: PasswordChange) => chosenPasswordProblem(password, repeated);

  return (
    <Panel title="Password" span={6}>
      <form
        ref={element}
        noValidate
        className="flex flex-col gap-4 pt-1"
        onSubmit={(event) => void form.handleSubmit((entry) => change.mutate(entry))(event)}
      >
        <Field label="Current password" error={errors.current?.message}>
          <TextInput
            type="password"
            autoComplete="current-password"
            {...form.register('current', { required: 'Password is required' })}
          />
        </Field>
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label="New password" error={errors.password?.message}>
            <TextInput
              type="password"
              autoComplete="new-password"
              {...form.register('password', {
                validate: (_, entry) => {
                  const found = problem(entry);
                  return found === undefined || found === passwordMessages.mismatch || found;
                },
              })}
            />
          </Field>
          <Field label="Repeat new password" error={errors.repeated?.message}>
            <TextInput
              type="password"
              autoComplete="new-password"
              {...form.register('repeated', {
                validate: (_, entry) =>
                  problem(entry) !== passwordMessages.mismatch || passwordMessages.mismatch,
              })}
            />
          </Field>
        </div>
        <div>
          <Button type="submit" busy={change.isPending}>
            {change.isPending ? 'Changing...' : 'Change password'}
          </Button>
        </div>
      </form>
    </Panel>
  );
}
