import { errors } from '@scout/contract/errors';
import type { ConfigurablePackage } from '@scout/contract/releases';
import { codeOf, messageOf } from '../../api/error.ts';

/** The messages of an agent download (spec sections 4 and 8). */
export const downloadWords = {
  preparing: 'Preparing download...',
  downloading: 'Downloading...',
  done: 'Download completed! Ready to run.',
  noTenant: 'Tenant ID not found. Please contact support.',
  noBinary: errors.agent_binary_not_found.message,
  unavailable: 'Download unavailable',
  failed: 'Download failed',
} as const;

/** The agent download record (spec section 3). */
export type DownloadRecord =
  | { readonly status: 'idle'; readonly message: ''; readonly url: null }
  | { readonly status: 'building'; readonly message: string; readonly url: null }
  | { readonly status: 'completed'; readonly message: string; readonly url: string }
  | { readonly status: 'failed'; readonly message: string; readonly url: null };

/** The dependencies of a download. */
export interface DownloadMeans {
  readonly tenantId: string;
  /** Requests a link to a self-enrolling package. */
  request(wanted: ConfigurablePackage & { tenant_id: string }): Promise<{ agent_url: string }>;
  fetch(url: string, init: RequestInit): Promise<Pick<Response, 'ok' | 'body'>>;
}

/** A failed download, with a message for the person. */
export class DownloadFailure extends Error {}

/**
 * A link to an existing file. Reuses an earlier link while it is valid.
 * @throws DownloadFailure
 */
export async function findDownload(
  means: DownloadMeans,
  wanted: ConfigurablePackage,
  earlier: string | null,
): Promise<string> {
  if (earlier !== null && (await isThere(means, earlier))) return earlier;
  if (means.tenantId === '') throw new DownloadFailure(downloadWords.noTenant);
  const url = await requestLink(means, wanted);
  if (!(await isThere(means, url))) throw new DownloadFailure(downloadWords.noBinary);
  return url;
}

async function requestLink(means: DownloadMeans, wanted: ConfigurablePackage): Promise<string> {
  try {
    return (await means.request({ ...wanted, tenant_id: means.tenantId })).agent_url;
  } catch (error) {
    throw new DownloadFailure(wordsOf(error));
  }
}

function wordsOf(error: unknown): string {
  switch (codeOf(error)) {
    case 'agent_binary_not_found':
      return downloadWords.noBinary;
    case 'not_found':
      return downloadWords.noTenant;
    case 'rate_limited':
    case 'public_url_missing':
    case 'subscription_required':
      return messageOf(error);
    default:
      return downloadWords.failed;
  }
}

/** True when a file exists: by HEAD, otherwise by GET of its first byte, because some proxies do not support HEAD. */
async function isThere({ fetch }: DownloadMeans, url: string): Promise<boolean> {
  for (const init of [{ method: 'HEAD' }, { headers: { range: 'bytes=0-0' } }]) {
    try {
      const answer = await fetch(url, { ...init, cache: 'no-store' });
      await answer.body?.cancel();
      if (answer.ok) return true;
    } catch {
      // Falls through to GET.
    }
  }
  return false;
}
