import { type Command, Option } from 'commander';
import type { AddDirectoryFlags, DirectoryFlags } from './directoryCommands.ts';

const commands = () => import('./directoryCommands.ts');

const config = () =>
  new Option('--config <file>', "the service's settings (default: those of the installed service)");
const name = () =>
  new Option('--name <name>', 'name or directory_id of the directory in Scout').makeOptionMandatory();

/** `directory add|list|check|remove`: directories that this machine reads for its server. */
export function addDirectoryCommands(
  program: Command,
  exit: (code: number) => void,
  { state }: { readonly state: () => Option },
): void {
  const group = program
    .command('directory')
    .description('directories (Active Directory) that this machine reads for its server');
  group
    .command('add')
    .description('add a directory to the settings of the service; an admin names this machine in Scout, too')
    .addOption(name())
    .addOption(
      new Option(
        '--url <url>',
        'a controller: ldaps://dc1.corp.example, or ldap:// for StartTLS',
      ).makeOptionMandatory(),
    )
    .addOption(
      new Option(
        '--bind <name>',
        'account that signs in, such as scout-reader@corp.example; with --keytab, as the keytab has it',
      ).makeOptionMandatory(),
    )
    .addOption(
      new Option('--password-file <file>', 'file with its password, which only the service may read'),
    )
    .addOption(
      new Option('--keytab <file>', 'file with its AES keys, to sign in by Kerberos').conflicts(
        'passwordFile',
      ),
    )
    .addOption(new Option('--kdc <host>', 'Kerberos service for --keytab (default: the controller)'))
    .addOption(
      new Option('--ca-file <file>', 'certificates that verify the controller (default: the system)'),
    )
    .addOption(new Option('--base <dn>', 'read below this name (default: the whole domain)'))
    .addOption(new Option('--filter <filter>', 'LDAP filter that entries must also match (default: all)'))
    .addOption(config())
    .action(async (flags: AddDirectoryFlags) => exit(await (await commands()).addDirectory(flags)));
  group
    .command('list')
    .description('list them, and the fingerprint of the key that signs their snapshots')
    .addOption(config())
    .addOption(state())
    .action(async (flags: DirectoryFlags & { state: string }) =>
      exit(await (await commands()).listDirectories(flags)),
    );
  group
    .command('check')
    .description('read one now, send nothing, and say how many entries it has or why it cannot be read')
    .addOption(name())
    .addOption(config())
    .action(async (flags: DirectoryFlags & { name: string }) =>
      exit(await (await commands()).checkDirectory(flags)),
    );
  group
    .command('remove')
    .description('remove one from the settings of the service')
    .addOption(name())
    .addOption(config())
    .action(async (flags: DirectoryFlags & { name: string }) =>
      exit(await (await commands()).removeDirectory(flags)),
    );
}
