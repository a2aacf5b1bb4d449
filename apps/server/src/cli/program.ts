import { limits } from '@scout/contract';
import { Command, InvalidArgumentError, Option } from 'commander';
import packageJson from '../../package.json' with { type: 'json' };
import { addAuditCommands } from './audit.ts';
import { addBackupCommands } from './backup.ts';
import { addConfigurationCommands } from './configuration.ts';
import { connect, type Environment, type OperatorClient } from './connection.ts';
import { addDatabaseCommands } from './database.ts';
import { addDirectoryCommands } from './directory.ts';
import { addEvidenceCommands } from './evidence.ts';
import { Exit, Failure } from './failure.ts';
import { addKeyCommands } from './keys.ts';
import { addQuotaCommands } from './quotas.ts';
import { addRc4Command } from './rc4.ts';
import { addSalesCommands } from './sales.ts';
import { addSetUpCommands, agentWords } from './setUp.ts';
import { addStatusCommand } from './status.ts';
import { addSupportCommand } from './support.ts';
import { fields, table } from './table.ts';
import { tenantIdOf, tenantOption } from './tenant.ts';

/** Input and output of a command. */
export interface Terminal {
  readonly env: Environment;
  out(text: string): void;
  /** Errors and progress. */
  error(text: string): void;
  /** Reads standard input to its end, for a password that must not appear in the process list. */
  readInput(): Promise<string>;
}

/** Output of a command: the response itself with --json, otherwise text for a person. */
export interface Result {
  readonly answer: unknown;
  readonly words: string;
  /** Without one, 0. */
  readonly exitCode?: number;
}

export interface CommonOptions {
  readonly json?: true;
  readonly server?: string;
}

/** Adds a command to a group, with the common options. */
export type AddCommand = <O extends CommonOptions>(
  group: Command,
  name: string,
  description: string,
  options: readonly Option[],
  run: (client: OperatorClient, options: O, origin: string) => Promise<Result>,
) => void;

