import type { Command } from 'commander';
import {
  BackupRefusal,
  backup,
  type Manifest,
  Progress,
  restore,
  verifyBackup,
} from '../modules/operator/commands.ts';
import { Failure } from './failure.ts';
import type { Result, Terminal } from './program.ts';
import { withSecrets } from './secrets.ts';
import { fields } from './table.ts';

interface BackupOptions {
  readonly keyFile?: string;
  readonly unencrypted?: true;
  readonly json?: true;
}

/** `backup`, `restore` and `verify-backup`: access database and data directory directly, with or without a running server. */
export function addBackupCommands(program: Command, terminal: Terminal): void {
  const add = (
    name: string,
    description: string,
    run: (work: Work, options: BackupOptions) => Promise<Result>,
  ) =>
    program
      .command(name)
      .description(description)
      .argument('<file>', 'the backup')
      .option('--key-file <file>', 'file with the encryption key: 32 random characters or more')
      .option('--json', 'print the answer as JSON')
      .action(async (path: string, options: BackupOptions) => {
        const { answer, words } = await interruptibly((signal) => {
          const progress = new Progress((line) => terminal.error(line), signal);
          const env = withSecrets(terminal.env, ['DATABASE_URL', 'SCOUT_AUTH_SECRET']);
          return run({ env, path, keyFile: options.keyFile, progress }, options);
        });
        terminal.out(options.json ? `${JSON.stringify(answer, null, 2)}\n` : words);
      });

  add('backup', 'Back up database, secrets and keys, even while servers run', async (work, options) => {
    if ((options.keyFile === undefined) !== (options.unencrypted ?? false))
      throw new Failure(
        'usage',
        'A backup contains all secrets: give --key-file FILE, or --unencrypted if its location is safe.',
      );
    const { made_at, bytes, files, tables } = await backup(work);
    const answer = { file: work.path, made_at, bytes, files, tables };
    return {
      answer,
      words: fields({ file: work.path, bytes, ...totals({ tables }), files: files.join(', ') }),
    };
  }).option('--unencrypted', 'readable by anyone with the file');

  add('restore', 'Restore a backup into an empty database and an empty data directory', async (work) => {
    const { made_at, files, tables } = await restore(work);
    const answer = { made_at, files, tables };
    return { answer, words: fields({ 'made at': made_at, ...totals({ tables }), files: files.join(', ') }) };
  });

  add('verify-backup', 'Restore a backup into a temporary database, and compare', async (work) => {
    const { made_at, tables } = await verifyBackup(work);
    const answer = { made_at, tables, holds: true };
    return { answer, words: fields({ 'made at': made_at, ...totals({ tables }), backup: 'holds' }) };
  });
}

type Work = Parameters<typeof backup>[0];

const totals = ({ tables }: Manifest) => ({
  tables: tables.length,
  rows: tables.reduce((sum, { rows }) => sum + rows, 0),
});

/** A signal stops the work at its next step, so that no partial file or database is left behind. */
async function interruptibly<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const stopping = new AbortController();
  const stop = () => stopping.abort();
  process.on('SIGINT', stop).on('SIGTERM', stop);
  try {
    return await work(stopping.signal);
  } catch (error) {
    if (error instanceof BackupRefusal) throw new Failure('refused', error.message, { cause: error });
    // Of the system or of PostgreSQL, such as a full disk or a lost connection: not a defect of Scout.
    if (error instanceof Error && 'code' in error && !(error instanceof Failure))
      throw new Failure('failed', `It did not finish: ${error.message}. Run the command again.`, {
        cause: error,
      });
    throw error;
  } finally {
    process.off('SIGINT', stop).off('SIGTERM', stop);
  }
}
