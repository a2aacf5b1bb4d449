import { readFile, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { type ConfigurationChange, type ConfigurationProblem, limits } from '@scout/contract';
import { type Command, Option } from 'commander';
import { readReferences } from './configurationSecrets.ts';
import type { OperatorClient } from './connection.ts';
import { Failure } from './failure.ts';
import type { AddCommand, CommonOptions, Terminal } from './program.ts';
import { tenantIdOf } from './tenant.ts';

interface OrganizationOptions extends CommonOptions {
  readonly organization?: string;
}

interface ApplyOptions extends OrganizationOptions {
  readonly file: string;
  readonly plan?: true;
}

/** `apply` and `export`: an organization's configuration as a file. */
export function addConfigurationCommands(program: Command, add: AddCommand, terminal: Terminal): void {
  const organization = () =>
    new Option('--organization <organization>', 'its tenant_id or name; not needed if there is only one');

  add<ApplyOptions>(
    program,
    'apply',
    'Change an organization to what a file says, entirely or not at all. With --plan, exits with 2 when something differs',
    [
      new Option('-f, --file <file>', 'the file, - for standard input').makeOptionMandatory(),
      organization(),
      new Option('--plan', 'only say what would change'),
    ],
    async (client, { file, plan = false, json, ...options }) => {
      const text = file === '-' ? await terminal.readInput() : await readText(file);
      if (text.length > limits.configuration.textMax) throw new Failure('refused', `${file} is too large.`);
      const secrets = await readReferences(text, file, terminal.env);
      const tenant_id = await organizationOf(client, options.organization);
      const answer = await client.operatorConfigurationApply({ tenant_id, text, secrets, plan });
      const { problems, changes, applied } = answer;
      if (problems.length > 0) {
        if (json) return { answer, words: '', exitCode: 1 };
        const lines = problems.map((problem) => problemLine(file, problem));
        throw new Failure('invalid_configuration', [...lines, 'Nothing was changed.'].join('\n'));
      }
      return {
        answer,
        words: changesText(changes, applied),
        ...(plan && changes.length > 0 && { exitCode: 2 }),
      };
    },
  );

  add<OrganizationOptions & { output?: string }>(
    program,
    'export',
    "Print an organization's configuration as a file for apply, without secrets",
    [organization(), new Option('--output <file>', 'write it to this new file')],
    async (client, { output, ...options }) => {
      const answer = await client.operatorConfigurationExport({
        tenant_id: await organizationOf(client, options.organization),
      });
      if (output === undefined) return { answer, words: answer.text };
      await writeFile(output, answer.text, { flag: 'wx' }).catch((cause: NodeJS.ErrnoException) => {
        const reason = cause.code === 'EEXIST' ? 'exists already' : `cannot be written (${cause.code})`;
        throw new Failure('refused', `${output} ${reason}.`, { cause });
      });
      return { answer: { file: resolve(output) }, words: `${output} was written.\n` };
    },
  );
}

/** The given organization, or the only one beside the sample. */
async function organizationOf(client: OperatorClient, given: string | undefined): Promise<string> {
  if (given !== undefined) return tenantIdOf(client, given);
  const own = (await client.operatorTenantsList({})).filter(({ is_sample }) => !is_sample);
  const [only] = own;
  if (own.length === 1 && only) return only.tenant_id;
  throw new Failure('usage', 'Name the organization with --organization. See: tenant list');
}

const problemLine = (file: string, { line, column, message }: ConfigurationProblem): string =>
  shown(`${file}:${line}:${column}: ${message}`);

function changesText(changes: readonly ConfigurationChange[], applied: boolean): string {
  if (changes.length === 0) return 'Nothing differs.\n';
  const lines = changes.map(({ sign, subject, text }) =>
    shown(text === '' ? `${sign} ${subject}` : `${sign} ${subject}: ${text}`),
  );
  const count = `${changes.length} ${changes.length === 1 ? 'change' : 'changes'}`;
  return `${lines.join('\n')}\n${applied ? `${count} made.` : `${count}; nothing was changed.`}\n`;
}

/** Control, format and other characters that a terminal obeys or hides are written as escapes. */
const shown = (text: string): string =>
  text.replaceAll(/[\p{C}\u2028\u2029]/gu, (each) => `\\u{${each.codePointAt(0)!.toString(16)}}`);

async function readText(path: string): Promise<string> {
  return readFile(path, 'utf8').catch((cause: NodeJS.ErrnoException) => {
    throw new Failure('unreadable', `${path} cannot be read (${cause.code}).`, { cause });
  });
}