/** The operator's commands. Parsing throws CommanderError; running throws Failure or ORPCError. */
export function createProgram(terminal: Terminal): Command {
  const program = new Command('scout')
    .description('Operate the running Scout server.')
    .version(packageJson.version);
  if (terminal.env.SCOUT_RELEASE)
    program.addHelpText('after', '\nscout start runs the server itself, scout agent run an agent.');
  const groups = {
    operator: program.command('operator').description('The whole installation'),
    tenant: program.command('tenant').description('Organizations'),
    user: program.command('user').description('Users'),
    enrolment: program.command('enrolment').description('Enrollment tokens for agents'),
    agent: program.command('agent').description('Enrolled agents'),
    directory: program.command('directory').description('Directories that Scout reads accounts from'),
    audit: program.command('audit').description('The audit log'),
    evidence: program.command('evidence').description('Evidence for auditors'),
    keys: program.command('keys').description('Keys of the server'),
    database: program.command('database').description('The database of the installation'),
    requests: program.command('requests').description('Early access and questions to sales'),
    mailingList: program.command('mailing-list').description('Addresses of the coming-soon page'),
  };

  const add: AddCommand = (group, name, description, options, run) => {
    const command = group.command(name).description(description);
    for (const option of options) command.addOption(option);
    command.option('--json', 'print the answer as JSON');
    command.option('--server <url>', 'address of the server (default: the one of the data directory)');
    command.action(async (given: Parameters<typeof run>[1]) => {
      const { client, origin } = await connect(terminal.env, given.server);
      const { answer, words, exitCode = 0 } = await run(client, given, origin);
      terminal.out(given.json ? `${JSON.stringify(answer, null, 2)}\n` : words);
      if (exitCode !== 0) throw new Exit(exitCode);
    });
  };

  addStatusCommand(groups.operator, add);
  const tenant = tenantOption();

  add<CommonOptions & { name: string; subscribed?: true; allowPurchase?: true }>(
    groups.tenant,
    'create',
    'Create an organization',
    [
      new Option('--name <name>', 'name of the organization').makeOptionMandatory(),
      new Option('--subscribed', 'with a subscription'),
      new Option('--allow-purchase', 'may purchase a subscription'),
    ],
    async (client, { name, subscribed = false, allowPurchase = false }) => {
      const answer = await client.operatorTenantsCreate({
        company_name: name,
        is_subscribed: subscribed,
        can_purchase_subscription: allowPurchase,
      });
      return { answer, words: fields(answer) };
    },
  );
  add<CommonOptions>(groups.tenant, 'list', 'List all organizations', [], async (client) => {
    const answer = await client.operatorTenantsList({});
    const rows = answer.map((row) => ({
      tenant_id: row.tenant_id,
      name: row.company_name,
      subscribed: row.is_subscribed,
      'may purchase': row.can_purchase_subscription,
      sample: row.is_sample,
      created: row.created_at,
    }));
    return {
      answer,
      words: table(rows, 'No organization yet. Create one with: setup --name NAME --email ADDRESS'),
    };
  });

  const changes = [
    ['subscribe', 'Give an organization a subscription', { is_subscribed: true }],
    ['unsubscribe', "End an organization's subscription", { is_subscribed: false }],
    ['allow-purchase', 'Let an organization purchase a subscription', { can_purchase_subscription: true }],
  ] as const;
  for (const [name, description, change] of changes) {
    add<CommonOptions & { tenant: string }>(
      groups.tenant,
      name,
      description,
      [tenant],
      async (client, options) => {
        const tenant_id = await tenantIdOf(client, options.tenant);
        const answer = await client.operatorTenantsUpdate({ tenant_id, ...change });
        return { answer, words: fields(answer) };
      },
    );
  }

  add<UserOptions>(
    groups.user,
    'create',
    'Create a user with a confirmed address',
    [
      tenant,
      new Option('--email <email>', 'address to sign in with').makeOptionMandatory(),
      new Option('--password <password>', `at least ${limits.user.passwordMin} characters`),
      new Option('--password-stdin', 'read the password from standard input').conflicts('password'),
      new Option('--admin', 'an admin of the organization'),
      new Option('--first-name <name>'),
      new Option('--last-name <name>'),
    ],
    async (client, options) => {
      const password = options.passwordStdin
        ? (await terminal.readInput()).replace(/\r?\n$/, '')
        : options.password;
      if (password === undefined) throw new Failure('usage', 'Give --password or --password-stdin.');
      const answer = await client.operatorUsersCreate({
        tenant_id: await tenantIdOf(client, options.tenant),
        email: options.email,
        password,
        admin: options.admin ?? false,
        first_name: options.firstName ?? '',
        last_name: options.lastName ?? '',
      });
      const { user, tenant_id, role } = answer;
      return { answer, words: fields({ id: user.id, email: user.email, tenant_id, role }) };
    },
  );

  add<CommonOptions & { tenant: string; label?: string; maxUses?: number; expiresInHours?: number }>(
    groups.enrolment,
    'create',
    'Create a token for enrolling agents; it is shown only once',
    [
      tenant,
      new Option('--label <label>', 'purpose'),
      new Option('--max-uses <n>', `how many agents (default: ${limits.enrolment.defaultMaxUses})`).argParser(
        toNumber,
      ),
      new Option('--expires-in-hours <n>', `default: ${limits.enrolment.defaultHours}`).argParser(toNumber),
    ],
    async (client, { tenant, label, maxUses, expiresInHours }, origin) => {
      const answer = await client.operatorEnrolmentsCreate({
        tenant_id: await tenantIdOf(client, tenant),
        label,
        max_uses: maxUses,
        expires_in_hours: expiresInHours,
      });
      return { answer, words: `${fields(answer)}\n${agentWords(terminal.env, origin, answer.token)}` };
    },
  );

  add<CommonOptions & { tenant: string }>(
    groups.agent,
    'list',
    "List an organization's agents",
    [tenant],
    async (client, options) => {
      const tenant_id = await tenantIdOf(client, options.tenant);
      const answer = await client.operatorAgentsList({ tenant_id });
      const rows = answer.map((row) => ({
        agent_id: row.agent_id,
        host: row.host,
        platform: row.platform,
        version: row.version,
        state: row.state,
        because: row.reasons.join(', '),
        'last seen': row.last_seen_at,
        'lag (s)': rounded(row.lag_seconds),
        waiting: row.queue_depth,
        sent: row.events_sent,
        accepted: row.events_accepted,
        rejected: row.events_rejected,
        gaps: row.gaps.count,
        missing: row.gaps.missing,
        'skew (s)': rounded(row.clock_skew_seconds),
      }));
      return {
        answer,
        words: table(rows, 'No agent has enrolled yet. Create a token with: enrolment create'),
      };
    },
  );
  add<CommonOptions & { tenant: string; agent: string }>(
    groups.agent,
    'revoke',
    "End an agent's credential",
    [tenant, new Option('--agent <agent_id>', 'agent_id from agent list').makeOptionMandatory()],
    async (client, options) => {
      const tenant_id = await tenantIdOf(client, options.tenant);
      const answer = await client.operatorAgentsRevoke({
        params: { agent_id: options.agent },
        query: { tenant_id },
      });
      const { agent_id, host, state, revoked_at } = answer;
      return { answer, words: fields({ agent_id, host, state, revoked_at }) };
    },
  );
  addSetUpCommands(program, add, terminal);
  addKeyCommands(groups.keys, add, (text) => terminal.error(text));
  addDirectoryCommands(groups.directory, add, terminal);
  addAuditCommands(groups.audit, add);
  addEvidenceCommands(groups.evidence, terminal);
  addQuotaCommands(groups.tenant, add);
  addRc4Command(groups.tenant, add);
  addSalesCommands(groups, add);
  addConfigurationCommands(program, add, terminal);
  addBackupCommands(program, terminal);
  addDatabaseCommands(groups.database, terminal);
  addSupportCommand(program, terminal);
  return program;
}

interface UserOptions extends CommonOptions {
  readonly tenant: string;
  readonly email: string;
  readonly password?: string;
  readonly passwordStdin?: true;
  readonly admin?: true;
  readonly firstName?: string;
  readonly lastName?: string;
}

/** Rounded to tenths of a second for display. */
const rounded = (seconds: number | null) => (seconds === null ? null : Math.round(seconds * 10) / 10);

function toNumber(text: string): number {
  const number = Number(text);
  if (text.trim() === '' || !Number.isFinite(number)) throw new InvalidArgumentError('It must be a number.');
  return number;
}
