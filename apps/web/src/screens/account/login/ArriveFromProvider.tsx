import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { currentSubject } from '../../../session/current.ts';
import { pathAfterSignIn } from '../../../session/returnPath.ts';
import { PageStatus } from '../../../shell/pageState.tsx';
import { Shell } from '../../../shell/Shell.tsx';
import { arrive } from './signIn.ts';

/** Completes a sign-in that an identity provider confirmed, then opens the page that it was for. */
export function ArriveFromProvider() {
  const navigate = useNavigate();
  useEffect(() => {
    let left = false;
    void arrive().then(() => {
      if (!left) void navigate(pathAfterSignIn(sessionStorage, currentSubject()), { replace: true });
    });
    return () => {
      left = true;
    };
  }, [navigate]);
  return (
    <Shell>
      <PageStatus>Loading your session...</PageStatus>
    </Shell>
  );
}
