import { Button, Field, Notice, TextInput } from '@scout/ui';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { Navigate, useNavigate } from 'react-router';
import { confirmPath, paths } from '../../../paths.ts';
import { clearArrival, readArrival } from '../../../session/arrival.ts';
import { currentSubject } from '../../../session/current.ts';
import { keptInvitation } from '../../../session/invitation.ts';
import { pathAfterSignIn } from '../../../session/returnPath.ts';
import { useSession } from '../../../session/useSession.ts';
import { titled } from '../../../title.ts';
import { AccountLink } from '../AccountLink.tsx';
import { AccountPage } from '../AccountPage.tsx';
import { letIntoCodePage, resendConfirmation } from '../confirm/resend.ts';
import { ArrivalNotice } from './ArrivalNotice.tsx';
import { loginEmailProblem } from './email.ts';
import { SecondFactor } from './SecondFactor.tsx';
import { isUnconfirmed, signIn, signInFailure } from './signIn.ts';

export const meta = titled('Sign in');

/** The sign-in screen, and its second step; someone who is signed in already goes on. */
export default function Login() {
  const { status } = useSession();
  // The step that is under way stays on the screen until it has navigated, whatever the session has become meanwhile.
  const [busy, setBusy] = useState<'password' | 'factor' | null>(null);
  if (busy === 'factor' || (busy === null && status === 'second-factor')) {
    return <SecondFactor onBusy={(isBusy) => setBusy(isBusy ? 'factor' : null)} />;
  }
  if (busy === null && status === 'signed-in') {
    return <Navigate to={pathAfterSignIn(sessionStorage, currentSubject())} replace />;
  }
  return <SignIn busy={busy === 'password'} onBusy={(isBusy) => setBusy(isBusy ? 'password' : null)} />;
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
      if (await signIn(email.trim(), password)) {
        await navigate(pathAfterSignIn(sessionStorage, currentSubject()), { replace: true });
      }
    } catch (error) {
      if (isUnconfirmed(error)) await toCodePage(email.trim());
      else setFailure(signInFailure(error));
    } finally {
      onBusy(false);
    }
  });

  async function toCodePage(email: string) {
    letIntoCodePage(email);
    // Refused when a mail has just been sent: the code page offers the next one in time.
    await resendConfirmation(email).catch(() => {});
    await navigate(confirmPath(email));
  }

  return (
    <AccountPage
      title="Sign in to your account"
      footer={
        <p>
          No account yet? <AccountLink to={paths.register}>Sign up</AccountLink>
        </p>
      }
    >
      <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-5">
        <ArrivalNotice arrival={arrival} invited={keptInvitation(sessionStorage) !== null} />
        <fieldset disabled={busy} className="contents">
          <Field label="Email" error={errors.email?.message}>
            <TextInput
              type="email"
              autoComplete="username"
              {...form.register('email', { validate: (text) => loginEmailProblem(text) ?? true })}
            />
          </Field>
          <div className="relative">
            <Field label="Password" error={errors.password?.message}>
              <TextInput
                type="password"
                autoComplete="current-password"
                {...form.register('password', { required: 'Password is required' })}
              />
            </Field>
            <p className="absolute top-0 right-0 text-body">
              <AccountLink to={paths.forgotPassword} state={{ email: form.watch('email') }}>
                Forgot password?
              </AccountLink>
            </p>
          </div>
        </fieldset>
        {failure !== null && <Notice tone="error">{failure}</Notice>}
        <Button type="submit" variant="primary" size="large" block busy={busy}>
          {busy ? 'Signing in...' : 'Sign in'}
        </Button>
      </form>
    </AccountPage>
  );
}
