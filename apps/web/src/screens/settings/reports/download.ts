import { contract, type TenantEvent } from '@scout/contract';
import {
  type ExportFormat,
  exportHead,
  exportLines,
  exportMediaTypes,
} from '@scout/contract/exports/tenantEvents';
import { sendWithToken } from '../../../api/client.ts';
import { session } from '../../../session/current.ts';

/** Which events: a window (ISO times, both ends included), and a type or all of them. */
export interface ReportScope {
  from: string;
  to: string;
  event_type?: string;
}

export interface Progress {
  /** Events received. */
  received: number;
  /** Events to come in all. */
  total: number;
}

const calls = { csv: contract.tenantEventsCsv, txt: contract.tenantEventsTxt };
// A long report takes longer than any other call may.
const send = sendWithToken(session, (request) => fetch(request));

/** Events that the browser holds as a file's content. */
export function makeReport(events: readonly TenantEvent[], format: ExportFormat): Blob {
  return new Blob([exportHead(format), exportLines(events, format)], { type: exportMediaTypes[format] });
}

/**
 * A report that the server writes, in the same bytes, as it arrives.
 * @throws Error 'HTTP {status}' when it is refused, and whatever fetch throws when it breaks off
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
    // A cell may hold a line feed of its own, and the first line names the columns.
    onProgress({ received: Math.min(lines, total), total });
  }
  return new Blob(parts, { type: exportMediaTypes[format] });
}

const lineFeed = 10;

/** The chunks of a body; not every browser iterates over streams. */
async function* chunksOf(body: ReadableStream<Uint8Array<ArrayBuffer>>) {
  const reader = body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    yield value;
  }
}
