import { limits } from '@scout/contract';
import { useEffect, useState } from 'react';
import { Navigate, useNavigate, useSearchParams } from 'react-router';
import { queryClient } from '../../api/queryClient.ts';
import { paths } from '../../paths.ts';
import { api } from '../../session/current.ts';
import { useOrganization } from '../../session/organization.ts';
import { rememberSubscription } from '../../session/subscription.ts';
import { PageMessage } from '../../shell/pageState.tsx';
import { useCountdown } from '../../shell/useCountdown.ts';
import { titled } from '../../title.ts';

export const meta = titled('Payment confirmation');

/** The return page of the payment provider (spec section 2). */
export default function PaymentConfirmation() {
  const [search] = useSearchParams();
  const sessionId = search.get('session_id')?.trim() ?? '';
  if (sessionId === '') return <Navigate to={paths.landing} replace />;
  return <AllSet key={sessionId} sessionId={sessionId} />;
}

const { paymentSeconds, paymentExtraMs } = limits.timers;

function AllSet({ sessionId }: { sessionId: string }) {
  const navigate = useNavigate();
  const { tenant } = useOrganization();
  useConfirmation(sessionId);
  const [isOver, setOver] = useState(false);
  const left = useCountdown(paymentSeconds, () => setOver(true));
  const done = paymentSeconds - left;

  useEffect(() => {
    if (!isOver) return;
    // Shows the full bar briefly.
    const timer = setTimeout(() => void navigate(paths.downloads, { replace: true }), paymentExtraMs);
    return () => clearTimeout(timer);
  }, [isOver, navigate]);

  return (
    <PageMessage title="You're all set.">
      <p>
        Welcome to Scout, <bdi className="text-content">{tenant.company_name}</bdi>. Next: the agents.
      </p>
      <dl className="mt-6 grid grid-cols-[7rem_1fr] gap-y-2 text-body">
        <dt>Session</dt>
        <dd className="font-mono text-content">{sessionId.slice(0, 8)}</dd>
        <dt>Subscription</dt>
        <dd className="text-content">
          {tenant.is_subscribed ? 'active' : 'opens when the payment is confirmed'}
        </dd>
      </dl>
      <div
        role="progressbar"
        aria-label="Going to the downloads"
        aria-valuemin={0}
        aria-valuemax={paymentSeconds}
        aria-valuenow={done}
        className="mt-8 h-1 overflow-hidden bg-surface-3"
      >
        <div
          className="h-full origin-left bg-accent-fill transition-transform duration-1000 ease-linear"
          style={{ transform: `scaleX(${done / paymentSeconds})` }}
        />
      </div>
      <p role="timer" className="mt-3 text-body">
        Going to the downloads in <span className="font-mono text-content">{left}</span> s.
      </p>
    </PageMessage>
  );
}

/** Asks the server to check the payment, once. Changes nothing unless it is confirmed. */
function useConfirmation(sessionId: string): void {
  const [sent] = useState(() => ({ once: false }));
  useEffect(() => {
    if (sent.once) return;
    sent.once = true;
    api
      .confirmPayment({ session_id: sessionId })
      .then(async ({ confirmed }) => {
        if (!confirmed) return;
        rememberSubscription(window, true);
        await queryClient.invalidateQueries();
      })
      // The subscription line shows this.
      .catch(() => {});
  }, [sent, sessionId]);
}
