import { readdirSync, readFileSync } from 'node:fs';

/** Seconds of CPU time used by a process, and by PostgreSQL's server processes together. */
export interface CpuSeconds {
  readonly server: number;
  readonly postgres: number;
}

/** Clock ticks per second in /proc, the same on every Linux. */
const TICKS = 100;

/**
 * CPU seconds so far of the server and its supervised processes, from /proc: more accurate than wall time on a busy machine.
 * Undefined without /proc.
 */
export function cpuSeconds(serverPid: number, postmasterPid: number): CpuSeconds | undefined {
  const server = statOf(serverPid);
  if (!server) return undefined;
  const postmaster = statOf(postmasterPid);
  // The postmaster accumulates the time of closed connections.
  let postgres = (postmaster?.seconds ?? 0) + (postmaster?.reaped ?? 0);
  let supervised = 0;
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const stat = statOf(Number(name));
    if (stat?.parent === postmasterPid) postgres += stat.seconds;
    if (stat?.parent === serverPid) supervised += stat.seconds;
  }
  return { server: server.seconds + supervised, postgres };
}

/** The process that started this one; undefined without /proc. */
export const parentOf = (pid: number): number | undefined => statOf(pid)?.parent;

function statOf(pid: number): { parent: number; seconds: number; reaped: number } | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name in parentheses may contain anything; the fields after it are numbers.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    const sum = (first: number) => (Number(fields[first]) + Number(fields[first + 1])) / TICKS;
    return { parent: Number(fields[1]), seconds: sum(11), reaped: sum(13) };
  } catch {
    return undefined;
  }
}
