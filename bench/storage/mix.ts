import { eventXml, failedLogonData, logonData, processData } from '@scout/detection/testing/eventXml';

/** Events of the whole mix are this many milliseconds apart. */
const APART_MS = 5;

const SYSTEM = 'C:\\Windows\\System32\\';
/** Programs with the forms of their command lines; `#` is one of few values, `*` another each time. */
const COMMANDS: readonly (readonly [string, string])[] = [
  ['svchost.exe', '-k netsvcs -p -s Service#'],
  ['svchost.exe', '-k LocalServiceNetworkRestricted -p -s Service#'],
  ['conhost.exe', '0xffffffff -ForceV1'],
  ['taskhostw.exe', '/RuntimeWide /Task#'],
  ['backgroundTaskHost.exe', '-ServerName:App.AppX*.mca'],
  ['RuntimeBroker.exe', '-Embedding'],
  ['dllhost.exe', '/Processid:{*-0000-4000-8000-#}'],
  ['cmd.exe', '/c "C:\\Jobs\\nightly#\\run.cmd --day * --log C:\\Logs\\job#-*.log"'],
  [
    'WindowsPowerShell\\v1.0\\powershell.exe',
    '-NoProfile -ExecutionPolicy Bypass -File C:\\Scripts\\task#.ps1 -Run *',
  ],
  ['wbem\\WmiPrvSE.exe', '-secured -Embedding'],
  ['msiexec.exe', '/i C:\\Packages\\agent#-*.msi /qn /l*v C:\\Temp\\*.log'],
  ['net.exe', 'use \\\\FILES#\\share* /persistent:no'],
  ['rundll32.exe', 'C:\\Windows\\System32\\library#.dll,Entry *'],
  ['wevtutil.exe', 'qe Security /q:Event/System[EventRecordID>*] /f:xml /c:#'],
];
const PARENTS = ['services.exe', 'svchost.exe', 'cmd.exe', 'explorer.exe', 'taskeng.exe'];

/**
 * Line `index` of a mix as machines write it: half of the events are started programs, of whose command lines half occur
 * once, the others mostly logons over the network, of services and of people. 60 servers, 40 workstations, 40 service accounts.
 */
export function mixedLine(index: number, start: number): string {
  const few = (salt: number, values: number) => mixed(index, salt) % values;
  const time = new Date(start + index * APART_MS).toISOString().replace('Z', `${1000 + few(1, 9000)}Z`);
  const host = few(2, 100);
  const computer = host < 60 ? `PRD-APP${host}.northwind.example` : `WS-${1000 + host}.northwind.example`;
  const ids = {
    SubjectLogonId: hex(few(3, 40)),
    TargetLogonId: hex(mixed(index, 4)),
    ProcessId: hex(few(5, 9000)),
  };
  const kind = few(6, 100);
  const event = (id: number, data: readonly (readonly [string, string])[]) =>
    JSON.stringify({ xml: eventXml({ id, time, computer, recordId: String(5_000_000 + index), data }) });
  if (kind < 50) {
    const [program, form] = COMMANDS[few(7, COMMANDS.length)]!;
    let salt = 10;
    const rest = form.replaceAll(/[#*]/g, (mark) => {
      salt += 1;
      return mark === '#' ? String(few(salt, 12)) : mixed(index, salt).toString(16);
    });
    const path = `${SYSTEM}${program}`;
    return event(
      4688,
      processData({
        ...ids,
        SubjectUserName: few(8, 3) === 0 ? `svc.batch${few(9, 40)}` : `PRD-APP${host}$`,
        NewProcessId: hex(few(10, 30_000)),
        NewProcessName: path,
        CommandLine: `${path} ${rest}`,
        ParentProcessName: `${SYSTEM}${PARENTS[few(11, PARENTS.length)]!}`,
      }),
    );
  }
  const user = [`PRD-APP${few(12, 60)}$`, `svc.batch${few(13, 40)}`, `j.weber${few(14, 300)}`, 'SYSTEM'][
    few(15, 4)
  ]!;
  const from = {
    TargetUserName: user,
    IpAddress: `192.0.2.${few(16, 200)}`,
    IpPort: String(49_152 + few(17, 16_384)),
  };
  if (kind < 96)
    return event(4624, logonData({ ...ids, ...from, LogonType: ['3', '5', '2', '10'][few(18, 4)]! }));
  return event(
    4625,
    failedLogonData({ ...ids, ...from, SubStatus: few(19, 2) === 0 ? '0xc000006a' : '0xc0000234' }),
  );
}

const hex = (value: number): string => `0x${(value + 0x1000).toString(16)}`;

/** Reproducible pseudo-random numbers of 32 bits. */
function mixed(value: number, salt: number): number {
  let mix = Math.imul(value ^ Math.imul(salt, 0x9e3779b1), 0x85ebca6b);
  mix = Math.imul(mix ^ (mix >>> 13), 0xc2b2ae35);
  return (mix ^ (mix >>> 16)) >>> 0;
}
