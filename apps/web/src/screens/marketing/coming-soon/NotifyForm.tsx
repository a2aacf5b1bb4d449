import { limits } from '@scout/contract/limits';
import { emailProblem } from '@scout/contract/validation/emailProblem';
import { mailingListMessages, sanitizeMailingListInput } from '@scout/contract/validation/mailingList';
import { Button, Field, Notice, TextInput } from '@scout/ui';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { readFields } from '../request/formFields.ts';
import { Honeypot } from '../request/Honeypot.tsx';
import { countAttempt } from './attempts.ts';
import { joinList } from './joinList.ts';

/** The form of the mailing list. `focused`: it was asked for, so its field has the focus. */
export default function NotifyForm({ focused = false }: { focused?: boolean }) {
  const input = useRef<HTMLInputElement>(null);
  const [since] = useState(() => performance.now());
  const [text, setText] = useState('');
  const [isLeft, setLeft] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [joined, setJoined] = useState(false);

  // Text typed before hydration.
  useEffect(() => setText(input.current?.value ?? ''), []);
  useEffect(() => {
    if (focused) input.current?.focus();
  }, [focused]);

  const email = sanitizeMailingListInput(text);
  const isEmpty = email === '';
  const problem = isEmpty ? undefined : emailProblem(email);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy || isEmpty || problem !== undefined) return;
    const { website } = readFields(event.currentTarget);
    if (!countAttempt(() => localStorage, Date.now())) return setFailure(mailingListMessages.tooMany);
    setFailure(null);
    setBusy(true);
    const wait = limits.demoRequest.minimumFillMs - (performance.now() - since);
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    const answer = await joinList(email, { website, elapsed_ms: Math.ceil(performance.now() - since) });
    setBusy(false);
    if (answer.joined) setJoined(true);
    else setFailure(answer.message);
  }

  if (joined) {
    return (
      <Notice tone="success" title={mailingListMessages.joined}>
        We will email <bdi className="font-mono text-content [overflow-wrap:anywhere]">{email}</bdi> with news
        about the launch.
      </Notice>
    );
  }
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="relative flex flex-col gap-4">
      <div className="flex flex-col gap-3 sm:flex-row sm:items-start">
        <div className="grow [&_input]:h-10">
          <Field label="Email" disabled={busy} error={isLeft ? problem : undefined}>
            <TextInput
              ref={input}
              type="email"
              name="email"
              autoComplete="email"
              placeholder="you@company.example"
              onInput={(event) => {
                setText(event.currentTarget.value);
                setFailure(null);
              }}
              onBlur={() => setLeft(true)}
            />
          </Field>
        </div>
        <div className="sm:pt-6.5">
          <Button
            type="submit"
            variant="primary"
            size="large"
            block
            busy={busy}
            disabled={isEmpty || problem !== undefined}
          >
            {busy ? 'Sending...' : 'Notify Me'}
          </Button>
        </div>
      </div>
      <Honeypot />
      {failure !== null && <Notice tone="error">{failure}</Notice>}
    </form>
  );
}
