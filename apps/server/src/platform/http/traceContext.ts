import type { IncomingMessage } from 'node:http';

/** Header of W3C Trace Context: version, trace, parent and flags; a later version may have more. */
const TRACEPARENT = /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-[0-9a-f]{2}(?:-.*)?$/;

/** Fields of log lines that join a request to the sender's trace, as OpenTelemetry names them; none without a valid `traceparent`. */
export function traceFieldsOf({ headers }: Pick<IncomingMessage, 'headers'>): {
  readonly trace_id?: string;
  readonly parent_span_id?: string;
} {
  const given = headers.traceparent;
  const [, trace, parent] = (typeof given === 'string' && TRACEPARENT.exec(given)) || [];
  return trace !== undefined && parent !== undefined ? { trace_id: trace, parent_span_id: parent } : {};
}
