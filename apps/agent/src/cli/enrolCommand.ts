import { nodeFs } from '../runtime/durableFs.ts';
import { exitCodes } from '../runtime/failure.ts';
import { lock } from '../runtime/lock.ts';
import { createLog } from '../runtime/log.ts';
import { enrol, ensureEnrolled } from '../service/enrolment.ts';
import { describeMachine } from '../service/machine.ts';
import { Standing } from '../service/standing.ts';
import { Server } from '../transport/server.ts';
import { networkOf } from './networkOf.ts';
import type { NetworkFlags } from './networkOptions.ts';
import { resolveServerUrl } from './resolveServerUrl.ts';

export interface EnrolFlags extends NetworkFlags {
  server: string;
  token?: string;
  state: string;
  host?: string;
  timeout: number;
  allowCleartext: boolean;
  force: boolean;
  json: boolean;
}

/** A person is waiting for the result. */
const PATIENCE_MS = 5_000;

/** `enrol`: resolves to the exit code. */
export async function enrolCommand(flags: EnrolFlags): Promise<number> {
  const url = resolveServerUrl(flags.server, flags.allowCleartext);
  const log = createLog((line) => process.stderr.write(line), flags.json);
  await nodeFs.makeDirectory(flags.state);
  const unlock = await lock(flags.state);
  try {
    const machine = describeMachine(flags.host ?? null);
    const options = {
      fs: nodeFs,
      folder: flags.state,
      server: new Server(url, machine, flags.timeout, networkOf(flags)),
      host: machine.host,
      token: flags.token ?? null,
      standing: new Standing(nodeFs, flags.state),
      log,
      patienceMs: PATIENCE_MS,
      signal: new AbortController().signal,
    };
    const { server, agent_id, enrolled_at } = await (flags.force ? enrol : ensureEnrolled)(options);
    process.stdout.write(
      flags.json
        ? `${JSON.stringify({ server, agent_id, enrolled_at })}\n`
        : `Enrolled with ${server} as agent ${agent_id} since ${enrolled_at}.\n`,
    );
    return exitCodes.done;
  } finally {
    await unlock();
  }
}
