import { codeDigits, limits } from '@scout/contract';
import { Button, CodeInput, Field, Notice, Select, TextInput } from '@scout/ui';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { messageOf } from '../../../api/error.ts';
import { api, currentSubject, session } from '../../../session/current.ts';
import { canUsePasskeys } from '../../../session/passkeys.ts';
import { pathAfterSignIn } from '../../../session/returnPath.ts';
import { WithQueries } from '../../../session/WithQueries.tsx';
import { Failure, PageStatus } from '../../../shell/pageState.tsx';
import { Shell } from '../../../shell/Shell.tsx';
import { EntryPage } from '../EntryPage.tsx';
import { passkeyFailure, provePasskeyFactor } from './passkeySignIn.ts';
import { arrive } from './signIn.ts';

interface SecondFactorProps {
  onBusy: (busy: boolean) => void;
}

/** Something that shows who signs in: the codes of an authenticator app, or a passkey. */
interface Shown {
  readonly id: string;
  readonly name: string;
  readonly kind: 'app' | 'passkey';
}

type Way = 'app' | 'passkey' | 'recovery';

/** The second step of signing in: a passkey, a code of a selected app, or a recovery code. */
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

function CodeForm({ factors, onBusy }: { factors: readonly Shown[]; onBusy: (busy: boolean) => void }) {
  const navigate = useNavigate();
  const apps = factors.filter(({ kind }) => kind === 'app');
  const ways = waysOf(factors);
  const [factorId, setFactorId] = useState((apps[0] ?? factors[0])?.id ?? '');
  const [way, setWay] = useState<Way>(ways[0]!);
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
    const missing = missingOf(way, code);
    setFailure(missing);
    if (missing !== null) return;
    setBusy(true);
    onBusy(true);
    try {
      if (way === 'passkey') await provePasskeyFactor();
      else await verifyFactor(factorId, code.trim());
      await navigate(pathAfterSignIn(sessionStorage, currentSubject()), { replace: true });
    } catch (error) {
      setFailure(way === 'passkey' ? passkeyFailure(error) : messageOf(error));
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

  function change(next: Way) {
    setWay(next);
    setCode('');
    setFailure(null);
  }

  return (
    <EntryPage
      title="Enter your second factor"
      lead={leadOf(way, apps.length === 1 ? chosen?.name : undefined)}
      footer={
        <div className="flex flex-wrap justify-between gap-x-4 gap-y-2">
          <span className="flex flex-wrap gap-2">
            {ways
              .filter((other) => other !== way)
              .map((other) => (
                <Button key={other} size="small" onClick={() => change(other)}>
                  {wayLabels[other]}
                </Button>
              ))}
          </span>
          <Button size="small" variant="quiet" onClick={() => void leave()}>
            Sign in as someone else
          </Button>
        </div>
      }
    >
      <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-5">
        <fieldset disabled={busy} className="contents">
          {apps.length > 1 && way === 'app' && (
            <Field label="Factor">
              <Select
                value={factorId}
                onValueChange={setFactorId}
                options={apps.map(({ id, name }) => ({ value: id, label: name }))}
              />
            </Field>
          )}
          {way === 'recovery' && (
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
          )}
          {way === 'app' && (
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

const wayLabels: Readonly<Record<Way, string>> = {
  passkey: 'Use a passkey',
  app: 'Use an authenticator app',
  recovery: 'Use a recovery code',
};

/** What this person can show in this browser, the easiest first. A passkey of another browser leaves the recovery codes. */
function waysOf(factors: readonly Shown[]): Way[] {
  const has = (wanted: Shown['kind']) => factors.some(({ kind }) => kind === wanted);
  return [
    ...(has('passkey') && canUsePasskeys() ? (['passkey'] as const) : []),
    ...(has('app') ? (['app'] as const) : []),
    'recovery',
  ];
}

function leadOf(way: Way, name: string | undefined): string {
  if (way === 'passkey') return 'Your browser asks for the passkey of this account.';
  if (way === 'recovery')
    return 'One of the recovery codes you saved when you set up your second factor. Each works once.';
  return `The six digits your authenticator app shows now${name === undefined ? '' : ` for ${name}`}.`;
}

/** What is still to be entered; null: nothing. */
function missingOf(way: Way, code: string): string | null {
  if (way === 'recovery') return code.trim() === '' ? 'Enter a recovery code' : null;
  return way === 'app' && codeDigits(code).length !== limits.secondFactor.digits
    ? 'Enter the 6-digit code'
    : null;
}

/** The factors that can be shown. Phone factors cannot, because the server sends no text messages. */
async function verifiableFactors(): Promise<Shown[]> {
  const [{ factors }, passkeys] = await Promise.all([api.authFactorsList({}), api.authPasskeysList({})]);
  const apps = factors.filter(({ status, factor_type }) => status === 'verified' && factor_type === 'totp');
  return [
    ...apps.map(({ id, friendly_name }) => ({ id, name: friendly_name, kind: 'app' as const })),
    ...passkeys.map(({ id, friendly_name }) => ({ id, name: friendly_name, kind: 'passkey' as const })),
  ];
}

/** Verifies a factor by its code or a recovery code, and completes the sign-in. */
async function verifyFactor(id: string, code: string): Promise<void> {
  const challenge = await api.authFactorsChallenge({ id });
  session.enter(await api.authFactorsVerify({ id, challenge_id: challenge.id, code }));
  await arrive();
}
