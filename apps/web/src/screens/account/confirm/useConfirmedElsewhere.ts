import { emailProblem } from '@scout/contract';
import { useCallback, useEffect } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '../../../paths.ts';
import { clearArrival, leaveArrival } from '../../../session/arrival.ts';
import { closeConfirmGate } from '../../../session/confirmGate.ts';
import { api, currentSubject, session } from '../../../session/current.ts';
import { pathAfterSignIn } from '../../../session/returnPath.ts';

/**
 * Notices that the address was confirmed by the mail's link, in another tab or on another device: looks when the page is
 * opened, come back to, and when `look` is called. Goes on as who is signed in here by then, else to the sign-in screen.
 */
export function useConfirmedElsewhere(email: string): { look: () => Promise<void> } {
  const navigate = useNavigate();

  const look = useCallback(async () => {
    if (emailProblem(email) !== undefined) return;
    // A look that fails says nothing; the next one may.
    const answer = await api.checkEmailExists({ email: email.trim() }).catch(() => null);
    if (answer?.exists !== true) return;
    await session.restore();
    closeConfirmGate(sessionStorage);
    if (session.getState().status === 'signed-in') {
      clearArrival(sessionStorage);
      await navigate(pathAfterSignIn(sessionStorage, currentSubject()), { replace: true });
    } else {
      clearArrival(sessionStorage);
      leaveArrival(sessionStorage, { email: email.trim(), confirmed: true });
      await navigate(paths.login, { replace: true });
    }
  }, [email, navigate]);

  useEffect(() => {
    const onReturn = () => {
      if (document.visibilityState === 'visible') void look();
    };
    onReturn();
    window.addEventListener('focus', onReturn);
    document.addEventListener('visibilitychange', onReturn);
    return () => {
      window.removeEventListener('focus', onReturn);
      document.removeEventListener('visibilitychange', onReturn);
    };
  }, [look]);

  return { look };
}
