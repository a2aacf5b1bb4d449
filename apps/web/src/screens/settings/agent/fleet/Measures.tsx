import type { Agent, AuditPart } from '@scout/contract';
import { NO_VALUE } from '@scout/ui';
import type { ReactNode } from 'react';

const steps = [
  [60, 's', 1],
  [3600, 'min', 60],
  [86_400, 'h', 3600],
  [Number.POSITIVE_INFINITY, 'd', 86_400],
] as const;

/** A duration in one unit: `0.4 s`, `12 s`, `14 min`, `3 h`, `30 d`. */
export function formatSpan(seconds: number | null | undefined): string {
  if (seconds === null || seconds === undefined) return NO_VALUE;
  const [, unit, size] = steps.find(([limit]) => Math.abs(seconds) < limit) ?? steps[3];
  const amount = seconds / size;
  const tenths = unit === 's' && Math.abs(amount) < 10;
  return `${tenths ? Math.round(amount * 10) / 10 : Math.trunc(amount)} ${unit}`;
}

/** A clock skew with its sign: `+90 s`, `−0.4 s`. */
export function formatSkew(seconds: number | null | undefined): string {
  if (seconds === null || seconds === undefined) return NO_VALUE;
  const span = formatSpan(Math.abs(seconds));
  return `${span.startsWith('0 ') ? '' : seconds < 0 ? '−' : '+'}${span}`;
}

const systems: readonly [pattern: RegExp, name: string][] = [
  [/^win(32|dows)/i, 'Windows'],
  [/^(darwin|macos)/i, 'macOS'],
  [/^linux/i, 'Linux'],
];

/** `win32 10.0.20348 x64` as Windows; unknown platforms unchanged. */
export const systemOf = (platform: string): string =>
  systems.find(([pattern]) => pattern.test(platform))?.[1] ?? platform;

/** `Windows 10.0.20348 x64`. */
export const platformOf = (platform: string): string =>
  systems.reduce((text, [pattern, name]) => text.replace(pattern, name), platform);

/** The audit policy categories, in display order. */
export const auditNames: Readonly<Record<AuditPart, string>> = {
  process_creation: 'Process starts',
  command_lines: 'Command lines',
  logons: 'Logons',
};
export const auditKeys = Object.keys(auditNames) as AuditPart[];

/** The audit policy in a word or two. */
export function auditWord(audit: Agent['audit']): string {
  if (audit === null) return NO_VALUE;
  const off = auditKeys.filter((key) => audit[key] === 'off').length;
  if (off > 0) return off === auditKeys.length ? 'Off' : `${off} off`;
  if (auditKeys.some((key) => audit[key] === 'not_read')) return 'Partial';
  return auditKeys.every((key) => audit[key] === 'on') ? 'On' : 'Unknown';
}

interface MeasuresProps {
  /** Names and values, read from top to bottom. */
  rows: readonly { name: string; value: ReactNode }[];
}

/** Measures of one agent, name beside value also on a phone. */
export function Measures({ rows }: MeasuresProps) {
  return (
    <dl className="grid grid-cols-[7.5rem_1fr] gap-x-4 gap-y-1.5 text-body sm:grid-cols-[10rem_1fr]">
      {rows.map(({ name, value }) => (
        <div key={name} className="contents">
          <dt className="text-content-muted">{name}</dt>
          <dd className="min-w-0">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
