import { Button, Field, Notice, TextInput } from '@scout/ui';
import { type FormEvent, lazy, Suspense, useEffect, useRef, useState } from 'react';
import { Navigate, useLocation, useNavigate } from 'react-router';
import { confirmPath, paths } from '../../../paths.ts';
import { clearArrival, readArrival } from '../../../session/arrival.ts';
import { currentSubject } from '../../../session/current.ts';
import { keptInvitation } from '../../../session/invitation.ts';
import { pathAfterSignIn } from '../../../session/returnPath.ts';
import { useCanUsePasskeys } from '../../../session/useCanUsePasskeys.ts';
import { useSession } from '../../../session/useSession.ts';
import { PageStatus } from '../../../shell/pageState.tsx';
import { Shell } from '../../../shell/Shell.tsx';
import { whenIdle } from '../../../shell/whenIdle.ts';
import { titled } from '../../../title.ts';
import { openCodePage, resendConfirmation } from '../confirm/resendConfirmation.ts';
import { EntryLink, EntryPage } from '../EntryPage.tsx';
import { ArrivalNotice } from './ArrivalNotice.tsx';
import { ArriveFromProvider } from './ArriveFromProvider.tsx';
import { isUnconfirmed, loadOrganization, loginEmailProblem, signIn, signInFailure } from './signIn.ts';
import { providerAddress, ssoDone, ssoFailure, ssoParameter } from './singleSignOn.ts';

export const meta = titled('Sign in');

// Most people have one step, and the first must appear quickly.
const SecondFactor = lazy(() => import('./SecondFactor.tsx'));

/** The sign-in screen with its second step; continues at once when already signed in. */
export default function Login() {
  const { status } = useSession();
  const { search } = useLocation();
  // The current step stays on screen until it has navigated, even if the session changes meanwhile.
  const [busy, setBusy] = useState<'password' | 'factor' | null>(null);
  if (busy === 'factor' || (busy === null && status === 'second-factor')) {
    return (
      <Suspense
        fallback={
          <Shell>
            <PageStatus>Loading your session...</PageStatus>
          </Shell>
        }
      >
        <SecondFactor onBusy={(isBusy) => setBusy(isBusy ? 'factor' : null)} />
      </Suspense>
    );
  }
  const ended = new URLSearchParams(search).get(ssoParameter);
  if (busy === null && status === 'signed-in' && ended === ssoDone) return <ArriveFromProvider />;
  if (busy === null && status === 'signed-in') {
    return <Navigate to={pathAfterSignIn(sessionStorage, currentSubject())} replace />;
  }
  return (
    <SignIn
      ended={ended}
      busy={busy === 'password'}
      onBusy={(isBusy) => setBusy(isBusy ? 'password' : null)}
    />
  );
}

interface SignInProps {
  /** End of a sign-in at an identity provider; null: there was none. */
  ended: string | null;
  busy: boolean;
  onBusy: (busy: boolean) => void;
}

function SignIn({ ended, busy, onBusy }: SignInProps) {
  const navigate = useNavigate();
  const [arrival] = useState(() => readArrival(sessionStorage));
  const [failure, setFailure] = useState(() => ssoFailure(ended));
  const [leaving, setLeaving] = useState(false);
  const canUsePasskeys = useCanUsePasskeys();
  const [asking, setAsking] = useState(false);
  const [email, setEmail] = useState(arrival.email);
  const [password, setPassword] = useState('');
  // Problems are shown from the first attempt on.
  const [attempted, setAttempted] = useState(false);
  const emailField = useRef<HTMLInputElement>(null);
  const passwordField = useRef<HTMLInputElement>(null);
  const emailProblem = loginEmailProblem(email);
  const passwordProblem = password === '' ? 'Password is required' : null;

  useEffect(() => {
    clearArrival(sessionStorage);
    (arrival.email === '' ? emailField : passwordField).current?.focus();
  }, [arrival]);

  useEffect(() => whenIdle(() => void loadOrganization().catch(() => {})), []);

  async function submit(event: FormEvent) {
    event.preventDefault();
    setAttempted(true);
    if (emailProblem !== null) return emailField.current?.focus();
    if (passwordProblem !== null) return passwordField.current?.focus();
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
  }

  /** The button of single sign-on: the provider asks for the rest. */
  async function leaveForProvider() {
    setAttempted(false);
    setFailure(emailProblem);
    if (emailProblem !== null) return emailField.current?.focus();
    setLeaving(true);
    try {
      window.location.assign(await providerAddress(email.trim()));
    } catch (error) {
      setFailure(signInFailure(error));
      setLeaving(false);
    }
  }

  /** The button of passkeys: the browser asks which one. */
  async function askForPasskey() {
    setAttempted(false);
    setFailure(null);
    setAsking(true);
    onBusy(true);
    const { passkeyFailure, signInByPasskey } = await import('./passkeySignIn.ts');
    try {
      await signInByPasskey();
      await navigate(pathAfterSignIn(sessionStorage, currentSubject()), { replace: true });
    } catch (error) {
      setFailure(passkeyFailure(error));
    } finally {
      setAsking(false);
      onBusy(false);
    }
  }

  async function toCodePage(address: string) {
    openCodePage(address);
    // Refused when a mail was just sent: the code page offers the next one.
    await resendConfirmation(address).catch(() => {});
    await navigate(confirmPath(address));
  }

  return (
    <EntryPage
      title="Sign in to your account"
      footer={
        <p>
          No account yet? <EntryLink to={paths.register}>Sign up</EntryLink>
        </p>
      }
    >
      <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-5">
        <ArrivalNotice arrival={arrival} invited={keptInvitation(sessionStorage) !== null} />
        <fieldset disabled={busy || leaving} className="contents">
          <Field label="Email" error={attempted ? (emailProblem ?? undefined) : undefined}>
            <TextInput
              type="email"
              autoComplete="username"
              ref={emailField}
              value={email}
              onChange={({ target }) => setEmail(target.value)}
            />
          </Field>
          <div className="relative">
            <Field label="Password" error={attempted ? (passwordProblem ?? undefined) : undefined}>
              <TextInput
                type="password"
                autoComplete="current-password"
                ref={passwordField}
                value={password}
                onChange={({ target }) => setPassword(target.value)}
              />
            </Field>
            <p className="absolute top-0 right-0 text-body">
              <EntryLink to={paths.forgotPassword} state={{ email }}>
                Forgot password?
              </EntryLink>
            </p>
          </div>
        </fieldset>
        {failure !== null && <Notice tone="error">{failure}</Notice>}
        <Button type="submit" variant="primary" size="large" block busy={busy && !asking} disabled={asking}>
          {busy && !asking ? 'Signing in...' : 'Sign in'}
        </Button>
        {canUsePasskeys && (
          <Button
            size="large"
            block
            busy={asking}
            disabled={busy || leaving}
            onClick={() => void askForPasskey()}
          >
            Use a passkey
          </Button>
        )}
        <Button size="large" block busy={leaving} disabled={busy} onClick={() => void leaveForProvider()}>
          Use single sign-on
        </Button>
      </form>
    </EntryPage>
  );
}
