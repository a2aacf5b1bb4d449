import { limits } from '@scout/contract';
import { Field, Notice, SegmentedControl, TextInput } from '@scout/ui';
import { FileChoice } from '../../../lists/FileChoice.tsx';
import type { MetadataDraft } from './metadata.ts';

const ways = [
  { value: 'address', label: 'Address' },
  { value: 'file', label: 'File' },
] as const;

interface MetadataFieldsProps {
  label: string;
  draft: MetadataDraft;
  error: string | false;
  onChange: (draft: MetadataDraft) => void;
}

/** The metadata of a SAML provider: the address that publishes them, or a file. */
export function MetadataFields({ label, draft, error, onChange }: MetadataFieldsProps) {
  const choose = async (file: File) => {
    // One character more than is accepted is enough to say so.
    const text = await file.slice(0, 4 * limits.sso.metadataMax).text();
    onChange({ ...draft, file: { name: file.name, text } });
  };
  return (
    <div className="flex min-w-0 flex-col gap-2.5">
      <span>
        <SegmentedControl
          label={`${label} by`}
          segments={ways}
          value={draft.way}
          onValueChange={(way) => onChange({ ...draft, way })}
        />
      </span>
      {draft.way === 'address' ? (
        <Field label={label} hint="Changed certificates are read with each sign-in." error={error}>
          <TextInput
            type="url"
            mono
            autoComplete="off"
            spellCheck={false}
            maxLength={limits.sso.urlMax}
            placeholder="https://login.company.example/metadata"
            value={draft.address}
            onChange={(event) => onChange({ ...draft, address: event.target.value })}
          />
        </Field>
      ) : (
        <>
          <FileChoice
            label={label}
            accept=".xml,application/xml,text/xml,application/samlmetadata+xml"
            chosen={draft.file?.name}
            onChoose={(file) => void choose(file)}
          />
          {error !== false && <Notice tone="error">{error}</Notice>}
        </>
      )}
    </div>
  );
}
