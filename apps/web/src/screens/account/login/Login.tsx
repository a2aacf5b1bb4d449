import { Button, Field, Notice, TextInput } from '@scout/ui';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link, Navigate, useNavigate } from 'react-router';
import { paths } from '../../../paths.ts';
import { type Arrival, clearArrival, readArrival } from '../../../session/arrival.ts';
import { useSession } from '../../../session/useSession.ts';
import { Shell } from '../../../shell/Shell.tsx';
import { titled } from '../../../title.ts';
import { emailProblem } from './email.ts';
import { signIn, signInFailure } from './signIn.ts';

export const meta = titled('Sign in');

/** The sign-in screen; someone who is signed in already goes on. */
export default function Login() {
  const { status } = useSession();
  const [busy, setBusy] = useState(false);
  if (status === 'signed-in' && !busy) return <Navigate to={paths.dashboard} replace />;
  return (
    <Shell>
      <div className="mx-auto flex w-full max-w-90 grow flex-col justify-center gap-6 px-4 pt-10 pb-32">
        <SignIn busy={busy} onBusy={setBusy} />
        <p className="text-body text-content-muted">
          No account yet?{' '}
          <Link to={paths.register} className="text-accent underline underline-offset-2">
            Sign up
          </Link>
        </p>
      </div>
    </Shell>
  );
}

interface Credentials {
  email: string;
  password: string;
}

function SignIn({ busy, onBusy }: { busy: boolean; onBusy: (busy: boolean) => void }) {
  const navigate = useNavigate();
  const [arrival] = useState(() => readArrival(sessionStorage));
  const [failure, setFailure] = useState<string | null>(null);
  const form = useForm<Credentials>({ defaultValues: { email: arrival.email, password: '' } });
  const { errors } = form.formState;

  useEffect(() => {
    clearArrival(sessionStorage);
    form.setFocus(arrival.email === '' ? 'email' : 'password');
  }, [arrival, form.setFocus]);

  const submit = form.handleSubmit(async ({ email, password }) => {
    onBusy(true);
    setFailure(null);
    try {
      await signIn(email.trim(), password);
      await navigate(paths.dashboard, { replace: true });
    } catch (error) {
      setFailure(signInFailure(error));
    } finally {
      onBusy(false);
    }
  });

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-5">
      <h1 className="text-title font-medium">Sign in to your account</h1>
      <ArrivalNotice arrival={arrival} />
      <fieldset disabled={busy} className="contents">
        <Field label="Email" error={errors.email?.message}>
          <TextInput
            type="email"
            autoComplete="username"
            {...form.register('email', { validate: (text) => emailProblem(text) ?? true })}
          />
        </Field>
        <Field label="Password" error={errors.password?.message}>
          <TextInput
            type="password"
            autoComplete="current-password"
            {...form.register('password', { required: 'Password is required' })}
          />
        </Field>
      </fieldset>
      {failure !== null && <Notice tone="error">{failure}</Notice>}
      <Button type="submit" variant="primary" size="large" block busy={busy}>
        {busy ? 'Signing in...' : 'Sign in'}
      </Button>
    </form>
  );
}

function ArrivalNotice({ arrival }: { arrival: Arrival }) {
  if (arrival.confirmed) {
    return (
      <Notice tone="success" title="Email confirmed">
        Sign in to start using Scout
      </Notice>
    );
  }
  if (arrival.registered) {
    return (
      <Notice tone="success" title="Sign up successful">
        Please check your email to confirm your account.
      </Notice>
    );
  }
  return null;
}
