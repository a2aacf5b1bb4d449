import { limits } from '@scout/contract';
import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { currentSubject } from '../../../session/current.ts';
import { pathAfterSignIn } from '../../../session/returnPath.ts';
import { toast } from '../../../shell/toast.tsx';
import { titled } from '../../../title.ts';
import { EntryPage } from '../EntryPage.tsx';

export const meta = titled('Account verified');

/** Confirms the verified address, and continues. */
export default function AccountVerified() {
  const navigate = useNavigate();

  useEffect(() => {
    toast.success('Email confirmation successful');
    const timer = setTimeout(() => {
      void navigate(pathAfterSignIn(sessionStorage, currentSubject()), { replace: true });
    }, limits.timers.accountVerifiedMs);
    return () => clearTimeout(timer);
  }, [navigate]);

  return (
    <EntryPage title="Account Verification Successful" lead="Your dashboard opens in a moment.">
      {null}
    </EntryPage>
  );
}
