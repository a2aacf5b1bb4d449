import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { ORPCError } from '@orpc/client';
import { agentLine, emailProblem, exampleLines } from '@scout/contract';
import { toWindowsXml } from '@scout/detection/simulation/windowsXml';
import { type Command, Option } from 'commander';
import { exampleEvents } from '../modules/sample/commands.ts';
import { withOwnCommands } from '../platform/config/inRelease.ts';
import { type Environment, explainRefusal, type OperatorClient } from './connection.ts';
import { Failure } from './failure.ts';
import type { AddCommand, CommonOptions, Terminal } from './program.ts';
import { fields } from './table.ts';

interface SetUpOptions extends CommonOptions {
  readonly name: string;
  readonly email: string;
}

/** Commands for getting started: an organization that somebody can sign in to, and events to try an agent with. */
export function addSetUpCommands(program: Command, add: AddCommand, terminal: Terminal): void {
  add<SetUpOptions>(
    program,
    'setup',
    'Create a subscribed organization with an admin and a token, and show how to start an agent',
    [
      new Option('--name <name>', 'name of the organization').makeOptionMandatory(),
      new Option('--email <email>', 'address with which its admin signs in').makeOptionMandatory(),
    ],
    async (client, { name, email }, origin) => {
      const problem = emailProblem(email);
      if (problem !== undefined) throw new Failure('usage', `--email: ${problem}`);
      const { tenant_id, company_name } = await client.operatorTenantsCreate({
        company_name: name,
        is_subscribed: true,
      });
      const password = randomBytes(12).toString('base64url');
      await makeAdmin(client, { tenant_id, company_name, email, password });
      const { token } = await client.operatorEnrolmentsCreate({ tenant_id, label: 'first steps' });
      const signIn = `${origin}/login`;
      const answer = { tenant_id, company_name, sign_in: signIn, email, password, token };
      return {
        answer,
        words: `${company_name} is ready, with a subscription.\n\n${fields({ 'sign in': signIn, email, password })}\n${agentWords(terminal.env, origin, token)}`,
      };
    },
  );
  program
    .command('example-events')
    .description('Print example Windows events of a nightly job and its misuse, to test an agent')
    .action(() => {
      for (const event of exampleEvents(hostname(), Date.now())) terminal.out(`${toWindowsXml(event)}\n`);
    });
}

async function makeAdmin(
  client: OperatorClient,
  admin: { tenant_id: string; company_name: string; email: string; password: string },
): Promise<void> {
  const { company_name, ...user } = admin;
  try {
    await client.operatorUsersCreate({ ...user, admin: true });
  } catch (error) {
    if (!(error instanceof ORPCError)) throw error;
    const { code, message } = explainRefusal(error);
    throw new Failure(
      code,
      `${message} ${company_name} was made, and has no admin yet: user create --tenant "${company_name}" --admin --email ADDRESS --password-stdin`,
    );
  }
}

/** Instructions for starting an agent on this machine with a new token. */
export function agentWords(env: Environment, server: string, token: string): string {
  const dataDir = env.SCOUT_DATA_DIR || './data';
  const facts = { server, token, dataDir: /\s/.test(dataDir) ? `"${dataDir}"` : dataDir };
  const lines = [
    env.SCOUT_RELEASE
      ? 'Start an agent on this machine:'
      : "Start an agent on this machine, in Scout's folder:",
    '',
    `  ${agentLine(facts)}`,
    '',
    'If you have no readable log, use example events instead; they open a case:',
    '',
    ...exampleLines(facts).map((line) => `  ${line}`),
    '',
  ];
  return withOwnCommands(lines.join('\n'), env);
}
