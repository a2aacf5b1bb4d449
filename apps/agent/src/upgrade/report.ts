import { readFileSync } from 'node:fs';
import type { UpgradeReport } from '@scout/contract';
import { limits } from '@scout/contract/limits';
import { isNewer, versionPattern } from '@scout/contract/releases';
import { fieldsOf } from '../transport/request.ts';
import { parseRolledBack } from './rolledBackVersion.ts';
import type { stagingOf } from './staging.ts';

const cut = (text: string): string => text.slice(0, limits.agentUpgrade.messageMax);

export const failureReport = (version: string, message: string): UpgradeReport => ({
  version,
  outcome: 'failed',
  message: cut(message),
});

/** The last upgrade, if its version is newer than `present` and it was rolled back or could not be installed. Null otherwise. */
export function readUpgradeReport(
  { refused, failed }: Pick<ReturnType<typeof stagingOf>, 'refused' | 'failed'>,
  present: string,
): UpgradeReport | null {
  const reports = [failureIn(textOf(failed)), rollBackIn(textOf(refused))];
  const newer = reports.filter((report) => report !== null && isNewer(report.version, present));
  // Two attempts may have left both; the newer release is reported.
  return newer.reduce((a, b) => (a && b && isNewer(a.version, b.version) ? a : b), null);
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

function rollBackIn(text: string): UpgradeReport | null {
  const refusal = parseRolledBack(text);
  if (refusal === null || !versionPattern.test(refusal.version)) return null;
  const { version, again } = refusal;
  const message =
    again === null
      ? 'The server did not hear from it; not retried.'
      : `The server did not hear from it. Retried from ${again} on.`;
  return { version, outcome: 'rolled_back', message };
}

function failureIn(text: string): UpgradeReport | null {
  try {
    const { version, message } = fieldsOf(JSON.parse(text));
    if (typeof version !== 'string' || !versionPattern.test(version) || typeof message !== 'string')
      return null;
    return failureReport(version, message);
  } catch {
    return null;
  }
}
