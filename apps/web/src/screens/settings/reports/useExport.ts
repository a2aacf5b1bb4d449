import { limits } from '@scout/contract';
import { type ExportFormat, exportFileName } from '@scout/contract/exports/tenantEvents';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { api } from '../../../session/current.ts';
import { saveFile } from '../../../shell/saveFile.ts';
import { toast } from '../../../shell/toast.tsx';
import { makeReport, type Progress, type ReportScope, streamReport } from './download.ts';

interface ExportRequest {
  scope: ReportScope;
  format: ExportFormat;
  /** Number of events in the scope when counted. */
  count: number;
}

/** Creates and saves a report: in the browser up to 5,000 events, streamed by the server above that. */
export function useExport() {
  const [progress, setProgress] = useState<Progress | null>(null);
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  const make = useMutation({
    mutationFn: async ({ scope, format, count }: ExportRequest) => {
      const abort = new AbortController();
      running.current = abort;
      const content =
        (await small(scope, format, count)) ?? (await streamReport(scope, format, abort.signal, setProgress));
      saveFile(content, exportFileName(format, Date.now()));
    },
    onSuccess: () => toast.success('Export generated successfully'),
    onError: () => {
      if (!running.current?.signal.aborted) toast.error('Failed to generate export. Please try again.');
    },
    onSettled: () => setProgress(null),
  });
  return { make, progress, cancel: () => running.current?.abort() };
}

/** A report from one call; null when it has more events than a call returns. */
async function small(scope: ReportScope, format: ExportFormat, count: number): Promise<Blob | null> {
  if (count > limits.events.queryRows) return null;
  const answer = await api.tenantEvents({ query: scope });
  if (answer.status !== 200 || answer.headers['x-scout-complete'] !== 'true') return null;
  return makeReport(answer.body, format);
}
