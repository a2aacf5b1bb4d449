import { confirmationProblem } from '@scout/contract';
import { Button, CodeInput, Field, Notice, TextInput } from '@scout/ui';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Navigate, useNavigate, useSearchParams } from 'react-router';
import { paths } from '../../../paths.ts';
import { clearArrival } from '../../../session/arrival.ts';
import { closeConfirmGate, confirmGateEmail } from '../../../session/confirmGate.ts';
import { titled } from '../../../title.ts';
import { EntryLink, EntryPage } from '../EntryPage.tsx';
import { confirmByCode, confirmFailure } from './confirmation.ts';
import { Resend } from './Resend.tsx';
import { useConfirmedElsewhere } from './useConfirmedElsewhere.ts';

export const meta = titled('Confirm your email');

/** The code page; open for five minutes after a sign-up or a sign-in that required it. */
export default function Confirm() {
  const [gate] = useState(() => confirmGateEmail(sessionStorage, Date.now()));
  const [query] = useSearchParams();
  if (gate === null) return <Navigate to={paths.register} replace />;
  return <CodePage initialEmail={query.get('email') ?? gate} />;
}

function CodePage({ initialEmail }: { initialEmail: string }) {
  const navigate = useNavigate();
  const [email, setEmail] = useState(initialEmail);
  const [code, setCode] = useState('');
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const { look } = useConfirmedElsewhere(initialEmail);

  // The field lost the focus while it was disabled.
  useEffect(() => {
    if (failure !== null && !busy) field.current?.focus();
  }, [failure, busy]);

  async function submit(event: FormEvent) {
    event.preventDefault();
    const problem = confirmationProblem(email, code);
    setFailure(problem ?? null);
    if (problem !== undefined) return;
    setBusy(true);
    try {
      await confirmByCode(email.trim(), code);
      closeConfirmGate(sessionStorage);
      clearArrival(sessionStorage);
      await navigate(paths.accountVerified, { replace: true });
    } catch (error) {
      setFailure(confirmFailure(error));
      setCode('');
      // The link may have been used since.
      void look();
    } finally {
      setBusy(false);
    }
  }

  return (
    <EntryPage
      title="Confirm your email"
      lead="We emailed you a six-digit code and a link. Use either one to confirm your account."
      footer={
        <p>
          Wrong address? <EntryLink to={paths.register}>Sign up again</EntryLink>
        </p>
      }
    >
      <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-5">
        <fieldset disabled={busy} className="contents">
          <Field label="Email">
            <TextInput
              type="email"
              autoComplete="username"
              value={email}
              onChange={(event) => setEmail(event.target.value)}
            />
          </Field>
          <Field label="Six-digit code">
            <CodeInput ref={field} value={code} onValueChange={setCode} autoFocus />
          </Field>
        </fieldset>
        {failure !== null && <Notice tone="error">{failure}</Notice>}
        <Button type="submit" variant="primary" size="large" block busy={busy}>
          {busy ? 'Confirming...' : 'Confirm email'}
        </Button>
      </form>
      <Resend email={email} />
    </EntryPage>
  );
}
