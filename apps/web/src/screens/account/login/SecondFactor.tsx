import { codeDigits, type Factor, limits } from '@scout/contract';
import { Button, CodeInput, Field, Notice, Select, TextInput } from '@scout/ui';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { messageOf } from '../../../api/error.ts';
import { api, currentSubject, session } from '../../../session/current.ts';
import { pathAfterSignIn } from '../../../session/returnPath.ts';
import { WithQueries } from '../../../session/WithQueries.tsx';
import { Failure, PageStatus } from '../../../shell/pageState.tsx';
import { Shell } from '../../../shell/Shell.tsx';
import { EntryPage } from '../EntryPage.tsx';
import { arrive } from './signIn.ts';

interface SecondFactorProps {
  onBusy: (busy: boolean) => void;
}

/** The second step of signing in: a code of a selected factor, or a recovery code. */
export default function SecondFactor(props: SecondFactorProps) {
  return (
    <WithQueries>
      <SecondStep {...props} />
    </WithQueries>
  );
}

function SecondStep({ onBusy }: SecondFactorProps) {
  const factors = useQuery({ queryKey: ['sign-in', 'factors'], queryFn: verifiableFactors, gcTime: 0 });
  if (factors.data !== undefined) return <CodeForm factors={factors.data} onBusy={onBusy} />;
  return (
    <Shell>
      {factors.isError ? (
        <Failure
          title="Your second factors could not be loaded"
          safe="Your password was accepted; nothing was changed."
          nextStep="Try again in a moment."
          detail={messageOf(factors.error)}
          onRetry={() => void factors.refetch()}
          retrying={factors.isFetching}
        />
      ) : (
        <PageStatus>Loading your session...</PageStatus>
      )}
    </Shell>
  );
}

function CodeForm({ factors, onBusy }: { factors: readonly Factor[]; onBusy: (busy: boolean) => void }) {
  const navigate = useNavigate();
  const [factorId, setFactorId] = useState(factors[0]?.id ?? '');
  const [byRecovery, setByRecovery] = useState(false);
  const [code, setCode] = useState('');
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const chosen = factors.find(({ id }) => id === factorId);

  // The field lost the focus while it was disabled.
  useEffect(() => {
    if (failure !== null && !busy) field.current?.focus();
  }, [failure, busy]);

  async function submit(event: FormEvent) {
    event.preventDefault();
    const complete = byRecovery ? code.trim() !== '' : codeDigits(code).length === limits.secondFactor.digits;
    setFailure(complete ? null : byRecovery ? 'Enter a recovery code' : 'Enter the 6-digit code');
    if (!complete) return;
    setBusy(true);
    onBusy(true);
    try {
      await verifyFactor(factorId, code.trim());
      await navigate(pathAfterSignIn(sessionStorage, currentSubject()), { replace: true });
    } catch (error) {
      setFailure(messageOf(error));
      setCode('');
    } finally {
      setBusy(false);
      onBusy(false);
    }
  }

  async function leave() {
    setFailure(null);
    try {
      await session.signOut();
    } catch (error) {
      setFailure(messageOf(error));
    }
  }

  function change(next: boolean) {
    setByRecovery(next);
    setCode('');
    setFailure(null);
  }

  return (
    <EntryPage
      title="Enter your second factor"
      lead={
        byRecovery
          ? 'One of the recovery codes you saved when you set up your second factor. Each works once.'
          : `The six digits your authenticator app shows now${chosen && factors.length === 1 ? ` for ${chosen.friendly_name}` : ''}.`
      }
      footer={
        <div className="flex flex-wrap justify-between gap-x-4 gap-y-2">
          <Button size="small" onClick={() => change(!byRecovery)}>
            {byRecovery ? 'Use an authenticator app' : 'Use a recovery code'}
          </Button>
          <Button size="small" variant="quiet" onClick={() => void leave()}>
            Sign in as someone else
          </Button>
        </div>
      }
    >
      <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-5">
        <fieldset disabled={busy} className="contents">
          {factors.length > 1 && !byRecovery && (
            <Field label="Factor">
              <Select
                value={factorId}
                onValueChange={setFactorId}
                options={factors.map(({ id, friendly_name }) => ({ value: id, label: friendly_name }))}
              />
            </Field>
          )}
          {byRecovery ? (
            <Field key="recovery" label="Recovery code">
              <TextInput
                ref={field}
                mono
                autoFocus
                autoComplete="off"
                autoCapitalize="off"
                spellCheck={false}
                value={code}
                onChange={(event) => setCode(event.target.value)}
              />
            </Field>
          ) : (
            <Field key="code" label="Six-digit code">
              <CodeInput ref={field} value={code} onValueChange={setCode} autoFocus />
            </Field>
          )}
        </fieldset>
        {failure !== null && <Notice tone="error">{failure}</Notice>}
        <Button type="submit" variant="primary" size="large" block busy={busy}>
          {busy ? 'Signing in...' : 'Sign in'}
        </Button>
      </form>
    </EntryPage>
  );
}

/** The factors that can be verified. Phone factors cannot, because the server sends no text messages. */
async function verifiableFactors(): Promise<Factor[]> {
  const { factors } = await api.authFactorsList({});
  return factors.filter(({ status, factor_type }) => status === 'verified' && factor_type === 'totp');
}

/** Verifies a factor by its code or a recovery code, and completes the sign-in. */
async function verifyFactor(id: string, code: string): Promise<void> {
  const challenge = await api.authFactorsChallenge({ id });
  session.enter(await api.authFactorsVerify({ id, challenge_id: challenge.id, code }));
  await arrive();
}
