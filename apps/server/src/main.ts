import { setUpLine } from '@scout/contract';
import { ConfigurationError, parseConfig } from './platform/config/config.ts';
import { UnusableDirectory } from './platform/config/dataPermission.ts';
import { withOwnCommands } from './platform/config/inRelease.ts';
import { unknownSettings } from './platform/config/unknownSettings.ts';
import { createLog } from './platform/http/logging.ts';
import { keepCompiledCode } from './platform/processes/compiledCode.ts';
import { type RunningServer, start } from './start.ts';

/** Exit codes: 0 stopped by a signal, 1 cannot start or continue, 2 invalid environment: a restart cannot succeed. */
async function main(): Promise<number> {
  const stopped = stopSignal();
  const config = parseConfig(process.env);
  keepCompiledCode(config.dataDir);
  const log = createLog(config);
  for (const warning of unknownSettings(process.env)) log.warn(warning);
  const server = await start(config, log);
  process.stdout.write(withOwnCommands(greeting(server)));
  log.info({ signal: await stopped }, 'Stopping');
  await server.stop();
  log.info('Stopped');
  return 0;
}

/** Milliseconds in which a further signal is ignored: one sent to the whole process group arrives twice. */
const STOP_LIMIT_MS = 60_000;

/** Resolves with the first stop signal. One after the time limit ends the process immediately; the next start recovers. */
function stopSignal(): Promise<NodeJS.Signals> {
  const first = Promise.withResolvers<NodeJS.Signals>();
  let begun: number | undefined;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      begun ??= performance.now();
      if (performance.now() - begun > STOP_LIMIT_MS) process.exit(1);
      first.resolve(signal);
    });
  }
  return first.promise;
}

function greeting({ url, sample, inboxUrl, isNew }: RunningServer): string {
  const lines = ['', `Scout is ready at ${url}`, ''];
  if (sample) {
    const { company, admin, member } = sample;
    lines.push(
      `${company} is a sample organization with simulated data. Sign in as its`,
      `  admin   ${admin.email}  password ${admin.password}`,
      `  member  ${member.email}  password ${member.password}`,
      '',
    );
  }
  if (inboxUrl) lines.push(`No mail server is configured: read emails at ${inboxUrl}`, '');
  if (isNew) {
    lines.push(
      'To see your own machine, run in a second terminal in this folder, with your own names:',
      `  ${setUpLine}`,
      'It prints how to sign in and how to start an agent. All steps are on the front page.',
      '',
    );
  }
  return `${lines.join('\n')}\n`;
}

try {
  process.exitCode = await main();
} catch (error) {
  const expected = error instanceof ConfigurationError || error instanceof UnusableDirectory;
  const text = error instanceof Error ? error.message : String(error);
  process.stderr.write(`${text}\n`);
  // Immediately: a failed stop may have left pending work.
  process.exit(expected ? 2 : 1);
}
