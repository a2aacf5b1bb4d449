/** Services that PsExec and its free equivalents install on the target machine (MITRE ATT&CK T1569.002), by the start of their names. */
const REMOTE_SERVICES: Readonly<Record<string, string>> = {
  psexesvc: 'PSEXESVC',
  paexec: 'PAExec',
  remcom: 'RemCom',
  csexec: 'csexec',
  winexesvc: 'winexesvc',
};

/** Start of the program of a change that installs such a service. */
const PREFIX = 'remote command ';

/** Program of a change by the name of its service; null for any other service. A name with the machine or a number is the same service. */
export function remoteServiceKey(name: string | null): string | null {
  const key = (name ?? '').toLowerCase();
  const known = Object.keys(REMOTE_SERVICES).find((start) => key.startsWith(start));
  return known === undefined ? null : PREFIX + known;
}

/** Name of the service that runs single commands for a person on another machine; null for any other program. */
export function remoteServiceOf(program: string | null): string | null {
  return program?.startsWith(PREFIX) ? (REMOTE_SERVICES[program.slice(PREFIX.length)] ?? null) : null;
}
