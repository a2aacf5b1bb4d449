import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { usageOf } from '../agent/usage.ts';
import { withClient } from '../ingest/client.ts';

/** Columns of the table, which are the keys of a line in flat form. */
const COLUMNS = [
  'event_type',
  'record_id',
  'system_context_computer_name',
  'target_user_name',
  'target_domain_name',
  'subject_user_name',
  'subject_domain_name',
  'source_host',
  'source_info_workstation_name',
  'logon_type',
  'status',
  'sub_status',
  'process_information_new_process_name',
  'process_information_command_line',
  'process_information_parent_process_name',
] as const;

export const RSYSLOG = '/usr/sbin/rsyslogd';
/** Counting takes a few milliseconds of the same cores. */
const POLL_MS = 100;
const GIVE_UP_MS = 300_000;

/** Makes the database that rsyslog writes to, in the cluster of `ownerUrl`: one table, indexed by time like Scout's. Returns its address. */
export async function makeTarget(ownerUrl: string): Promise<string> {
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  await owner.query('CREATE DATABASE forwarded');
  await owner.end();
  const url = new URL(ownerUrl);
  url.pathname = '/forwarded';
  await withClient(url.href, async (client) => {
    const columns = COLUMNS.map((column) => `${column} text`).join(', ');
    await client.query(`CREATE TABLE events (occurred_at timestamptz NOT NULL, ${columns})`);
    await client.query('CREATE INDEX ON events (occurred_at)');
  });
  return url.href;
}

/**
 * Seconds and processor seconds in which rsyslog reads a file of flat lines, parses them and has all of them in the table: imfile, mmjsonparse, and
 * ompgsql with two workers that write up to 1,000 rows in a transaction.
 * @throws Error when they are not there after five minutes
 */
export async function timeRsyslog(
  targetUrl: string,
  file: string,
  events: number,
): Promise<{ seconds: number; cpuSeconds: number }> {
  const folder = await mkdtemp(join(tmpdir(), 'scout-rsyslog-'));
  const configuration = join(folder, 'rsyslog.conf');
  await writeFile(configuration, configurationOf(targetUrl, file, folder));
  return withClient(targetUrl, async (client) => {
    await client.query('TRUNCATE events');
    await client.query('CHECKPOINT');
    const start = performance.now();
    const child = spawn(RSYSLOG, ['-n', '-f', configuration, '-i', join(folder, 'rsyslog.pid')], {
      stdio: 'ignore',
    });
    const ended = once(child, 'close');
    try {
      for (;;) {
        const { rows } = await client.query<{ count: number }>('SELECT count(*)::int AS count FROM events');
        if (rows[0]!.count >= events) break;
        if (child.exitCode !== null) throw new Error(`rsyslog ended with ${child.exitCode}`);
        if (performance.now() - start > GIVE_UP_MS)
          throw new Error(`${rows[0]!.count} of ${events} events are in the table of rsyslog`);
        await pause(POLL_MS);
      }
      const seconds = (performance.now() - start) / 1000;
      return { seconds, cpuSeconds: usageOf(child.pid!).cpuSeconds };
    } finally {
      child.kill('SIGTERM');
      await ended;
      await rm(folder, { recursive: true, force: true });
    }
  });
}

const quoted = (text: string): string => text.replaceAll('\\', '\\\\').replaceAll('"', '\\"');

function configurationOf(targetUrl: string, file: string, folder: string): string {
  const values = COLUMNS.map((column) => `'%$!${column}%'`).join(', ');
  const statement = `INSERT INTO events (occurred_at, ${COLUMNS.join(', ')}) VALUES ('%$!timestamp%', ${values})`;
  return `global(workDirectory="${folder}" maxMessageSize="64k")
module(load="imfile" mode="inotify")
module(load="mmjsonparse")
module(load="ompgsql")
main_queue(queue.type="LinkedList" queue.size="200000" queue.dequeueBatchSize="1000" queue.workerThreads="2")
template(name="row" type="string" option.sql="on" string="${quoted(statement)}")
ruleset(name="events") {
  action(type="mmjsonparse" cookie="")
  action(type="ompgsql" conninfo="${quoted(targetUrl)}" template="row" queue.type="LinkedList" queue.size="200000" queue.dequeueBatchSize="1000"
         queue.workerThreads="2" queue.workerThreadMinimumMessages="1000" action.resumeRetryCount="-1")
}
input(type="imfile" file="${file}" tag="scout:" freshStartTail="off" ruleset="events")
`;
}
