import { type Command, Option } from 'commander';
import type { PackageProperties } from '../installation/settle.ts';
import type { ApplyUpgradeFlags, InstallFlags } from './installCommands.ts';
import { addNetworkOptions } from './networkOptions.ts';
import { parseSeconds } from './values.ts';

type Shared = Readonly<
  Record<'server' | 'token' | 'host' | 'cleartext' | 'source' | 'logFile', () => Option>
>;

const commands = () => import('./installCommands.ts');

/** Commands for installation and service, used by people, packages and the operating system. */
export function addInstallCommands(program: Command, exit: (code: number) => void, shared: Shared): void {
  const install = program
    .command('install')
    .description('install and start this program as a service that starts with the machine')
    .addOption(shared.server())
    .addOption(shared.token())
    .addOption(shared.source())
    .addOption(shared.host())
    .addOption(shared.cleartext())
    .addOption(new Option('--no-upgrade', 'stay at this version; ignore upgrades from the server'))
    .addOption(new Option('--group <name>', 'group of machines to join, unless the token has one'))
    .addOption(new Option('--release-url <url>', "your own copy of the server's releases, for upgrades"))
    .action(async (flags: InstallFlags) => exit(await (await commands()).installCommand(flags)));
  addNetworkOptions(install);

  program
    .command('uninstall')
    .description('stop and remove the service')
    .addOption(new Option('--purge', 'remove settings, credential and unsent events too').default(false))
    .action(async (flags: { purge: boolean }) => exit(await (await commands()).uninstallCommand(flags)));

  program
    .command('provision')
    .description('apply the configuration that came with a package; run by packages')
    .addOption(new Option('--from <file>', 'the configuration file; it is removed afterward'))
    .action(async (flags: { from?: string }) => exit(await (await commands()).provisionCommand(flags)));

  program
    .command('settle', { hidden: true })
    .description('prepare folder, service host and settings; run by the installer package for Windows')
    .addOption(new Option('--server <url>'))
    .addOption(new Option('--token-file <file>'))
    .addOption(new Option('--proxy <address>'))
    .addOption(new Option('--proxy-credentials <file>'))
    .addOption(new Option('--ca-file <file>'))
    .addOption(new Option('--group <name>'))
    .action(async (given: PackageProperties) =>
      exit(await (await import('./settleCommand.ts')).settleCommand(given)),
    );

  program
    .command('apply-upgrade')
    .description('verify and install the upgrade fetched by the service; run by the system')
    .addOption(
      new Option('--patience <seconds>', 'time for the new version to reach the server')
        .argParser(parseSeconds)
        .default(120_000, '120'),
    )
    .addOption(shared.logFile())
    .action(async (flags: ApplyUpgradeFlags) => exit(await (await commands()).applyUpgradeCommand(flags)));
}
