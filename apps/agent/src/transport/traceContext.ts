import { randomBytes } from 'node:crypto';

/** Header `traceparent` of W3C Trace Context for a trace of its own, by which log lines of proxies and the server are joined. */
export const newTraceparent = (): string =>
  `00-${randomBytes(16).toString('hex')}-${randomBytes(8).toString('hex')}-01`;
