import {
  clientStart,
  failedLogon,
  interactiveLogon,
  type SecurityLogEntry,
} from '../../e2e/support/securityLog.ts';

/** Kinds of the 5,000 events of an organization: all for one dashboard, or a third each. */
export type Mix = 'service-accounts' | 'failed-logons' | 'interactive-logons' | 'mixed';

const kinds = ['service-accounts', 'failed-logons', 'interactive-logons'] as const;
const minute = 60_000;

/** 5,000 events over 29 days: 40 accounts unless another number is given, 60 machines, 25 servers. */
export function fullWindow(now: number, mix: Mix, accounts = 40): SecurityLogEntry[] {
  return Array.from({ length: 5_000 }, (_, n) => {
    const time = now - minute - n * 8 * minute;
    const account = `svc.${['billing', 'reporting', 'etl', 'ledger', 'archive'][n % 5]}-${Math.floor(n / 5) % (accounts / 5)}`;
    const server = `PRD-SQL${String(n % 25).padStart(2, '0')}`;
    const machine = `WS-${1000 + (n % 60)}`;
    const made: Record<(typeof kinds)[number], () => SecurityLogEntry> = {
      'service-accounts': () => clientStart({ time, computer: machine, account, server }),
      'interactive-logons': () => interactiveLogon({ time, account, workstation: machine }),
      'failed-logons': () =>
        failedLogon({ time, account, server, from: machine, address: `192.0.2.${n % 200}` }),
    };
    return made[mix === 'mixed' ? kinds[n % 3]! : mix]();
  });
}
