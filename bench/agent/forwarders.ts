import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type AgentNames, STANDARD_AGENT_NAMES } from '@scout/detection/agentNames';
import { type Sink, scoutSink, tcpSink } from './sinks.ts';

/** A program that follows `log` and forwards its lines. */
export interface Forwarder {
  readonly name: string;
  readonly pid: number;
  readonly sink: Sink;
  stop(): Promise<void>;
}

async function started(name: string, child: ChildProcess, sink: Sink): Promise<Forwarder> {
  let complaint = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    complaint = (complaint + text).slice(-2_000);
  });
  const ended = once(child, 'close');
  child.on('close', (code) => {
    if (code !== 0 && code !== null) console.error(`${name} ended with ${code}: ${complaint}`);
  });
  if (child.pid === undefined) throw new Error(`${name} did not start`);
  return {
    name,
    pid: child.pid,
    sink,
    async stop() {
      child.kill('SIGTERM');
      await ended;
      sink.close();
    },
  };
}

/** The compiled agent with its defaults: batches of up to a second, spooled with fsync, gzip over HTTP. */
export async function startAgent(
  program: string,
  folder: string,
  source: string,
  { names = STANDARD_AGENT_NAMES, wevtutil }: { names?: AgentNames; wevtutil?: string } = {},
): Promise<Forwarder> {
  const sink = await scoutSink(names);
  const child = spawn(
    program,
    [
      'run',
      '--server',
      `http://127.0.0.1:${sink.port}`,
      '--state',
      join(folder, 'state'),
      '--source',
      source,
      ...(wevtutil === undefined ? [] : ['--wevtutil', wevtutil]),
    ],
    { stdio: ['ignore', 'ignore', 'pipe'], env: { ...process.env, SCOUT_ENROLMENT_TOKEN: 'bench' } },
  );
  return started('scout-agent', child, sink);
}

/** rsyslog: imfile by inotify, a queue that spills to disk when the sink does not accept data, plain TCP. */
export async function startRsyslog(program: string, folder: string, log: string): Promise<Forwarder> {
  const sink = await tcpSink();
  const work = join(folder, 'rsyslog');
  await mkdir(work, { recursive: true });
  const configuration = join(folder, 'rsyslog.conf');
  await writeFile(
    configuration,
    `global(workDirectory="${work}" maxMessageSize="64k")
module(load="imfile" mode="inotify")
input(type="imfile" file="${log}" tag="scout:" freshStartTail="off")
template(name="line" type="string" string="%msg%\\n")
action(type="omfwd" target="127.0.0.1" port="${sink.port}" protocol="tcp" template="line"
       queue.type="LinkedList" queue.filename="forward" queue.maxDiskSpace="512m" queue.saveOnShutdown="on"
       action.resumeRetryCount="-1")
`,
  );
  const child = spawn(program, ['-n', '-f', configuration, '-i', join(folder, 'rsyslog.pid')], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  return started('rsyslog', child, sink);
}
