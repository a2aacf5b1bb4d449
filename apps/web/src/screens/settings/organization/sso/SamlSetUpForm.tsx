import { Button } from '@scout/ui';
import { type SubmitEvent, useState } from 'react';
import { api } from '../../../../session/current.ts';
import { useFormAction } from '../../../../shell/useFormAction.ts';
import { PasswordField } from '../../PasswordField.tsx';
import { MetadataFields } from './MetadataFields.tsx';
import { metadataOf, noMetadata } from './metadata.ts';
import { useSsoSetUp } from './sso.ts';

/** Sets a SAML provider up. Nobody can sign in by it before a test. */
export function SamlSetUpForm() {
  const element = useFormAction('Set single sign-on up…', 'admin');
  const [draft, setDraft] = useState(noMetadata);
  const [password, setPassword] = useState('');
  const [tried, setTried] = useState(false);
  const { create, wrong, forgetWrong } = useSsoSetUp(api.ssoSamlCreate);
  const given = metadataOf(draft);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    setTried(true);
    if (typeof given !== 'string' && password !== '') create.mutate({ ...given, password });
  };
  return (
    <form ref={element} noValidate onSubmit={submit} className="flex min-w-0 flex-col gap-4">
      <MetadataFields
        label="Metadata of the provider"
        draft={draft}
        error={tried && typeof given === 'string' && given}
        onChange={setDraft}
      />
      <PasswordField
        label="Your password"
        value={password}
        error={wrong ?? (tried && password === '' && 'Password is required')}
        onChange={(next) => {
          setPassword(next);
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
