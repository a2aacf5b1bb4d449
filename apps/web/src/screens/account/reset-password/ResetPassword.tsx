import { chosenPasswordProblem, passwordMessages, errors as refusals } from '@scout/contract';
import { Button, buttonClass, Field, Notice, TextInput } from '@scout/ui';
import { useState } from 'react';
import { type Resolver, useForm } from 'react-hook-form';
import { Link, useSearchParams } from 'react-router';
import { codeOf, messageOf } from '../../../api/error.ts';
import { paths } from '../../../paths.ts';
import { api, session } from '../../../session/current.ts';
import { titled } from '../../../title.ts';
import { EntryPage } from '../EntryPage.tsx';

export const meta = titled('Choose a new password');

interface Passwords {
  password: string;
  confirm_password: string;
}

const resolver: Resolver<Passwords> = (values) => {
  const message = chosenPasswordProblem(values.password, values.confirm_password);
  if (message === undefined) return { values, errors: {} };
  const field = message === passwordMessages.mismatch ? 'confirm_password' : 'password';
  return { values: {}, errors: { [field]: { type: 'rule', message } } };
};

/** The page of the link in a reset mail. */
export default function ResetPassword() {
  const [query] = useSearchParams();
  const token = query.get('token');
  const [done, setDone] = useState(false);
  const [spent, setSpent] = useState(token === null || token === '');
  if (done) return <Chosen />;
  if (spent || !token) return <Spent />;
  return <Choose token={token} onDone={() => setDone(true)} onSpent={() => setSpent(true)} />;
}

interface ChooseProps {
  token: string;
  onDone: () => void;
  onSpent: () => void;
}

function Choose({ token, onDone, onSpent }: ChooseProps) {
  const [failure, setFailure] = useState<string | null>(null);
  const form = useForm<Passwords>({ defaultValues: { password: '', confirm_password: '' }, resolver });
  const { errors, isSubmitting: busy } = form.formState;

  const submit = form.handleSubmit(async ({ password }) => {
    setFailure(null);
    try {
      await api.authResetPassword({ token, password });
      // The reset has ended every session of the user, including this browser's.
      await session.restore();
      onDone();
    } catch (error) {
      if (codeOf(error) === 'invalid_reset_token') onSpent();
      else if (codeOf(error) === 'common_password')
        form.setError('password', { message: messageOf(error) }, { shouldFocus: true });
      else setFailure(messageOf(error));
    }
  });

  return (
    <EntryPage title="Choose a new password" lead="You will be signed out on every device.">
      <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-5">
        <fieldset disabled={busy} className="contents">
          <Field label="New password" hint="At least 8 characters." error={errors.password?.message}>
            <TextInput
              type="password"
              autoComplete="new-password"
              {...form.register('password', { deps: 'confirm_password' })}
            />
          </Field>
          <Field label="Confirm password" error={errors.confirm_password?.message}>
            <TextInput
              type="password"
              autoComplete="new-password"
              {...form.register('confirm_password', { deps: 'password' })}
            />
          </Field>
        </fieldset>
        {failure !== null && <Notice tone="error">{failure}</Notice>}
        <Button type="submit" variant="primary" size="large" block busy={busy}>
          {busy ? 'Saving...' : 'Save password'}
        </Button>
      </form>
    </EntryPage>
  );
}

function Chosen() {
  return (
    <EntryPage title="Your password was changed" lead="Sign in with the new one.">
      <Link
        to={paths.login}
        replace
        className={buttonClass({ variant: 'primary', size: 'large', block: true })}
      >
        Sign in
      </Link>
    </EntryPage>
  );
}

function Spent() {
  return (
    <EntryPage title="This link cannot be used">
      <Notice tone="error">{refusals.invalid_reset_token.message}</Notice>
      <Link
        to={paths.forgotPassword}
        replace
        className={buttonClass({ variant: 'primary', size: 'large', block: true })}
      >
        Request a new link
      </Link>
    </EntryPage>
  );
}
