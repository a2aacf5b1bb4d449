import { limits } from '@scout/contract';
import { buttonClass, Notice } from '@scout/ui';
import { useEffect, useRef, useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { paths } from '../../../paths.ts';
import { currentSubject } from '../../../session/current.ts';
import { pathAfterSignIn } from '../../../session/returnPath.ts';
import { PageStatus } from '../../../shell/pageState.tsx';
import { Shell } from '../../../shell/Shell.tsx';
import { useCountdown } from '../../../shell/useCountdown.ts';
import { titled } from '../../../title.ts';
import { confirmByLink, linkFailure } from '../confirm/confirmation.ts';
import { EntryPage } from '../EntryPage.tsx';

export const meta = titled('Email confirmation');

type State = { status: 'loading' | 'success' } | { status: 'error'; message: string };

/** The page of the link in a confirmation mail. */
export default function EmailConfirmation() {
  const [query] = useSearchParams();
  const [state, setState] = useState<State>({ status: 'loading' });
  // A link can be used once: rendering again must not use it twice.
  const started = useRef(false);

  useEffect(() => {
    if (started.current) return;
    started.current = true;
    const token = query.get('token_hash') ?? query.get('token');
    const type = query.get('type');
    if (!token || (type !== 'signup' && type !== 'email')) {
      setState({ status: 'error', message: 'Invalid confirmation link. Please try again.' });
      return;
    }
    confirmByLink(token, type).then(
      () => setState({ status: 'success' }),
      (error: unknown) => setState({ status: 'error', message: linkFailure(error) }),
    );
  }, [query]);

  switch (state.status) {
    case 'loading':
      return (
        <Shell>
          <PageStatus>Confirming your email...</PageStatus>
        </Shell>
      );
    case 'success':
      return <Confirmed />;
    case 'error':
      return (
        <EntryPage title="Email not confirmed">
          <Notice tone="error">{state.message}</Notice>
          <p className="text-body text-content-muted">
            Each link works once, for {limits.user.confirmationMinutes} minutes. If you have already used it,
            your account is ready: sign in. If not, sign in with your password to get a new link by email.
          </p>
          <Link to={paths.login} className={buttonClass({ variant: 'primary', size: 'large', block: true })}>
            Sign in
          </Link>
        </EntryPage>
      );
  }
}

function Confirmed() {
  const navigate = useNavigate();
  const [next] = useState(() => pathAfterSignIn(sessionStorage, currentSubject()));
  const seconds = useCountdown(limits.timers.emailConfirmSeconds, () => {
    void navigate(next, { replace: true });
  });
  return (
    <EntryPage title="Email confirmed" lead="You are signed in.">
      <p role="timer" className="text-body text-content-muted">
        Continuing in <span className="font-mono text-content">{seconds}</span> s.
      </p>
      <Link to={next} replace className={buttonClass({ variant: 'primary', size: 'large', block: true })}>
        Continue now
      </Link>
    </EntryPage>
  );
}
