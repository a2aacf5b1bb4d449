import { limits } from '@scout/contract';
import type { ConfigurablePackage } from '@scout/contract/releases';
import { useEffect, useRef, useState } from 'react';
import { api } from '../../session/current.ts';
import { noteDownload } from '../../session/download.ts';
import { useOrganization } from '../../session/organization.ts';
import { toast } from '../../shell/toast.tsx';
import {
  DownloadFailure,
  type DownloadMeans,
  type DownloadRecord,
  downloadWords,
  findDownload,
} from './agentDownload.ts';

const idle: DownloadRecord = { status: 'idle', message: '', url: null };

/** One platform's download: idle, building, completed or failed (spec section 4). */
export function useAgentDownload(): {
  record: DownloadRecord;
  start: (wanted: ConfigurablePackage) => Promise<void>;
  /** Called when another package is selected. */
  reset: () => void;
} {
  const { tenant } = useOrganization();
  const [record, setRecord] = useState<DownloadRecord>(idle);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const means: DownloadMeans = {
    tenantId: tenant.tenant_id,
    request: ({ tenant_id, platform, arch, kind }) =>
      api.downloadsAgentWithConfig({
        tenant_id,
        platform,
        package: kind,
        ...(arch !== 'universal' && { arch }),
      }),
    fetch: (url, init) => fetch(url, init),
  };

  async function start(wanted: ConfigurablePackage): Promise<void> {
    const earlier = record.url;
    clearTimeout(timer.current);
    setRecord({ status: 'building', message: downloadWords.preparing, url: null });
    try {
      const url = await findDownload(means, wanted, earlier);
      noteDownload(window.localStorage, Date.now());
      navigateTo(url);
      setRecord({ status: 'completed', message: downloadWords.downloading, url });
      timer.current = setTimeout(
        () => setRecord({ status: 'completed', message: downloadWords.done, url }),
        limits.timers.agentStatusMs,
      );
    } catch (error) {
      const message = error instanceof DownloadFailure ? error.message : downloadWords.failed;
      setRecord({ status: 'failed', message, url: null });
      const title = message === downloadWords.noBinary ? downloadWords.unavailable : downloadWords.failed;
      toast.error(title, message === title ? undefined : message);
    }
  }

  const reset = () => {
    clearTimeout(timer.current);
    setRecord(idle);
  };
  return { record, start, reset };
}

/** Saves the file without leaving the page. */
function navigateTo(url: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = '';
  link.click();
}
