import type { LoggedEvent } from '../simulation/fields.ts';
import { failedLogon, localLogon, processStart } from '../simulation/securityLog.ts';
import { toWindowsXml } from '../simulation/windowsXml.ts';

/** An event to print, with plausible default values. */
export type EventFields = {
  id: number;
  time: string;
  computer: string;
  provider?: string;
  version?: number;
  recordId?: string;
  /** EventData in order. */
  data: readonly (readonly [name: string, value: string])[];
};

/** XML of one event, as printed by `wevtutil qe /f:xml`. */
export const eventXml = ({ id, ...rest }: EventFields): string => toWindowsXml({ ...rest, eventId: id });

const of = (name: string) => ({ name, domain: 'NORTHWIND' });

/** EventData of a 4624 at a keyboard, in Windows' order; `values` replace the defaults. */
export const logonData = (values: Readonly<Record<string, string>> = {}): [string, string][] =>
  withValues(
    values,
    localLogon({
      account: of('svc.billing'),
      machine: of('WS-1042$'),
      type: '2',
      session: '0x1a2b3c4d5',
    }),
  );

/** EventData of a 4625, in Windows' order; `values` replace the defaults. */
export const failedLogonData = (values: Readonly<Record<string, string>> = {}): [string, string][] =>
  withValues(
    values,
    failedLogon({
      account: of('svc.billing'),
      client: { machine: 'FIN-LAPTOP3', address: '192.0.2.17', port: '57116' },
      code: '0xc000006a',
    }),
  );

/** EventData of a 4688, in Windows' order; `values` replace the defaults. */
export const processData = (values: Readonly<Record<string, string>> = {}): [string, string][] =>
  withValues(
    values,
    processStart({
      by: { ...of('j.weber'), session: '0x9a3f1' },
      program: 'C:\\Program Files\\Microsoft SQL Server\\Client SDK\\ODBC\\170\\Tools\\Binn\\SQLCMD.EXE',
      parent: 'C:\\Windows\\System32\\cmd.exe',
      commandLine: 'sqlcmd -S tcp:PRD-SQL01\\BILLING,1433 -U svc.billing -Q "select 1"',
    }),
  );

const withValues = (values: Readonly<Record<string, string>>, { data }: LoggedEvent): [string, string][] =>
  Object.entries(data).map(([name, value]) => [name, values[name] ?? value]);
