import { ssoMetadata, ssoMetadataUrl } from '@scout/contract';

/** Ways to give metadata. */
export type MetadataWay = 'address' | 'file';

/** Metadata as they are entered. */
export interface MetadataDraft {
  readonly way: MetadataWay;
  readonly address: string;
  /** Name and text of the chosen file. */
  readonly file: { readonly name: string; readonly text: string } | null;
}

export const noMetadata: MetadataDraft = { way: 'address', address: '', file: null };

/** Metadata for a call; a text says what is wrong with them. */
export function metadataOf({
  way,
  address,
  file,
}: MetadataDraft): { metadata_url: string } | { metadata: string } | string {
  if (way === 'address') {
    const checked = ssoMetadataUrl.safeParse(address);
    return checked.success ? { metadata_url: checked.data } : problemIn(checked.error);
  }
  if (file === null) return 'Choose the file with the metadata.';
  const checked = ssoMetadata.safeParse(file.text);
  return checked.success ? { metadata: checked.data } : problemIn(checked.error);
}

const problemIn = ({ issues }: { issues: readonly { message: string }[] }) =>
  issues[0]?.message ?? 'Check this value.';
