import { limits, newSso } from '@scout/contract';
import { Button, Field, TextInput } from '@scout/ui';
import { type SubmitEvent, useState } from 'react';
import { api } from '../../../../session/current.ts';
import { useFormAction } from '../../../../shell/useFormAction.ts';
import { PasswordField } from '../../PasswordField.tsx';
import { useSsoSetUp } from './sso.ts';

const empty = { issuer: '', client_id: '', client_secret: '', password: '' };

/** Sets an OpenID provider up. Nobody can sign in by it before a test. */
export function SetUpForm() {
  const element = useFormAction('Set single sign-on up…', 'admin');
  const [draft, setDraft] = useState(empty);
  const [tried, setTried] = useState(false);
  const { create, wrong, forgetWrong } = useSsoSetUp(api.ssoCreate);
  const change = (part: Partial<typeof empty>) => setDraft({ ...draft, ...part });
  const problemOf = (name: keyof typeof newSso.shape) => {
    const checked = newSso.shape[name].safeParse(draft[name]);
    return tried && !checked.success && (checked.error.issues[0]?.message ?? 'Check this value.');
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    setTried(true);
    if (newSso.safeParse(draft).success && draft.password !== '') create.mutate(draft);
  };
  return (
    <form ref={element} noValidate onSubmit={submit} className="flex min-w-0 flex-col gap-4">
      <Field label="Issuer" error={problemOf('issuer')}>
        <TextInput
          type="url"
          mono
          autoComplete="off"
          spellCheck={false}
          maxLength={limits.sso.issuerMax}
          placeholder="https://login.company.example"
          value={draft.issuer}
          onChange={(event) => change({ issuer: event.target.value })}
        />
      </Field>
      <Field label="Client ID" error={problemOf('client_id')}>
        <TextInput
          mono
          autoComplete="off"
          spellCheck={false}
          maxLength={limits.sso.clientIdMax}
          value={draft.client_id}
          onChange={(event) => change({ client_id: event.target.value })}
        />
      </Field>
      <Field
        label="Client secret"
        hint="Stored encrypted, and never shown again."
        error={problemOf('client_secret')}
      >
        <TextInput
          type="password"
          autoComplete="off"
          maxLength={limits.sso.clientSecretMax}
          value={draft.client_secret}
          onChange={(event) => change({ client_secret: event.target.value })}
        />
      </Field>
      <PasswordField
        label="Your password"
        value={draft.password}
        error={wrong ?? (tried && draft.password === '' && 'Password is required')}
        onChange={(password) => {
          change({ password });
          forgetWrong();
        }}
      />
      <span>
        <Button type="submit" variant="primary" busy={create.isPending}>
          Set up
        </Button>
      </span>
    </form>
  );
}
