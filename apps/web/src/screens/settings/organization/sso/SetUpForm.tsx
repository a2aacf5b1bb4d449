import { limits, newSso } from '@scout/contract';
import { Button, Field, TextInput } from '@scout/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { codeOf, messageOf } from '../../../../api/error.ts';
import { api } from '../../../../session/current.ts';
import { toast } from '../../../../shell/toast.tsx';
import { useFormAction } from '../../../../shell/useFormAction.ts';
import { PasswordField } from '../../PasswordField.tsx';
import { ssoKey } from './sso.ts';

const empty = { issuer: '', client_id: '', client_secret: '', password: '' };

/** Sets a provider up. Nobody can sign in by it before a test. */
export function SetUpForm() {
  const client = useQueryClient();
  const element = useFormAction('Set single sign-on up…', 'admin');
  const [draft, setDraft] = useState(empty);
  const [tried, setTried] = useState(false);
  const [wrong, setWrong] = useState<string>();
  const create = useMutation({
    mutationFn: (input: typeof empty) => api.ssoCreate(input),
    // The input has the secret and the password.
    gcTime: 0,
    onSuccess: () => toast.success('Single sign-on set up', 'Test it now.'),
    onError: (error) => {
      if (codeOf(error) === 'wrong_password') setWrong(messageOf(error));
      else toast.error('Single sign-on was not set up', messageOf(error));
    },
    onSettled: () => client.invalidateQueries({ queryKey: ssoKey() }),
  });
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
          setWrong(undefined);
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
