import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { matchRules, type NormaliseResult, normaliseLine } from '@scout/detection';
import { eventXml, failedLogonData, logonData, processData } from '@scout/detection/testing/eventXml';

const HELP = `npm run bench:detection -- [--events N] [--seconds S] [--json]

How many events a second one core normalises and matches against the rules, from each form in which a line may come,
beside the ceiling of the same run: JSON.parse of the same lines and nothing else. Rates are of CPU time of the main thread,
so that other work on the machine counts little; the best of three rounds is shown.

  --events N    different lines of each form to go round in (default 20000)
  --seconds S   CPU seconds of each round (default 1)
  --json        print one JSON object instead of a table
  --help        print this`;

/** Rates in lines per second. */
type Result = {
  form: 'xml' | 'json' | 'flat';
  bytesPerLine: number;
  ceiling: number;
  normalised: number;
  normalisedRatio: number;
  withRules: number;
  withRulesRatio: number;
  matchesPerThousand: number;
};

const ROUNDS = 3;
const NOW = Date.UTC(2026, 10, 21);

const { values: options } = parseArgs({
  options: {
    events: { type: 'string', default: '20000' },
    seconds: { type: 'string', default: '1' },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

if (options.help) console.log(HELP);
else run(positive('events', options.events), positive('seconds', options.seconds));

function run(events: number, seconds: number): void {
  const lines = { xml: [] as string[], json: [] as string[], flat: [] as string[] };
  for (let i = 0; i < events; i += 1) addEvent(i, lines);
  const results = [measure('xml', lines.xml), measure('json', lines.json), measure('flat', lines.flat)];
  const machine = { node: process.version, cpu: cpus()[0]?.model ?? 'unknown', events, seconds };
  if (options.json) console.log(JSON.stringify({ ...machine, results }));
  else printTable(machine.cpu, results);

  function measure(form: Result['form'], of: readonly string[]): Result {
    const ceiling = rateOf((line) => JSON.parse(line) !== null, of, seconds);
    const normalised = rateOf((line) => accepted(normaliseLine(line, NOW)) !== null, of, seconds);
    const withRules = rateOf(
      (line) => matchRules(accepted(normaliseLine(line, NOW))).length >= 0,
      of,
      seconds,
    );
    const matches = of.reduce((sum, line) => sum + matchRules(accepted(normaliseLine(line, NOW))).length, 0);
    return {
      form,
      bytesPerLine: Math.round(of.reduce((sum, line) => sum + Buffer.byteLength(line), 0) / of.length),
      ceiling,
      normalised,
      normalisedRatio: ratio(normalised, ceiling),
      withRules,
      withRulesRatio: ratio(withRules, ceiling),
      matchesPerThousand: Math.round((matches * 1_000) / of.length),
    };
  }
}

/** Lines per second of CPU time, best of the rounds; the first pass warms up. */
function rateOf(work: (line: string) => boolean, lines: readonly string[], seconds: number): number {
  let best = 0;
  for (let round = 0; round <= ROUNDS; round += 1) {
    const start = process.threadCpuUsage();
    let done = 0;
    let spent = 0;
    do {
      for (const line of lines) if (!work(line)) throw new Error('A line of the benchmark was not accepted');
      done += lines.length;
      const { user, system } = process.threadCpuUsage(start);
      spent = (user + system) / 1e6;
    } while (round > 0 && spent < seconds);
    if (round > 0) best = Math.max(best, done / spent);
  }
  return Math.round(best);
}

function accepted(result: NormaliseResult) {
  if (!result.ok) throw new Error(`${result.code}: ${result.message}`);
  return result.row;
}

/** One event in all three forms: of ten, six logons, two failed logons and two process starts, from 200 machines. */
function addEvent(i: number, lines: Record<'xml' | 'json' | 'flat', string[]>): void {
  const machine = i % 200;
  const isServer = machine % 4 === 0;
  const computer = isServer ? `PRD-SQL${machine}.corp.example` : `WS-${1000 + machine}.corp.example`;
  const account = i % 7 === 0 ? 'svc.billing' : i % 3 === 0 ? `WS-${1000 + machine}$` : `j.weber${i % 500}`;
  const time = new Date(NOW - i * 1_000).toISOString().replace('Z', '4321Z');
  const ip = `192.0.2.${i % 254}`;
  const kind = i % 10;
  const id = kind < 6 ? 4624 : kind < 8 ? 4625 : 4688;
  const data =
    id === 4624
      ? logonData({
          TargetUserName: account,
          LogonType: i % 4 === 0 ? '2' : '3',
          IpAddress: ip,
          TargetLogonId: `0x${i.toString(16)}`,
        })
      : id === 4625
        ? failedLogonData({
            TargetUserName: account,
            IpAddress: ip,
            SubStatus: i % 2 === 0 ? '0xc000006a' : '0xc0000064',
          })
        : processData(
            i % 4 === 0
              ? { NewProcessId: `0x${i.toString(16)}` }
              : {
                  NewProcessName: 'C:\\Windows\\System32\\conhost.exe',
                  CommandLine: '\\??\\C:\\Windows\\system32\\conhost.exe 0xffffffff -ForceV1',
                },
          );
  lines.xml.push(
    JSON.stringify({ xml: eventXml({ id, time, computer, recordId: String(5_000_000_000 + i), data }) }),
  );
  lines.json.push(
    JSON.stringify({
      System: {
        Provider: { Name: 'Microsoft-Windows-Security-Auditing' },
        EventID: id,
        TimeCreated: { SystemTime: time },
        EventRecordID: 5_000_000_000 + i,
        Computer: computer,
      },
      EventData: Object.fromEntries(data),
    }),
  );
  const values = Object.fromEntries(data);
  lines.flat.push(
    JSON.stringify({
      event_type: `WINDOWS_SECURITY_${id}`,
      timestamp: time,
      system_context_computer_name: computer,
      target_user_name: values.TargetUserName,
      subject_user_name: values.SubjectUserName,
      source_host: values.IpAddress,
      source_info_workstation_name: values.WorkstationName,
      logon_type: values.LogonType,
      status: values.Status,
      sub_status: values.SubStatus,
      process_information_new_process_name: values.NewProcessName,
      process_information_command_line: values.CommandLine,
    }),
  );
}

function printTable(cpu: string, results: readonly Result[]): void {
  console.log(`events a second on one core (${cpu}, Node ${process.version})\n`);
  console.log('form   bytes  JSON.parse   normalised  ratio   and rules  ratio  matches in 1,000');
  for (const result of results) {
    console.log(
      [
        result.form.padEnd(5),
        String(result.bytesPerLine).padStart(6),
        thousands(result.ceiling).padStart(11),
        thousands(result.normalised).padStart(12),
        result.normalisedRatio.toFixed(2).padStart(6),
        thousands(result.withRules).padStart(11),
        result.withRulesRatio.toFixed(2).padStart(6),
        String(result.matchesPerThousand).padStart(17),
      ].join(' '),
    );
  }
}

function thousands(value: number): string {
  return value.toLocaleString('en-US');
}

function ratio(part: number, whole: number): number {
  return Math.round((part / whole) * 1_000) / 1_000;
}

function positive(name: string, text: string): number {
  const value = Number(text);
  if (value > 0 && Number.isFinite(value)) return value;
  console.error(`--${name} must be a number above 0, not ${JSON.stringify(text)}`);
  process.exit(2);
}
