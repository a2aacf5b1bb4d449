import { Command, Option } from 'commander';
import { defaultStateFolder } from '../runtime/defaults.ts';
import { version } from '../runtime/version.ts';
import { defaultWevtutil } from '../sources/windows/wevtutil.ts';
import { addDirectoryCommands } from './directoryProgram.ts';
import type { DoctorFlags } from './doctorCommand.ts';
import type { EnrolFlags } from './enrolCommand.ts';
import { addInstallCommands } from './installProgram.ts';
import { addNetworkOptions } from './networkOptions.ts';
import type { RunFlags } from './runCommand.ts';
import type { StatusFlags } from './statusCommand.ts';
import { parseSeconds, parseSize } from './values.ts';

const EXIT_CODES = `
Exit codes:
  0  done; with --once: everything read was acknowledged
  1  failed; running again continues where it stopped
  2  wrong arguments
  3  the server does not accept the enrollment token or the credential (enrol, run --once)
  4  another agent uses the state directory`;

const state = () =>
  new Option('--state <dir>', 'state directory: identity, credential, spool, positions')
    .env('SCOUT_STATE_DIR')
    .default(defaultStateFolder());
const server = () => new Option('--server <url>', 'address of the Scout server').env('SCOUT_SERVER');
const token = () =>
  new Option(
    '--token <token>',
    'enrollment token, needed only once; other users of the machine can see arguments, so prefer the environment variable',
  ).env('SCOUT_ENROLMENT_TOKEN');
const host = () => new Option('--host <name>', "name to report (default: the machine's own)");
const cleartext = () =>
  new Option('--allow-cleartext', 'use http to a server on another machine').default(false);
const timeout = () =>
  new Option('--timeout <seconds>', 'time limit for one request to the server')
    .argParser(parseSeconds)
    .default(60_000, '60');
const json = (what: string) => new Option('--json', what).default(false);
const gather = (value: string, earlier: string[] | undefined): string[] => [...(earlier ?? []), value];

const logFile = () =>
  new Option(
    '--log-file <file>',
    'file for standard error, at most 5 MiB; the previous file is kept beside it',
  );

const source = () =>
  new Option(
    '--source <source>',
    'system: (what this machine has; the default), file:PATH, windows:[CHANNEL][?ids=4624,4625,4688|all], journald:, authlog:[PATH], audit:[PATH] or macos:; repeatable',
  ).argParser(gather);

/** The command line. Each action resolves to an exit code, passed to `exit`, and loads what it runs: most of the time to start is loading. */
export function createProgram(exit: (code: number) => void): Command {
  const program = new Command('scout-agent')
    .description('Send Windows security events to Scout, each exactly once.')
    .version(version)
    .addHelpText('after', EXIT_CODES);

  const run = program
    .command('run')
    .description('read the sources and send their events; enrolls first if needed')
    .addOption(server())
    .addOption(token())
    .addOption(state())
    .addOption(source())
    .addOption(
      new Option(
        '--once',
        'read to the end, send everything, print {"read","accepted","duplicates","rejected"}',
      ).default(false),
    )
    .addOption(host())
    .addOption(
      new Option(
        '--platform <text>',
        'system to report, as "win32 10.0.20348 x64", for the log of another machine (default: this one)',
      ),
    )
    .addOption(
      new Option('--spool-limit <size>', 'disk space for waiting events; when it is full, reading pauses')
        .argParser(parseSize)
        .default(512 * 1024 * 1024, '512MiB'),
    )
    .addOption(
      new Option('--heartbeat <seconds>', 'time between heartbeats')
        .argParser(parseSeconds)
        .default(30_000, '30'),
    )
    .addOption(timeout())
    .addOption(
      new Option(
        '--give-up-after <seconds>',
        'with --once: fail if the server accepts nothing for this long (default: never)',
      ).argParser(parseSeconds),
    )
    .addOption(new Option('--wevtutil <path>', 'program for windows: sources').default(defaultWevtutil()))
    .addOption(
      new Option('--windows-poll <seconds>', 'interval between reads of windows: sources')
        .argParser(parseSeconds)
        .default(3_000, '3'),
    )
    .addOption(cleartext())
    .addOption(
      new Option(
        '--stop-with-stdin',
        'stop when standard input closes, with the process that started the agent',
      ).default(false),
    )
    .addOption(new Option('--config <file>', "the installed service's settings; options override them"))
    .addOption(logFile())
    .addOption(json('log lines as JSON, on standard error'))
    .action(async (flags: RunFlags) => exit(await (await import('./runCommand.ts')).runCommand(flags)));

  const enrol = program
    .command('enrol')
    .description('exchange an enrollment token for a credential; does nothing if one exists')
    .addOption(server().makeOptionMandatory())
    .addOption(token())
    .addOption(state())
    .addOption(host())
    .addOption(timeout())
    .addOption(cleartext())
    .addOption(
      new Option(
        '--force',
        'enroll again: after an admin releases the machine, or with another server',
      ).default(false),
    )
    .addOption(json('print the result as JSON'))
    .action(async (flags: EnrolFlags) => exit(await (await import('./enrolCommand.ts')).enrolCommand(flags)));

  program
    .command('status')
    .description('show read, sent, waiting and rejected events')
    .addOption(state())
    .addOption(json('print everything as JSON'))
    .action(async (flags: StatusFlags) =>
      exit(await (await import('./statusCommand.ts')).statusCommand(flags)),
    );

  const doctor = program
    .command('doctor')
    .description('try each step to the server, and say which fails and what to do')
    .addOption(server())
    .addOption(state())
    .addOption(
      new Option('--config <file>', "the service's settings (default: those of the installed service)"),
    )
    .addOption(cleartext())
    .addOption(json('print the steps as JSON'))
    .action(async (flags: DoctorFlags) =>
      exit(await (await import('./doctorCommand.ts')).doctorCommand(flags)),
    );
  for (const command of [run, enrol, doctor]) addNetworkOptions(command);

  program
    .command('notices')
    .description('show third-party licenses')
    .action(async () => {
      process.stdout.write((await import('./notices.ts')).notices());
      exit(0);
    });

  program
    .command('resolve-proxy', { hidden: true })
    .argument('<url>')
    .action(async (url: string) =>
      exit(await (await import('./resolveProxyCommand.ts')).resolveProxyCommand(url)),
    );

  program
    .command('read-directory', { hidden: true })
    .action(async () => exit(await (await import('./readDirectoryCommand.ts')).readDirectoryCommand()));

  addDirectoryCommands(program, exit, { state });
  addInstallCommands(program, exit, { server, token, host, cleartext, source, logFile });
  return program;
}
