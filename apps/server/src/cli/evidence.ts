import { readFile, stat } from 'node:fs/promises';
import type { Command } from 'commander';
import { verifyEvidence } from '../modules/reports/commands.ts';
import { Failure } from './failure.ts';
import type { Terminal } from './program.ts';
import { fields } from './table.ts';

/** Larger than any file made by a server. */
const BYTES_MAX = 256 * 1024 * 1024;

/** `evidence verify`: verifies the chain of a file, without a server; fails for an invalid chain. */
export function addEvidenceCommands(group: Command, terminal: Pick<Terminal, 'out'>): void {
  group
    .command('verify')
    .description('Verify the hash chain of an evidence file, offline')
    .argument('<file>', 'the JSON file')
    .option('--expect-head <hash>', 'the head in the PDF or the audit log')
    .option('--json', 'print the answer as JSON')
    .action(async (path: string, { expectHead, json }: { expectHead?: string; json?: true }) => {
      const found = verifyEvidence(await readJson(path));
      if (!found.holds) throw new Failure('refused', `The evidence is not intact. ${found.fault}`);
      const { entries, head } = found;
      if (expectHead !== undefined && expectHead.toLowerCase() !== head)
        throw new Failure('refused', `The chain is intact, but its head is ${head}, not the expected one.`);
      const answer = { entries, head, holds: true };
      terminal.out(json ? `${JSON.stringify(answer, null, 2)}\n` : fields({ entries, head, chain: 'holds' }));
    });
}

async function readJson(path: string): Promise<unknown> {
  const refuse = (cause: unknown) => {
    throw new Failure('refused', `${path} is not readable JSON.`, { cause });
  };
  const { size } = await stat(path).catch(refuse);
  if (size > BYTES_MAX) throw new Failure('refused', `${path} is too large to be evidence.`);
  try {
    return JSON.parse(await readFile(path, 'utf8'));
  } catch (error) {
    return refuse(error);
  }
}
