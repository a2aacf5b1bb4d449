import type { SiteAlert } from '@scout/detection/siteMatcher';

/** The initial event of each definition, as stored by ingest. */
export const samples: Record<SiteAlert['id'], Readonly<Record<string, string>>> = {
  'failed-logon': {
    event_type: 'WINDOWS_SECURITY_4625',
    target_user_name: 'NORTHWIND\\svc.billing',
    system_context_computer_name: 'PRD-SQL01.northwind.example',
    failure_reason: 'wrong password',
  },
  'interactive-logon': {
    event_type: 'WINDOWS_SECURITY_4624',
    target_user_name: 'svc.billing',
    logon_type: '2',
    system_context_computer_name: 'FIN-LAPTOP3',
  },
  'client-start': {
    event_type: 'WINDOWS_SECURITY_4688',
    system_context_computer_name: 'WS-1042',
    subject_user_name: 'j.weber',
    process_information_new_process_name: 'C:\\Tools\\sqlcmd.exe',
    process_information_command_line: 'sqlcmd -S PROD-LEDGER-02 -U svc.reporting',
  },
};
