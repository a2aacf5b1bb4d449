import { organizationMessages, recipientRule } from '@scout/contract';
import { Button, TextInput } from '@scout/ui';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { inDemoMode } from '../../../demo/demoMode.ts';
import { toast } from '../../../shell/toast.tsx';
import { useFormAction } from '../../../shell/useFormAction.ts';

interface AddressFormProps {
  /** Accessible name of the field: 'Email of the new member'. */
  label: string;
  /** The button: 'Add member'. */
  action: string;
  busy: boolean;
  /** More about the address, between the field and the button. */
  children?: ReactNode;
  /** Suggested addresses. */
  offers?: readonly string[];
  /** Adds a valid address, trimmed and in lower case. Returns false on refusal, which keeps the text. */
  onAdd: (email: string) => Promise<boolean>;
}

/** A form for one address, with the specification's messages (section 5, settings). */
export function AddressForm({ label, action, busy, offers, children, onAdd }: AddressFormProps) {
  const element = useFormAction(`${action}…`, 'admin');
  const [text, setText] = useState('');
  const [invalid, setInvalid] = useState(false);
  const list = useId();

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (inDemoMode(window)) {
      toast.info('Demo Mode', `"${action}" is not available in demo mode.`);
      return;
    }
    const checked = recipientRule.safeParse(text);
    setInvalid(!checked.success);
    if (!checked.success) {
      toast.error(organizationMessages.invalidEmailTitle, organizationMessages.invalidEmail);
      return;
    }
    if (await onAdd(checked.data)) setText('');
  }

  return (
    <form
      ref={element}
      noValidate
      onSubmit={(event) => void submit(event)}
      className="flex gap-2 px-4 pb-3 max-sm:flex-col"
    >
      <TextInput
        type="email"
        aria-label={label}
        aria-invalid={invalid || undefined}
        placeholder="name@company.example"
        autoComplete="off"
        spellCheck={false}
        value={text}
        {...(offers && { list })}
        onChange={(event) => {
          setText(event.target.value);
          setInvalid(false);
        }}
      />
      {offers && (
        <datalist id={list}>
          {offers.map((email) => (
            <option key={email} value={email} />
          ))}
        </datalist>
      )}
      {children}
      <span className="flex items-center">
        <Button type="submit" busy={busy}>
          {action}
        </Button>
      </span>
    </form>
  );
}
