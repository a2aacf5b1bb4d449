import { matchRules, type Row } from '@scout/detection';
import { expect, it } from 'vitest';
import { type Industry, industries } from './industryData.ts';

/** The anomalous log line as the event that the slide names, as stored by ingest. */
function rowOf({ log, odd, event }: Industry): Row {
  const [time, account, from, to] = log[odd]!;
  const [id = '', program = ''] = [event.slice(0, 4), event.split(', ')[1]];
  const row = { timestamp: `2026-11-21T${time}.000Z`, event_type: `WINDOWS_SECURITY_${id}` };
  switch (id) {
    case '4624':
      return {
        ...row,
        target_user_name: account,
        system_context_computer_name: from,
        logon_type: /type (\d+)/.exec(event)?.[1],
      };
    case '4625':
      return { ...row, target_user_name: account, system_context_computer_name: to, source_host: from };
    default:
      return {
        ...row,
        subject_user_name: 'm.keller',
        system_context_computer_name: from,
        process_information_new_process_name: `C:\\Tools\\${program}`,
        process_information_command_line: `${program} -S ${to} -U ${account}`,
      };
  }
}

it.each(industries)('$name: Scout detects the incident of the slide', (industry) => {
  const [, account] = industry.log[industry.odd]!;
  expect(matchRules(rowOf(industry))[0]).toMatchObject({ serviceAccount: account });
});
