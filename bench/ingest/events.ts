import { eventXml, failedLogonData, logonData, processData } from '@scout/detection/testing/eventXml';

/** Format of an event in its line. */
export type Form = 'xml' | 'flat';

/** Event rate of a busy tenant: batches fall into few quarter hours, as in production. */
const EVENTS_A_SECOND = 200;
/** Milliseconds between two events. */
export const MS_OF_EVENT = 1000 / EVENTS_A_SECOND;

/**
 * Line `index` of the benchmark. Of a hundred events 70 are logons and process starts that match no rule, 10 match one, and 20
 * are others: failed logons of persons and special privileges. 200 machines, 40 service accounts, 500 persons.
 */
export function lineOf(form: Form, index: number, start: number): string {
  const time = new Date(start + Math.floor(index * MS_OF_EVENT)).toISOString();
  const { id, computer, data } = kindOf(index);
  if (form === 'xml') {
    const fields = {
      id,
      time: time.replace('Z', '4321Z'),
      computer,
      recordId: String(5_000_000_000 + index),
      data,
    };
    return JSON.stringify({ xml: eventXml(fields) });
  }
  const values = Object.fromEntries(data);
  return JSON.stringify({
    event_type: `WINDOWS_SECURITY_${id}`,
    timestamp: time,
    record_id: String(5_000_000_000 + index),
    system_context_computer_name: computer,
    target_user_name: values.TargetUserName,
    target_domain_name: values.TargetDomainName,
    subject_user_name: values.SubjectUserName,
    subject_domain_name: values.SubjectDomainName,
    source_host: values.IpAddress,
    source_info_workstation_name: values.WorkstationName,
    logon_type: values.LogonType,
    status: values.Status,
    sub_status: values.SubStatus,
    process_information_new_process_name: values.NewProcessName,
    process_information_command_line: values.CommandLine,
    process_information_parent_process_name: values.ParentProcessName,
  });
}

interface Kind {
  readonly id: number;
  readonly computer: string;
  readonly data: readonly (readonly [string, string])[];
}

function kindOf(index: number): Kind {
  const machine = (index * 7) % 200;
  const workstation = `WS-${1000 + machine}.northwind.example`;
  const production = `PRD-SQL${10 + (machine % 20)}.northwind.example`;
  const person = `j.weber${(index * 13) % 500}`;
  const service = `svc.batch${(index * 11) % 40}`;
  const ip = `192.0.2.${(index * 3) % 60}`;
  // Unique ids and ports keep the body from compressing better than real ones.
  const ids = {
    SubjectLogonId: hex(index, 1),
    TargetLogonId: hex(index, 2),
    NewProcessId: hex(index, 3),
    ProcessId: hex(index, 4),
    IpPort: String(49_152 + (mixed(index, 5) % 16_384)),
  };
  const kind = index % 100;
  if (kind < 40) {
    const user = kind % 2 === 0 ? `WS-${1000 + machine}$` : person;
    return {
      id: 4624,
      computer: production,
      data: logonData({ ...ids, TargetUserName: user, LogonType: '3', IpAddress: ip }),
    };
  }
  if (kind < 70) {
    const path = `C:\\Windows\\System32\\${kind % 2 === 0 ? 'svchost' : 'conhost'}.exe`;
    const command = `${path} -k netsvcs -p -s Schedule`;
    return {
      id: 4688,
      computer: workstation,
      data: processData({ ...ids, NewProcessName: path, CommandLine: command }),
    };
  }
  if (kind < 76) {
    const values = {
      TargetUserName: service,
      IpAddress: ip,
      SubStatus: kind % 2 === 0 ? '0xc000006a' : '0xc0000234',
    };
    return { id: 4625, computer: production, data: failedLogonData(values) };
  }
  if (kind < 78)
    return {
      id: 4624,
      computer: workstation,
      data: logonData({ ...ids, TargetUserName: service, LogonType: '2' }),
    };
  if (kind < 80) {
    const command = `sqlcmd -S tcp:${production},1433 -U ${service} -Q "select 1"`;
    return { id: 4688, computer: workstation, data: processData({ ...ids, CommandLine: command }) };
  }
  if (kind < 90) {
    return {
      id: 4625,
      computer: workstation,
      data: failedLogonData({ ...ids, TargetUserName: person, IpAddress: ip }),
    };
  }
  return { id: 4672, computer: production, data: logonData({ ...ids, SubjectUserName: person }) };
}

/** Reproducible pseudo-random numbers. */
function mixed(index: number, salt: number): number {
  let value = Math.imul(index ^ Math.imul(salt, 0x9e3779b1), 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return (value ^ (value >>> 16)) >>> 0;
}

const hex = (index: number, salt: number): string => `0x${mixed(index, salt).toString(16)}`;
