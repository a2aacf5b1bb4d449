import type { DemoRequestField, DemoRequestFields } from '@scout/contract/validation/demoRequest';
import { Button, Field, Notice, TextInput } from '@scout/ui';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { checkFields, type Faults, focusField, readFields } from '../request/formFields.ts';
import { Honeypot } from '../request/Honeypot.tsx';

interface DetailsStepProps {
  fields: DemoRequestFields;
  busy: boolean;
  onChange: (part: Partial<DemoRequestFields>) => void;
  onBack: () => void;
  /** Called with the value of the honeypot field. */
  onSend: (website: string) => void;
}

const inputs = [
  { name: 'first_name', label: 'First name', type: 'text', autoComplete: 'given-name' },
  { name: 'last_name', label: 'Last name', type: 'text', autoComplete: 'family-name' },
  { name: 'email', label: 'Email', type: 'email', autoComplete: 'email' },
  { name: 'company_name', label: 'Company', type: 'text', autoComplete: 'organization' },
] as const satisfies readonly { name: DemoRequestField; label: string; type: string; autoComplete: string }[];

/** Step 2: contact details. */
export function DetailsStep({ fields, busy, onChange, onBack, onSend }: DetailsStepProps) {
  const form = useRef<HTMLFormElement>(null);
  const [faults, setFaults] = useState<Faults>({});
  const [missing, setMissing] = useState<string | null>(null);

  useEffect(() => {
    if (form.current) focusField(form.current, 'first_name');
  }, []);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (busy || !form.current) return;
    const problem = checkFields('contact', fields);
    setFaults(problem?.faults ?? {});
    setMissing(problem?.message ?? null);
    if (problem) focusField(form.current, problem.first);
    else onSend(readFields(form.current).website);
  }

  return (
    <form ref={form} noValidate onSubmit={submit} className="relative flex flex-col gap-4 p-4">
      <div className="grid grid-cols-2 gap-x-3 gap-y-4">
        {inputs.map(({ name, label, ...input }) => (
          <div key={name} className={name === 'email' || name === 'company_name' ? 'col-span-2' : ''}>
            <Field label={label} required disabled={busy} error={faults[name]}>
              <TextInput
                {...input}
                name={name}
                value={fields[name]}
                onChange={(event) => {
                  setFaults(({ [name]: _, ...others }) => others);
                  onChange({ [name]: event.target.value });
                }}
              />
            </Field>
          </div>
        ))}
      </div>
      <Honeypot />
      {missing !== null && <Notice tone="error">{missing}</Notice>}
      <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-2">
        <Button size="large" disabled={busy} onClick={onBack}>
          Back
        </Button>
        <Button type="submit" variant="primary" size="large" block busy={busy}>
          {busy ? 'Sending...' : 'Send'}
        </Button>
      </div>
    </form>
  );
}
