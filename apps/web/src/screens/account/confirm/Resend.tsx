import { emailProblem } from '@scout/contract';
import { Button, Notice } from '@scout/ui';
import { useState } from 'react';
import { messageOf } from '../../../api/error.ts';
import { secondsToResend } from '../../../session/confirmGate.ts';
import { useCountdown } from '../../../shell/useCountdown.ts';
import { resendConfirmation } from './resendConfirmation.ts';
import { WhereMailIs } from './WhereMailIs.tsx';

/** Requests the mail again, after a visible countdown. */
export function Resend({ email }: { email: string }) {
  const [sent, setSent] = useState(0);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  async function resend() {
    const problem = emailProblem(email);
    setFailure(problem ?? null);
    if (problem !== undefined) return;
    setBusy(true);
    try {
      await resendConfirmation(email);
      setSent(sent + 1);
    } catch (error) {
      setFailure(messageOf(error));
    } finally {
      setBusy(false);
    }
  }

  return (
    <div className="flex flex-col gap-3 border-t border-stroke-subtle pt-5">
      <div className="flex items-center justify-between gap-4">
        <p className="text-body text-content-muted" aria-live="polite">
          {sent === 0 ? <WhereMailIs /> : 'A new code is on its way. Use the newest one.'}
        </p>
        <Wait key={sent} busy={busy} onResend={() => void resend()} />
      </div>
      {failure !== null && <Notice tone="error">{failure}</Notice>}
    </div>
  );
}

function Wait({ busy, onResend }: { busy: boolean; onResend: () => void }) {
  const [first] = useState(() => secondsToResend(sessionStorage, Date.now()));
  const seconds = useCountdown(first, () => {});
  return (
    <Button size="small" busy={busy} disabled={seconds > 0} onClick={onResend}>
      {seconds > 0 ? (
        <span>
          Resend in <span className="font-mono">{seconds}</span> s
        </span>
      ) : (
        'Resend code'
      )}
    </Button>
  );
}
