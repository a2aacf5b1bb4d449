import { chmod, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { toWindowsXml } from '@scout/detection/simulation/windowsXml';

const SCRIPT = fileURLToPath(new URL('./wevtutil.mjs', import.meta.url));

/** A Windows security log in a folder, with a program that simulates `wevtutil`. */
export interface StandIn {
  /** The program. */
  readonly command: string;
  /** Replaces the whole log. */
  write(events: readonly string[]): Promise<void>;
  /** Arguments of each call so far. */
  calls(): Promise<string[][]>;
}

/** Creates the program and an empty log in `folder`. */
export async function createStandIn(folder: string): Promise<StandIn> {
  const [command, log, calls] = ['wevtutil', 'events.xml', 'calls'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  await writeFile(log, '');
  await writeFile(calls, '');
  await writeFile(
    command,
    `#!/bin/sh\nSCOUT_STANDIN_LOG='${log}' SCOUT_STANDIN_CALLS='${calls}' exec '${process.execPath}' '${SCRIPT}' "$@"\n`,
  );
  await chmod(command, 0o700);
  return {
    command,
    write: (events) => writeFile(log, events.map((event) => `${event}\n`).join('')),
    calls: async () =>
      (await readFile(calls, 'utf8'))
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as string[]),
  };
}

/** A security event as printed by `wevtutil`, `minute` minutes into a day. */
export function securityEvent(
  record: number,
  minute = record,
  eventId = 4625,
  account = 'svc.billing',
): string {
  return toWindowsXml({
    eventId,
    computer: 'PRD-SQL01.northwind.example',
    time: Date.UTC(2026, 0, 5) + minute * 60_000,
    recordId: String(record),
    data: { TargetUserName: account },
  });
}
