import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { AGENT_NAMES_LIMITS, type AgentNames, STANDARD_AGENT_NAMES } from '@scout/detection/agentNames';
import { SETTINGS_LIMITS } from '@scout/detection/settings';
import { ntlmCheck, ticketOfAccount, ticketOfService } from '@scout/detection/simulation/controllerLog';
import { logOff } from '@scout/detection/simulation/securityLog';
import { toWindowsXml } from '@scout/detection/simulation/windowsXml';
import { startAgent } from './forwarders.ts';
import { percentOfCore, usageOf } from './usage.ts';

/** Names of an organization, and an account that they match. */
interface Round {
  readonly name: string;
  readonly names: AgentNames;
  readonly account: (index: number) => string;
}

const STAND_IN = join(import.meta.dirname, 'controllerLog.mjs');
const SETTLE_MS = 4_000;
/** Events after which kinds and accounts repeat. */
const POOL = 4_000;
/** Of this many events one concerns a service account. */
const SHARE = 10;

const longest = (n: number): string =>
  `${n}*a*a*a*a*a*a*a*a*a*`.padEnd(SETTINGS_LIMITS.entryLength - 1, 'a?').concat('b');

/** The default names, an organization's own, and the most and the most laborious ones that an agent takes. */
const ROUNDS: readonly Round[] = [
  { name: 'default names', names: STANDARD_AGENT_NAMES, account: (n) => `svc.batch${n}` },
  {
    name: 'own names',
    names: {
      ...STANDARD_AGENT_NAMES,
      service_accounts: { standard: true, entries: ['sa_*', 'etl-*', 'batchuser', 'gmsa-*$'] },
      accounts: ['ledger$', 'fxfeed'],
    },
    account: (n) => `sa_batch${n}`,
  },
  {
    name: 'the most names',
    names: {
      ...STANDARD_AGENT_NAMES,
      service_accounts: {
        standard: true,
        entries: ['sa_*', ...Array.from({ length: SETTINGS_LIMITS.patterns - 1 }, (_, n) => longest(n))],
      },
      accounts: Array.from({ length: AGENT_NAMES_LIMITS.accounts }, (_, n) => `account${n}`),
    },
    account: (n) => `sa_batch${n}`,
  },
];

export interface ControllerResult {
  readonly name: string;
  /** Of one core. */
  readonly busyPercent: number;
  readonly residentMegabytes: number;
  readonly peakMegabytes: number;
  /** Events of service accounts that the log held by the end, and those that arrived. */
  readonly due: number;
  readonly arrived: number;
}

/** Follows a controller's log with each kind of names in turn. */
export async function measureController(
  program: string,
  folder: string,
  { rate, seconds }: { readonly rate: number; readonly seconds: number },
): Promise<ControllerResult[]> {
  const results: ControllerResult[] = [];
  for (const [index, round] of ROUNDS.entries())
    results.push(await measure(program, `${folder}/controller-${index}`, round, { rate, seconds }));
  return results;
}

async function measure(
  program: string,
  prefix: string,
  { name, names, account }: Round,
  { rate, seconds }: { readonly rate: number; readonly seconds: number },
): Promise<ControllerResult> {
  const [pool, clock, wevtutil] = ['pool', 'clock', 'wevtutil'].map((kind) => `${prefix}-${kind}`) as [
    string,
    string,
    string,
  ];
  await writeFile(pool, Array.from({ length: POOL }, (_, n) => `${eventOf(n, account)}\n`).join(''));
  const start = Date.now();
  await writeFile(clock, JSON.stringify({ start, rate }));
  await writeFile(
    wevtutil,
    `#!/bin/sh\nSCOUT_BENCH_POOL='${pool}' SCOUT_BENCH_CLOCK='${clock}' exec '${process.execPath}' '${STAND_IN}' "$@"\n`,
  );
  await chmod(wevtutil, 0o755);
  const forwarder = await startAgent(program, `${prefix}-work`, 'windows:', { names, wevtutil });
  try {
    while (forwarder.sink.lines() === 0) await sleep(50);
    await sleep(SETTLE_MS);
    let resident = 0;
    const busyPercent = await percentOfCore(forwarder.pid, async () => {
      const end = performance.now() + seconds * 1000;
      while (performance.now() < end) {
        resident = Math.max(resident, usageOf(forwarder.pid).residentBytes);
        await sleep(100);
      }
    });
    const due = Math.floor(((Date.now() - start) * rate) / 1000 / SHARE);
    const patience = performance.now() + 30_000;
    while (forwarder.sink.lines() < due && performance.now() < patience) await sleep(50);
    const { peakBytes } = usageOf(forwarder.pid);
    return {
      name,
      busyPercent,
      residentMegabytes: resident / 1e6,
      peakMegabytes: peakBytes / 1e6,
      due,
      arrived: forwarder.sink.lines(),
    };
  } finally {
    await forwarder.stop();
  }
}

/** The most frequent events of a controller: tickets, NTLM, and network log-offs of machines and persons. */
function eventOf(index: number, serviceAccount: (index: number) => string): string {
  const of =
    index % SHARE === 0
      ? serviceAccount(index % 40)
      : index % 2 === 0
        ? `j.weber${index % 500}`
        : `WS-${1000 + (index % 300)}$`;
  const account = { name: of, domain: 'NORTHWIND' };
  const client = {
    machine: 'APP01',
    address: `::ffff:10.20.1.${index % 250}`,
    port: String(49_152 + (index % 16_384)),
  };
  const kind = index % 20;
  const { eventId, data } =
    kind < 10
      ? ticketOfService({
          account: { ...account, domain: 'NORTHWIND.EXAMPLE' },
          client,
          server: `FS${index % 30}`,
        })
      : kind < 14
        ? ticketOfAccount({ account, client })
        : kind < 16
          ? ntlmCheck({ account, client })
          : logOff({ account, session: '0x1a2b3c4d5' });
  return toWindowsXml({
    eventId,
    time: new Date().toISOString(),
    computer: 'DC01.northwind.example',
    recordId: '@ID@',
    data,
  });
}
