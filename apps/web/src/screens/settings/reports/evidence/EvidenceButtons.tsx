import { DownloadIcon } from '@scout/ui';
import { useMutation } from '@tanstack/react-query';
import { sendWithToken } from '../../../../api/client.ts';
import { contractRoutes } from '../../../../api/contractRoutes.ts';
import { session } from '../../../../session/current.ts';
import { ActionButton } from '../../../../shell/ActionButton.tsx';
import { saveFile } from '../../../../shell/saveFile.ts';
import { toast } from '../../../../shell/toast.tsx';

/** A case or a closed review by its number, or a period of ISO times. */
export type EvidenceOf = { case: number } | { review: number } | { from: string; to: string };

const formats = ['json', 'pdf'] as const;
// Without the timeout of other calls: the file is created on request.
const send = sendWithToken(session, (request) => fetch(request));

/** Downloads evidence for auditors, in both formats. */
export function EvidenceButtons({
  of,
  size = 'medium',
  name = 'Evidence',
  inRow = false,
}: {
  of: EvidenceOf | null;
  size?: 'small' | 'medium';
  /** Name of the file on the buttons. */
  name?: string;
  /** In a table row, with only the formats as labels. */
  inRow?: boolean;
}) {
  const download = useMutation({
    mutationFn: async ({ of, format }: { of: EvidenceOf; format: (typeof formats)[number] }) => {
      const url = new URL(contractRoutes.evidence['~orpc'].route.path!, window.location.origin);
      for (const [name, value] of Object.entries({ ...of, format }))
        url.searchParams.set(name, String(value));
      const response = await send(new Request(url));
      if (!response.ok) throw new Error(`HTTP ${response.status}`);
      saveFile(await response.blob(), `${nameOf(of)}.${format}`);
    },
    onSuccess: () => toast.success('Export generated successfully'),
    onError: () => toast.error('Failed to generate export. Please try again.'),
  });
  return formats.map((format) => (
    <ActionButton
      key={format}
      command={`Export ${name.toLowerCase()} as ${format.toUpperCase()}`}
      access="subscriber"
      {...(inRow
        ? { ofRow: true, variant: 'quiet', 'aria-label': `${name} ${format.toUpperCase()}` }
        : { icon: <DownloadIcon /> })}
      busy={download.isPending && download.variables.format === format}
      disabled={of === null || download.isPending}
      size={size}
      onClick={() => of && download.mutate({ of, format })}
    >
      {inRow ? format.toUpperCase() : `${name} ${format.toUpperCase()}`}
    </ActionButton>
  ));
}

function nameOf(of: EvidenceOf): string {
  if ('case' in of) return `scout-evidence-case-${of.case}`;
  if ('review' in of) return `scout-evidence-review-${of.review}`;
  return `scout-evidence-${of.from.slice(0, 10)}-${of.to.slice(0, 10)}`;
}
