import { Button } from '@scout/ui';
import { type SubmitEvent, useState } from 'react';
import { PasswordField } from '../../PasswordField.tsx';
import { MetadataFields } from './MetadataFields.tsx';
import { metadataOf, noMetadata } from './metadata.ts';
import { useSsoChange } from './sso.ts';

/** Replaces the metadata of a SAML provider: needed after its certificates changed only if a file was given. */
export function ReplaceMetadata() {
  const change = useSsoChange();
  const [draft, setDraft] = useState(noMetadata);
  const [password, setPassword] = useState('');
  const [tried, setTried] = useState(false);
  const given = metadataOf(draft);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    setTried(true);
    if (typeof given === 'string' || password === '') return;
    change.mutate(
      { ...given, password },
      {
        onSuccess: () => {
          setDraft(noMetadata);
          setPassword('');
          setTried(false);
        },
      },
    );
  };
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-2.5">
      <MetadataFields
        label="New metadata"
        draft={draft}
        error={tried && typeof given === 'string' && given}
        onChange={setDraft}
      />
      <PasswordField
        label="Your password"
        value={password}
        error={tried && password === '' && 'Password is required'}
        onChange={setPassword}
      />
      <span>
        <Button type="submit" busy={change.isPending}>
          Replace
        </Button>
      </span>
    </form>
  );
}
