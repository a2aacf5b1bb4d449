import { limits, ssoClientSecret } from '@scout/contract';
import { Button, Field, TextInput } from '@scout/ui';
import { type SubmitEvent, useState } from 'react';
import { useSsoChange } from './sso.ts';

/** Replaces the client secret, before the provider ends the one in use. */
export function ReplaceSecret() {
  const change = useSsoChange();
  const [secret, setSecret] = useState('');
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (ssoClientSecret.safeParse(secret).success)
      change.mutate({ client_secret: secret }, { onSuccess: () => setSecret('') });
  };
  return (
    <form noValidate onSubmit={submit} className="flex items-end gap-2">
      <div className="min-w-0 grow">
        <Field label="New client secret">
          <TextInput
            type="password"
            autoComplete="off"
            maxLength={limits.sso.clientSecretMax}
            value={secret}
            onChange={(event) => setSecret(event.target.value)}
          />
        </Field>
      </div>
      <Button type="submit" disabled={secret === ''} busy={change.isPending}>
        Replace
      </Button>
    </form>
  );
}
