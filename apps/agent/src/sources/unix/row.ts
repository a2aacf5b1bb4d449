import { EVENTS, typeOfEvent } from '@scout/detection/catalogue/events';

/** A Unix log entry in terms of the three Windows events used by the rules. */
export type UnixEvent = Logon | ProcessStart;

export interface Logon {
  readonly kind: 'logon' | 'failed_logon';
  readonly account: string;
  /** The matching Windows logon type: 2 at the machine, 3 network, 4 batch, 7 unlock, 10 remote. */
  readonly logonType: number;
  /** Source address or name; null at the machine itself. */
  readonly source: string | null;
  /** The requesting user, if known: `alice` for `su svc.etl`. */
  readonly subject: string | null;
  /** NTSTATUS of a failure's reason. */
  readonly subStatus: string | null;
}

export interface ProcessStart {
  readonly kind: 'process_start';
  readonly subject: string;
  readonly process: string;
  readonly commandLine: string;
  /** Account and server in the command line, if its client's options are known. */
  readonly account: string | null;
  readonly server: string | null;
}

/** Place, time and logging program of an event. */
export interface Circumstance {
  /** Epoch milliseconds. */
  readonly time: number;
  readonly host: string;
  readonly provider: string;
  /** Identity of the entry in its log, if it has a number. */
  readonly recordId?: string;
}

/** Unknown user name, wrong password, account restriction: the codes of a failed logon. */
export const FAILURE = {
  unknownUser: '0xc0000064',
  wrongPassword: '0xc000006a',
  restricted: '0xc000006e',
} as const;
const PROCESS_START = typeOfEvent(EVENTS.processStart);
const LOGON = typeOfEvent(EVENTS.logon);
const FAILED_LOGON = typeOfEvent(EVENTS.failedLogon);
const LOGON_FAILURE = '0xc000006d';

/** The row to send, with the field names of the specification's section 3. */
export function rowOf(event: UnixEvent, { time, host, provider, recordId }: Circumstance): string {
  const common = {
    timestamp: new Date(time).toISOString(),
    provider,
    ...(recordId === undefined ? {} : { record_id: recordId }),
    system_context_computer_name: host,
  };
  if (event.kind === 'process_start') {
    return JSON.stringify({
      event_type: PROCESS_START,
      ...common,
      subject_user_name: event.subject,
      target_user_name: event.account,
      target_computer_name: event.server,
      process_information_new_process_name: event.process,
      process_information_command_line: event.commandLine,
    });
  }
  const failed = event.kind === 'failed_logon';
  return JSON.stringify({
    event_type: failed ? FAILED_LOGON : LOGON,
    ...common,
    target_user_name: event.account,
    subject_user_name: event.subject,
    logon_type: String(event.logonType),
    source_host: event.source,
    ...(failed ? { status: LOGON_FAILURE, sub_status: event.subStatus } : {}),
  });
}
