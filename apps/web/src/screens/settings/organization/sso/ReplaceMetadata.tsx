import { Button } from '@scout/ui';
import { type SubmitEvent, useState } from 'react';
import { MetadataFields } from './MetadataFields.tsx';
import { metadataOf, noMetadata } from './metadata.ts';
import { useSsoChange } from './sso.ts';

/** Replaces the metadata of a SAML provider: needed after its certificates changed only if a file was given. */
export function ReplaceMetadata() {
  const change = useSsoChange();
  const [draft, setDraft] = useState(noMetadata);
  const [tried, setTried] = useState(false);
  const given = metadataOf(draft);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    setTried(true);
    if (typeof given === 'string') return;
    change.mutate(given, {
      onSuccess: () => {
        setDraft(noMetadata);
        setTried(false);
      },
    });
  };
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-2.5">
      <MetadataFields
        label="New metadata"
        draft={draft}
        error={tried && typeof given === 'string' && given}
        onChange={setDraft}
      />
      <span>
        <Button type="submit" busy={change.isPending}>
          Replace
        </Button>
      </span>
    </form>
  );
}
