import { emailProblem, limits } from '@scout/contract';
import { Button, Field, Notice, TextInput } from '@scout/ui';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useLocation } from 'react-router';
import { messageOf } from '../../../api/error.ts';
import { paths } from '../../../paths.ts';
import { api } from '../../../session/current.ts';
import { titled } from '../../../title.ts';
import { WhereMailIs } from '../confirm/WhereMailIs.tsx';
import { EntryLink, EntryPage } from '../EntryPage.tsx';

export const meta = titled('Forgot password');

const toSignIn = (
  <p>
    Remembered it? <EntryLink to={paths.login}>Sign in</EntryLink>
  </p>
);

/** Requests a password reset mail. Shows the same message for every address. */
export default function ForgotPassword() {
  const { state } = useLocation() as { state: { email?: string } | null };
  const [submittedEmail, setSubmittedEmail] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const form = useForm({ defaultValues: { email: state?.email ?? '' } });
  const { errors, isSubmitting: busy } = form.formState;

  const submit = form.handleSubmit(async ({ email }) => {
    setFailure(null);
    try {
      await api.authRecover({ email });
      setSubmittedEmail(email.trim());
    } catch (error) {
      setFailure(messageOf(error));
    }
  });

  if (submittedEmail !== null) {
    return (
      <EntryPage title="Check your email" footer={toSignIn}>
        <p className="text-body text-content-muted">
          If <span className="font-mono text-content">{submittedEmail}</span> has an account, a link to choose
          a new password is on its way. It works once, for {limits.user.resetMinutes} minutes.
        </p>
        <p className="text-body text-content-muted">
          <WhereMailIs />
        </p>
      </EntryPage>
    );
  }
  return (
    <EntryPage
      title="Forgot your password?"
      lead="Enter the address of your account. We will email you a link to choose a new password."
      footer={toSignIn}
    >
      <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-5">
        <fieldset disabled={busy} className="contents">
          <Field label="Email" error={errors.email?.message}>
            <TextInput
              type="email"
              autoComplete="username"
              {...form.register('email', { validate: (text) => emailProblem(text) ?? true })}
            />
          </Field>
        </fieldset>
        {failure !== null && <Notice tone="error">{failure}</Notice>}
        <Button type="submit" variant="primary" size="large" block busy={busy}>
          {busy ? 'Sending...' : 'Send the link'}
        </Button>
      </form>
    </EntryPage>
  );
}
