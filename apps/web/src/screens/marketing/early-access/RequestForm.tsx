import { limits } from '@scout/contract/limits';
import {
  companySizes,
  type DemoRequestField,
  type DemoRequestFields,
  demoRequestMessages,
} from '@scout/contract/validation/demoRequest';
import { Button, Field, NativeSelect, Notice, TextArea, TextInput } from '@scout/ui';
import { type FocusEvent, type FormEvent, useEffect, useRef, useState } from 'react';
import { CallFailure } from '../../../api/publicCall.ts';
import { paths } from '../../../paths.ts';
import { checkFields, type Faults, focusField, readFields } from '../request/formFields.ts';
import { Honeypot } from '../request/Honeypot.tsx';
import { createSender } from '../request/sendRequest.ts';
import type { EarlyAccessPerson } from './askAboutPerson.ts';
import { useDuplicateCheck } from './useDuplicateCheck.ts';

/** Fields that are prefilled for a signed-in user. */
const prefilled = ['first_name', 'last_name', 'email', 'phone', 'company_name', 'job_title'] as const;

interface RequestFormProps {
  /** The signed-in person; null for a visitor. */
  known: EarlyAccessPerson | null;
}

/** The early-access request form. Uses native inputs, so that text typed before hydration is kept. */
export function RequestForm({ known }: RequestFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const [since] = useState(() => performance.now());
  const [send] = useState(createSender);
  const [faults, setFaults] = useState<Faults>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const duplicate = useDuplicateCheck();
  const filledIn = prefillOf(known);
  const noticed = useNoticeSeconds(Object.keys(filledIn).length > 0);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy || !form.current) return;
    const { fields, website } = readFields(form.current, filledIn);
    const problem = checkFields('early_access', fields);
    setFaults(problem?.faults ?? {});
    setFailure(problem?.message ?? null);
    if (problem) return focusField(form.current, problem.first);
    setBusy(true);
    try {
      await send('early_access', fields, { website, since });
      window.location.assign(paths.earlyAccessSuccessful);
    } catch (error) {
      setBusy(false);
      if (error instanceof CallFailure && error.code === '23505') duplicate.found(fields.email);
      else setFailure(failureMessage(error));
    }
  }

  /** Attributes of a control and of its Field. */
  const control = (name: DemoRequestField) => ({
    name,
    defaultValue: filledIn[name] ?? '',
    onInput: () => {
      if (name in faults) setFaults(({ [name]: _, ...others }) => others);
    },
  });
  const field = (name: DemoRequestField) => ({
    error: faults[name],
    disabled: busy || name in filledIn,
  });

  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => void submit(event)}
      aria-label="Early access request"
      className="relative flex flex-col gap-5 border border-stroke-subtle bg-surface-2 px-5 pt-5 pb-6 sm:px-8 sm:pt-6 sm:pb-8"
    >
      <p role="status" className="min-h-5 text-body text-content-muted">
        {noticed
          ? 'Filled in from your account. These fields cannot be changed here.'
          : 'Fields marked with * are required.'}
      </p>
      <div className="grid gap-x-4 gap-y-5 sm:grid-cols-2">
        <Field label="First Name" required {...field('first_name')}>
          <TextInput autoComplete="given-name" {...control('first_name')} />
        </Field>
        <Field label="Last Name" required {...field('last_name')}>
          <TextInput autoComplete="family-name" {...control('last_name')} />
        </Field>
        <Field
          label="Email Address"
          required
          {...field('email')}
          error={duplicate.state === 'duplicate' ? demoRequestMessages.duplicate : faults.email}
          hint={duplicate.state === 'asking' ? 'Checking for an existing request...' : undefined}
        >
          <TextInput
            type="email"
            autoComplete="email"
            {...control('email')}
            onInput={() => {
              control('email').onInput();
              duplicate.forget();
            }}
            onBlur={(event: FocusEvent<HTMLInputElement>) => void duplicate.ask(event.target.value)}
          />
        </Field>
        <Field label="Phone Number" {...field('phone')}>
          <TextInput type="tel" autoComplete="tel" {...control('phone')} />
        </Field>
        <Field label="Organization Name" required {...field('company_name')}>
          <TextInput autoComplete="organization" {...control('company_name')} />
        </Field>
        <Field label="Organization Size" {...field('company_size')}>
          <NativeSelect placeholder="Select a size" options={companySizes} {...control('company_size')} />
        </Field>
        <div className="sm:col-span-2">
          <Field label="Role / Title" {...field('job_title')}>
            <TextInput autoComplete="organization-title" {...control('job_title')} />
          </Field>
        </div>
        <div className="sm:col-span-2">
          <Field label="About your organization" {...field('message')}>
            <TextArea
              rows={5}
              placeholder="Your systems, number of service accounts, concerns"
              {...control('message')}
            />
          </Field>
        </div>
      </div>
      <Honeypot />
      {failure !== null && <Notice tone="error">{failure}</Notice>}
      <Button
        type="submit"
        variant="primary"
        size="large"
        block
        busy={busy}
        disabled={duplicate.state === 'duplicate'}
      >
        {busy ? 'Submitting request...' : 'Request Enterprise Access'}
      </Button>
    </form>
  );
}

/** The fields that can be prefilled for a signed-in user; missing values are omitted. */
function prefillOf(known: EarlyAccessPerson | null): Partial<DemoRequestFields> {
  if (known === null) return {};
  return Object.fromEntries(
    prefilled.flatMap((name) => (known[name].trim() === '' ? [] : [[name, known[name]]])),
  );
}

/** True while the notice about prefilled fields is shown. */
function useNoticeSeconds(isFilledIn: boolean): boolean {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    if (!isFilledIn) return;
    const timer = setTimeout(() => setOver(true), limits.timers.autofillNoticeSeconds * 1000);
    return () => clearTimeout(timer);
  }, [isFilledIn]);
  return isFilledIn && !isOver;
}

/** The server's message, or the one of spec section 8. */
function failureMessage(error: unknown): string {
  const isWorded = error instanceof CallFailure && error.code !== null && error.code !== 'internal';
  return isWorded ? error.message : demoRequestMessages.failed;
}
