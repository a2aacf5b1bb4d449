import { readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { type Directory, limits } from '@scout/contract';
import { MINUTE } from '@scout/detection/time';
import { type Command, Option } from 'commander';
import type { OperatorClient } from './connection.ts';
import { Failure } from './failure.ts';
import type { AddCommand, CommonOptions, Terminal } from './program.ts';
import { fields, table } from './table.ts';
import { tenantIdOf, tenantOption } from './tenant.ts';

interface AddOptions extends CommonOptions {
  readonly tenant: string;
  readonly name: string;
  readonly agent?: string;
  readonly url?: string;
  readonly bind?: string;
  readonly passwordFile?: string;
  readonly passwordStdin?: true;
  readonly keytab?: string;
  readonly kdc?: string;
  readonly base?: string;
  readonly filter?: string;
  readonly ca?: string;
}

interface OneOptions extends CommonOptions {
  readonly tenant: string;
  readonly directory: string;
}

const POLL_MS = 1_000;

/** `directory add|list|sync|remove`: what Scout reads of Active Directory. */
export function addDirectoryCommands(group: Command, add: AddCommand, terminal: Terminal): void {
  const tenant = tenantOption();
  const directory = new Option(
    '--directory <directory>',
    'directory_id or name from directory list',
  ).makeOptionMandatory();

  add<AddOptions>(
    group,
    'add',
    'Read accounts and computers from a directory, and change nothing in it',
    [
      tenant,
      new Option('--name <name>', 'name of the directory in Scout').makeOptionMandatory(),
      new Option('--url <url>', 'a controller: ldaps://dc1.corp.example, or ldap:// for StartTLS'),
      new Option(
        '--bind <name>',
        'account that signs in, such as scout-reader@corp.example; with --keytab, as the keytab has it',
      ),
      new Option('--password-file <file>', 'file with its password'),
      new Option('--password-stdin', 'read its password from standard input').conflicts('passwordFile'),
      new Option('--keytab <file>', 'file with its AES keys, to sign in by Kerberos').conflicts([
        'passwordFile',
        'passwordStdin',
      ]),
      new Option('--kdc <host>', 'Kerberos service for --keytab (default: the controller)'),
      new Option('--base <dn>', 'read below this name (default: the whole domain)'),
      new Option('--filter <filter>', 'LDAP filter that entries must also match (default: all)'),
      new Option('--ca <file>', 'certificates that verify the controller, as PEM (default: public ones)'),
      new Option(
        '--agent <agent>',
        'name or agent_id of a machine that reads it instead of the server; its agent.json has the rest, under the same name',
      ).conflicts(['url', 'bind', 'passwordFile', 'passwordStdin', 'keytab', 'kdc', 'base', 'filter', 'ca']),
    ],
    async (client, { passwordFile, passwordStdin, keytab, ca, agent, ...options }) => {
      const tenant_id = await tenantIdOf(client, options.tenant);
      if (agent !== undefined) {
        const answer = await client.operatorDirectoriesCreate({ tenant_id, name: options.name, agent });
        return { answer, words: wordsOf(answer) };
      }
      if (options.url === undefined || options.bind === undefined)
        throw new Failure('usage', 'Give --url and --bind, or --agent.');
      if (passwordFile === undefined && !passwordStdin && keytab === undefined)
        throw new Failure('usage', 'Give --password-file, --password-stdin or --keytab.');
      const password =
        passwordFile !== undefined
          ? await readText(passwordFile)
          : passwordStdin
            ? await terminal.readInput()
            : null;
      const answer = await client.operatorDirectoriesCreate({
        tenant_id,
        name: options.name,
        url: options.url,
        bind_name: options.bind,
        password: password === null ? null : password.replace(/\r?\n$/, ''),
        keytab: keytab === undefined ? null : (await read(keytab)).toString('base64'),
        kdc: options.kdc ?? null,
        base: options.base ?? null,
        filter: options.filter ?? null,
        ca: ca === undefined ? null : await readText(ca),
      });
      return { answer, words: wordsOf(answer) };
    },
  );
  add<CommonOptions & { tenant: string }>(
    group,
    'list',
    "List an organization's directories with their last syncs",
    [tenant],
    async (client, options) => {
      const answer = await client.operatorDirectoriesList({
        tenant_id: await tenantIdOf(client, options.tenant),
      });
      const rows = answer.map((row) => ({
        directory_id: row.directory_id,
        name: row.name,
        url: row.url,
        agent: row.agent?.host,
        state: row.state,
        domain: row.domain,
        accounts: row.accounts,
        computers: row.computers,
        'as of': row.synced_at,
        'next attempt': row.next_attempt_at,
        problem: row.problem,
      }));
      return { answer, words: table(rows, 'No directory yet. Add one with: directory add') };
    },
  );
  add<OneOptions>(
    group,
    'sync',
    'Read a directory now, and wait for the result',
    [tenant, directory],
    async (client, options) => {
      const tenant_id = await tenantIdOf(client, options.tenant);
      const { directory_id, attempted_at } = await find(client, tenant_id, options.directory);
      await client.operatorDirectoriesSync({ params: { directory_id }, query: { tenant_id } });
      let answer = await find(client, tenant_id, directory_id);
      // An agent that is offline reads nothing, which the list says after this time.
      const until = performance.now() + limits.directories.overdueMinutes * MINUTE;
      const isAwaited = () => answer.agent === null || performance.now() < until;
      while ((answer.attempted_at === attempted_at && isAwaited()) || answer.state === 'reading') {
        await pause(POLL_MS);
        answer = await find(client, tenant_id, directory_id);
      }
      if (answer.problem !== null) throw new Failure('directory_failed', problemWords(answer));
      return { answer, words: wordsOf(answer) };
    },
  );
  add<OneOptions>(
    group,
    'remove',
    'Remove a directory with its password or keys and what was read from it',
    [tenant, directory],
    async (client, options) => {
      const tenant_id = await tenantIdOf(client, options.tenant);
      const { directory_id, name } = await find(client, tenant_id, options.directory);
      const answer = await client.operatorDirectoriesRemove({
        params: { directory_id },
        query: { tenant_id },
      });
      return { answer, words: `${name} was removed.\n` };
    },
  );
}

/** A directory by its id or its name, in any case. */
async function find(client: OperatorClient, tenant_id: string, given: string): Promise<Directory> {
  const all = await client.operatorDirectoriesList({ tenant_id });
  const wanted = given.trim().toLowerCase();
  const found = all.filter(
    ({ directory_id, name }) => directory_id === wanted || name.toLowerCase() === wanted,
  );
  if (found.length > 1) throw new Failure('usage', `Several directories are named ${given}: give an id.`);
  const [one] = found;
  if (one === undefined)
    throw new Failure('not_found', `There is no directory ${given}. See: directory list`);
  return one;
}

const problemWords = ({ problem, synced_at }: Directory): string =>
  `${problem} ${synced_at === null ? 'Nothing was read yet.' : `What was read at ${synced_at} stays.`}`;

const wordsOf = (row: Directory): string =>
  fields({
    directory_id: row.directory_id,
    name: row.name,
    url: row.url,
    bind: row.bind_name,
    'signs in by': row.sign_in,
    agent: row.agent?.host,
    key: row.agent?.key_fingerprint,
    state: row.state,
    domain: row.domain,
    accounts: row.accounts,
    computers: row.computers,
    'as of': row.synced_at,
    problem: row.problem,
  });

const readText = async (path: string): Promise<string> => (await read(path)).toString('utf8');

async function read(path: string): Promise<Buffer> {
  return readFile(path).catch((cause: NodeJS.ErrnoException) => {
    throw new Failure('unreadable', `${path} cannot be read (${cause.code}).`, { cause });
  });
}
