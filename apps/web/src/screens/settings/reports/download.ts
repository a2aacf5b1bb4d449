import type { TenantEvent } from '@scout/contract';
import {
  type ExportFormat,
  exportHead,
  exportLines,
  exportMediaTypes,
} from '@scout/contract/exports/tenantEvents';
import { sendWithToken } from '../../../api/client.ts';
import { contractRoutes } from '../../../api/contractRoutes.ts';
import { session } from '../../../session/current.ts';

/** The selected events: a window (ISO times, inclusive), and a type or all types. */
export interface ReportScope {
  from: string;
  to: string;
  event_type?: string;
}

export interface Progress {
  /** Events received. */
  received: number;
  /** Total number of events. */
  total: number;
}

const calls = { csv: contractRoutes.tenantEventsCsv, txt: contractRoutes.tenantEventsTxt };
// Without the timeout of other calls.
const send = sendWithToken(session, (request) => fetch(request));

/** The file content for events in memory. */
export function makeReport(events: readonly TenantEvent[], format: ExportFormat): Blob {
  return new Blob([exportHead(format), exportLines(events, format)], { type: exportMediaTypes[format] });
}

/**
 * Streams a report that the server writes with the same bytes.
 * @throws Error 'HTTP {status}' on refusal, and the errors of fetch on interruption
 */
export async function streamReport(
  scope: ReportScope,
  format: ExportFormat,
  signal: AbortSignal,
  onProgress: (progress: Progress) => void,
): Promise<Blob> {
  const url = new URL(calls[format]['~orpc'].route.path!, window.location.origin);
  url.search = String(new URLSearchParams({ ...scope }));
  const response = await send(new Request(url, { signal }));
  if (!response.ok || response.body === null) throw new Error(`HTTP ${response.status}`);
  const total = Number(response.headers.get('x-scout-count') ?? 0);
  const parts: BlobPart[] = [];
  let lines = 0;
  for await (const part of chunksOf(response.body)) {
    parts.push(part);
    lines += part.reduce((count, byte) => (byte === lineFeed ? count + 1 : count), 0);
    // Cells may contain line feeds, and the first line holds the column names.
    onProgress({ received: Math.min(lines, total), total });
  }
  return new Blob(parts, { type: exportMediaTypes[format] });
}

const lineFeed = 10;

/** The chunks of a body, because not every browser supports iterating over streams. */
async function* chunksOf(body: ReadableStream<Uint8Array<ArrayBuffer>>) {
  const reader = body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    yield value;
  }
}
