import { contract } from '@scout/contract';
import { useMutation } from '@tanstack/react-query';
import { sendWithToken } from '../../../../api/client.ts';
import { session } from '../../../../session/current.ts';
import { saveFile } from '../../../../shell/saveFile.ts';
import { toast } from '../../../../shell/toast.tsx';

// Without the timeout of other calls: the file is created on request.
const send = sendWithToken(session, (request) => fetch(request));

/** Downloads the report of a month, created by the server. */
export function useMonthlyPdf() {
  return useMutation({
    mutationFn: async (month: string) => {
      const url = new URL(contract.monthlyReportPdf['~orpc'].route.path!, window.location.origin);
      url.searchParams.set('month', month);
      const response = await send(new Request(url));
      if (!response.ok) throw new Error(`HTTP ${response.status}`);
      saveFile(await response.blob(), `scout-report-${month}.pdf`);
    },
    onSuccess: () => toast.success('Export generated successfully'),
    onError: () => toast.error('Failed to generate export. Please try again.'),
  });
}
