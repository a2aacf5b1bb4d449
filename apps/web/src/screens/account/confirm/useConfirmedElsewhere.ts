import { emailProblem } from '@scout/contract';
import { useCallback, useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '../../../paths.ts';
import { clearArrival, leaveArrival } from '../../../session/arrival.ts';
import { closeConfirmGate } from '../../../session/confirmGate.ts';
import { api, currentSubject, session } from '../../../session/current.ts';
import { pathAfterSignIn } from '../../../session/returnPath.ts';

/**
 * Detects that the address was confirmed by the mail's link, in another tab or on another device. Checks when the page is opened
 * or becomes visible, and when `look` is called. Continues with the session of this tab, or at the sign-in screen.
 */
export function useConfirmedElsewhere(email: string): { look: () => Promise<void> } {
  const navigate = useNavigate();
  // True once the page is or will be left: checks run concurrently, and a later response must not navigate again.
  const concluded = useRef(false);
  useEffect(() => {
    concluded.current = false;
    return () => {
      concluded.current = true;
    };
  }, []);

  const look = useCallback(async () => {
    if (emailProblem(email) !== undefined) return;
    // A failed check is ignored; the next one may succeed.
    const answer = await api.checkEmailExists({ email: email.trim() }).catch(() => null);
    if (answer?.exists !== true || concluded.current) return;
    concluded.current = true;
    await session.restore();
    closeConfirmGate(sessionStorage);
    if (session.get().status === 'signed-in') {
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
