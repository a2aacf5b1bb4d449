import type { DemoRequestField } from '@scout/contract/validation/demoRequest';
import { Button, Field, Notice, TextArea, TextInput } from '@scout/ui';
import { type FormEvent, useRef, useState } from 'react';
import { checkFields, type Faults, focusField, readFields } from '../request/formFields.ts';
import { Honeypot } from '../request/Honeypot.tsx';
import { failedText, failedTitle, sentTexts } from '../request/requestTexts.ts';
import { createSender } from '../request/sendRequest.ts';

/** The contact page's form. An island with native inputs. */
export default function ContactForm() {
  const form = useRef<HTMLFormElement>(null);
  const [since] = useState(() => performance.now());
  const [send] = useState(createSender);
  const [faults, setFaults] = useState<Faults>({});
  const [missing, setMissing] = useState<string | null>(null);
  const [outcome, setOutcome] = useState<{ sent: boolean; text: string } | null>(null);
  const [busy, setBusy] = useState(false);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy || !form.current) return;
    const { fields, website } = readFields(form.current);
    const problem = checkFields('contact', fields);
    setFaults(problem?.faults ?? {});
    setMissing(problem?.message ?? null);
    setOutcome(null);
    if (problem) return focusField(form.current, problem.first);
    setBusy(true);
    try {
      await send('contact', fields, { website, since });
      form.current.reset();
      setOutcome({ sent: true, text: sentTexts.text });
    } catch (error) {
      setOutcome({ sent: false, text: failedText(error) });
    } finally {
      setBusy(false);
    }
  }

  const control = (name: DemoRequestField) => ({
    name,
    onInput: () => {
      if (name in faults) setFaults(({ [name]: _, ...others }) => others);
    },
  });
  const field = (name: DemoRequestField) => ({ error: faults[name], disabled: busy, required: true });

  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => void submit(event)}
      aria-label="Contact sales"
      className="relative flex flex-col gap-5 border border-stroke-subtle bg-surface-2 px-5 pt-6 pb-6 sm:px-8 sm:pt-8 sm:pb-8"
    >
      <div className="grid gap-x-4 gap-y-5 sm:grid-cols-2">
        <Field label="First Name" {...field('first_name')}>
          <TextInput autoComplete="given-name" {...control('first_name')} />
        </Field>
        <Field label="Last Name" {...field('last_name')}>
          <TextInput autoComplete="family-name" {...control('last_name')} />
        </Field>
        <Field label="Email" {...field('email')}>
          <TextInput type="email" autoComplete="email" {...control('email')} />
        </Field>
        <Field label="Company" {...field('company_name')}>
          <TextInput autoComplete="organization" {...control('company_name')} />
        </Field>
        <div className="sm:col-span-2">
          <Field label="Your question" {...field('message')}>
            <TextArea rows={6} {...control('message')} />
          </Field>
        </div>
      </div>
      <Honeypot />
      {missing !== null && <Notice tone="error">{missing}</Notice>}
      {outcome !== null && (
        <Notice
          tone={outcome.sent ? 'success' : 'error'}
          title={outcome.sent ? sentTexts.title : failedTitle}
        >
          {outcome.text}
        </Notice>
      )}
      <Button type="submit" variant="primary" size="large" block busy={busy}>
        {busy ? 'Sending message...' : 'Send message'}
      </Button>
    </form>
  );
}
