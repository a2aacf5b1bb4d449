import { contract, limits, type PostureFinding } from '@scout/contract';
import { posturesTable } from '@scout/contract/exports/postures';
import { tableFile } from '@scout/contract/exports/table';
import { formatCounted } from '@scout/ui';
import { useMutation } from '@tanstack/react-query';
import { sendWithToken } from '../../../../api/client.ts';
import { messageOf } from '../../../../api/error.ts';
import { api, session } from '../../../../session/current.ts';
import { saveFile } from '../../../../shell/saveFile.ts';
import { toast } from '../../../../shell/toast.tsx';

const { pageRowsMax, fileRows } = limits.postures;
// Without the timeout of other calls: the file is created on request.
const send = sendWithToken(session, (request) => fetch(request));
const dayOf = (now: number): string => new Date(now).toISOString().slice(0, 10);

/** Downloads the report of postures, created by the server. */
export function usePosturesPdf() {
  return useMutation({
    mutationFn: async () => {
      const url = new URL(contract.posturesPdf['~orpc'].route.path!, window.location.origin);
      const response = await send(new Request(url));
      if (!response.ok) throw new Error(`HTTP ${response.status}`);
      saveFile(await response.blob(), `scout-postures-${dayOf(Date.now())}.pdf`);
    },
    onSuccess: () => toast.success('Export generated successfully'),
    onError: () => toast.error('Failed to generate export. Please try again.'),
  });
}

/** Saves the postures of all accounts as CSV. */
export function usePosturesCsv() {
  return useMutation({
    mutationFn: async () => {
      const all: PostureFinding[] = [];
      let cursor: string | undefined;
      do {
        const page = await api.postures({ limit: pageRowsMax, ...(cursor !== undefined && { cursor }) });
        all.push(...page.findings);
        cursor = page.next ?? undefined;
      } while (cursor !== undefined && all.length < fileRows);
      const { text, mediaType } = tableFile('csv', posturesTable(all.slice(0, fileRows)));
      saveFile(new Blob([text], { type: mediaType }), `scout-postures-${dayOf(Date.now())}.csv`);
      return Math.min(all.length, fileRows);
    },
    onSuccess: (count) => toast.success('Postures exported', formatCounted(count, 'row')),
    onError: (error) => toast.error('Postures were not exported', messageOf(error)),
  });
}
