import { isLoopback } from './loopback.ts';

interface Reach {
  readonly host: string;
  readonly publicUrl?: string | undefined;
  readonly databaseUrl?: string | undefined;
  readonly smtpUrl?: string | undefined;
}

/** True for a server of one machine: its own database, no mail server, and no address for others. */
export function isForThisMachine({ host, publicUrl, databaseUrl, smtpUrl }: Reach): boolean {
  if (databaseUrl !== undefined || smtpUrl !== undefined) return false;
  return isLoopback(host) && (publicUrl === undefined || isLoopback(new URL(publicUrl).hostname));
}
