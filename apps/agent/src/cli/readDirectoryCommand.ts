import { once } from 'node:events';
import { getCACertificates } from 'node:tls';
import type { ReadPosition, SnapshotLine } from '@scout/directory';
import type { DirectoryOrder, ReadMessage } from '../directories/readInProcess.ts';
import { exitCodes } from '../runtime/failure.ts';

/**
 * `read-directory`: reads the directory that a line of standard input says, and writes its entries as they come. A process of its own,
 * because a controller's answers are bytes of another system, and what they took of memory goes back with the process. It ends with the
 * agent, which keeps standard input open.
 */
export async function readDirectoryCommand(): Promise<number> {
  const order = JSON.parse(await givenLine()) as DirectoryOrder;
  // Loaded here alone, so that an agent without directories does not hold it.
  const { BOUNDS, credentialIn, DirectoryProblem, isFilter, problemOf, readDirectory } = await import(
    '@scout/directory'
  );
  const { bindName, password, keytab, kdc, ...rest } = order;
  const seen = { accounts: new Set<string>(), computers: new Set<string>() };
  try {
    if (order.filter !== null && !isFilter(order.filter))
      throw new DirectoryProblem('The filter is no LDAP filter such as (ou=Services).');
    const ca = order.ca ?? [...getCACertificates('default'), ...getCACertificates('system')].join('\n');
    const signIn =
      keytab === null
        ? { bindName, password: password ?? '' }
        : { credential: credentialIn(Buffer.from(keytab, 'base64'), bindName), kdc };
    const read = await readDirectory({ ...rest, ...signIn, ca, bounds: BOUNDS }, undefined, async (found) => {
      if ('account' in found) seen.accounts.add(found.account.object_guid);
      else seen.computers.add(found.computer.object_guid);
      await say(found);
    });
    for (const removed of read.removed) await say({ removed });
    for (const privileged of read.privileges) await say({ privileged });
    const { isFull: is_full, domain } = read;
    const position: ReadPosition | null = read.position;
    const counts = { accounts: seen.accounts.size, computers: seen.computers.size };
    await say({ end: { is_full, domain, position, ...counts } });
  } catch (error) {
    const { message, isSignIn: is_sign_in } = problemOf(error);
    await say({ problem: { message, is_sign_in } });
  }
  return exitCodes.done;
}

/** The first line of standard input, whose end is that of the agent: nobody takes then what is read. */
function givenLine(): Promise<string> {
  const leave = () => process.exit(exitCodes.failed);
  process.stdin.on('end', leave).on('error', leave);
  return new Promise((resolve) => {
    let given = '';
    process.stdin.setEncoding('utf8').on('data', (chunk: string) => {
      given += chunk;
      if (given.endsWith('\n')) resolve(given);
    });
  });
}

async function say(line: SnapshotLine | ReadMessage): Promise<void> {
  if (!process.stdout.write(`${JSON.stringify(line)}\n`)) await once(process.stdout, 'drain');
}
